using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Saving;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.History;

/// <summary>Reads rows in the order of columns that the queries of one kind share.</summary>
internal static class HistoryRows
{
    public static KnownMachine Machine(Row row) => new(
        row.Long(0),
        row.Text(1),
        row.Text(2),
        row.Text(3),
        row.TextOrNull(4),
        row.TextOrNull(5),
        row.Time(6),
        row.TimeOrNull(7),
        row.TimeOrNull(8));

    public static KnownHost Host(Row row) =>
        new(row.Long(0), row.Text(1), row.Text(2), row.Text(3), row.Time(4), row.TimeOrNull(5), row.TimeOrNull(6));

    public static KnownGuest Guest(Row row) => new(row.Long(0), row.Text(1), row.TextOrNull(2));

    public static HistoryMachineState MachineState(Row row) => new()
    {
        Since = row.Time(0),
        Until = row.TimeOrNull(1),
        Id = row.Text(2),
        Name = row.Text(3),
        PowerState = row.TextOrNull(4),
        BootTime = row.TimeOrNull(5),
        Cluster = row.TextOrNull(6),
        Host = row.TextOrNull(7),
        HostHz = row.FrequencyOrNull(8),
        HomeHost = row.TextOrNull(9),
        HomeHz = row.FrequencyOrNull(10),
        HomeSource = row.NameOrNull<HomeSource>(11),
        HomeCertainty = row.NameOrNull<HomeCertainty>(12),
        HomeSince = row.TimeOrNull(13),
        Placement = row.Name<Placement>(14),
        State = row.NameOrNull<ClockState>(15),
        Cause = row.NameOrNull<ClockCause>(16),
        Settings = SettingsText.Read(row.Text(17)),
    };

    public static HistoryHostState HostState(Row row) =>
        new(row.Time(0), row.TimeOrNull(1), HostStateColumns.Read(row, 4, row.Text(2), row.Text(3)));

    public static HistoryScan Scan(Row row) => new(
        row.Time(0), Guid.Parse(row.Text(1)), row.Flag(2), row.Int(3), row.Int(4), row.Int(5), row.Int(6), row.Int(7));

    public static VCenterPoint FleetScan(Row row) => new(row.Long(8), Scan(row));

    public static HistoryMeasurement Measurement(Row row) => new(
        row.Time(0),
        row.Name<MeasurementSource>(1).ToDocumentName(),
        row.Name<ClockState>(2),
        row.Name<ClockCause>(3),
        row.DurationOrNull(4),
        row.DurationOrNull(5),
        row.DurationOrNull(6),
        row.FrequencyOrNull(7),
        row.FrequencyOrNull(8));

    public static HistoryChange Change(Row row)
    {
        var (machine, guest, host) = (row.TextOrNull(9), row.LongOrNull(10), row.TextOrNull(11));
        var subject = machine is not null ? ChangeSubject.VirtualMachine : guest is not null ? ChangeSubject.Guest : ChangeSubject.Host;
        return new HistoryChange(
            row.Time(0),
            row.Flag(1),
            row.Name<ChangeKind>(2).ToDocumentName(),
            subject.ToDocumentName(),
            Server: row.TextOrNull(7),
            Cluster: row.TextOrNull(3),
            Name: row.Text(8),
            Id: machine ?? (guest is null ? host : null),
            What: row.TextOrNull(4),
            Earlier: row.TextOrNull(5),
            Later: row.TextOrNull(6));
    }
}

/// <summary>The scans of vCenters as one line of the fleet: for a vCenter that a scan did not see, the last one counts on.</summary>
internal static class FleetPoints
{
    /// <summary>A point for each scan.</summary>
    /// <param name="before">The last scan of each vCenter before the stretch.</param>
    /// <param name="within">The scans of the stretch, in the order of time.</param>
    public static IReadOnlyList<HistoryScan> Merge(IEnumerable<VCenterPoint> before, IEnumerable<VCenterPoint> within)
    {
        var known = before.ToDictionary(point => point.VCenter, point => point.Scan);
        var points = new List<HistoryScan>();
        foreach (var scan in within.GroupBy(point => point.Scan.DocumentId))
        {
            foreach (var point in scan)
            {
                known[point.VCenter] = point.Scan;
            }

            var seen = known.Values;
            points.Add(new HistoryScan(
                scan.Min(point => point.Scan.At),
                scan.Key,
                seen.All(each => each.IsFull),
                seen.Sum(each => each.Hosts),
                seen.Sum(each => each.Home),
                seen.Sum(each => each.Away),
                seen.Sum(each => each.Unknown),
                seen.Sum(each => each.Off)));
        }

        return points;
    }
}

internal sealed record VCenterPoint(long VCenter, HistoryScan Scan);
