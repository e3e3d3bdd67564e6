namespace TimerProbe.Fleet.Store;

/// <summary>Reads rows in the order of columns that the queries of one kind share.</summary>
internal static class HistoryRows
{
    public static KnownSubject Machine(Row row) => new(
        row.Long(0),
        new HistorySubject(
            SubjectKind.VirtualMachine,
            row.Text(3),
            row.Text(1),
            row.Text(2),
            row.TextOrNull(4),
            row.Time(6),
            row.TimeOrNull(7),
            row.TimeOrNull(8)),
        row.TextOrNull(5));

    public static KnownSubject Host(Row row) => new(row.Long(0), new HistorySubject(
        SubjectKind.Host, row.Text(3), row.Text(1), row.Text(2), SmbiosUuid: null, row.Time(4), row.TimeOrNull(5), row.TimeOrNull(6)));

    public static KnownSubject Cluster(Row row) => new(row.Long(0), Undated(SubjectKind.Cluster, row.Text(2), row.Text(1)));

    public static KnownSubject Guest(Row row) =>
        new(row.Long(0), Undated(SubjectKind.Guest, row.Text(1), server: null) with { SmbiosUuid = row.TextOrNull(2) });

    public static HistorySubject Undated(SubjectKind kind, string name, string? server) =>
        new(kind, name, server, Id: null, SmbiosUuid: null, FirstSeenAt: null, GoneAt: null, ScannedAt: null);

    public static HistoryMachineState MachineState(Row row) =>
        new(row.Time(0), row.TimeOrNull(1), row.Json(3, StoreJson.Default.MachineState) with { Name = row.Text(2) });

    public static HistoryHostState HostState(Row row) =>
        new(row.Time(0), row.TimeOrNull(1), row.Json(3, StoreJson.Default.HostState) with { Name = row.Text(2) });

    public static HistoryScan Scan(Row row) => new(
        row.Time(0), Guid.Parse(row.Text(1)), row.Flag(2), row.Int(3), row.Int(4), row.Int(5), row.Int(6), row.Int(7));

    public static (long VCenter, HistoryScan Scan) FleetScan(Row row) => (row.Long(8), Scan(row));

    public static HistoryMeasurement Measurement(Row row, int first = 0) => new(
        row.Time(first),
        row.Text(first + 1),
        row.Name<ClockState>(first + 2),
        row.Name<ClockCause>(first + 3),
        row.DurationOrNull(first + 4),
        row.DurationOrNull(first + 5),
        row.DurationOrNull(first + 6),
        row.FrequencyOrNull(first + 7),
        row.FrequencyOrNull(first + 8));

    public static (long Guest, GuestResult Result) Check(Row row)
    {
        var joined = new JoinedGuest(Guid.Parse(row.Text(2)), row.Name<ClockState>(6), row.Name<ClockCause>(7), "")
        {
            MeasuredAt = row.Time(5),
            PreciseTimeNs = row.DurationOrNull(8),
            VirtualTscHz = row.FrequencyOrNull(9),
            Source = GuestSource.Store,
        };
        return (row.Long(0), new GuestResult(row.Text(3), row.TextOrNull(4), joined));
    }

    public static HistoryChange Change(Row row)
    {
        var (machine, guest, host) = (row.TextOrNull(9), row.LongOrNull(10), row.TextOrNull(11));
        var subject = machine is not null ? SubjectKind.VirtualMachine : guest is not null ? SubjectKind.Guest : SubjectKind.Host;
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
