using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Placement;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Saving;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.History;

/// <summary>The newest check that a store has of a guest.</summary>
/// <param name="Guest">The guest, by its number in the store.</param>
/// <param name="RunId">The run that saved it; what is saved later has a higher one.</param>
/// <param name="Result">What it says; the UUID in the spelling of <see cref="Changes.GuestIdentity"/>.</param>
public sealed record SavedCheck(long Guest, long RunId, GuestResult Result)
{
    /// <summary>How far ahead of the store's clock a check may be dated; one beyond is of a wrong clock, and hides no other.</summary>
    internal static readonly TimeSpan MostAhead = TimeSpan.FromMinutes(10);

    internal static SavedCheck Read(Row row)
    {
        var joined = new JoinedGuest(Guid.Parse(row.Text(2)), row.Name<ClockState>(6), row.Name<ClockCause>(7), "")
        {
            MeasuredAt = row.Time(5),
            PreciseTimeNs = row.DurationOrNull(8),
            VirtualTscHz = row.FrequencyOrNull(9),
            Source = GuestSource.Store,
        };
        return new SavedCheck(row.Long(0), row.Long(1), new GuestResult(row.Text(3), row.TextOrNull(4), joined));
    }
}

internal static class StoredTrend
{
    /// <summary>So many scans make a trend: a month of nightly ones.</summary>
    private const long Most = 30;

    /// <summary>The scans that saw all of these vCenters, and what changed since the last; null where one was never scanned.</summary>
    public static async Task<ScanTrend?> ReadAsync(StoreSession session, ScanDocument document)
    {
        var vcenters = document.VCenters.Where(vcenter => vcenter.Status != ReadStatus.Failed).ToList();
        var (points, changes) = (new List<HistoryScan>(), new List<FleetChange>());
        foreach (var vcenter in vcenters)
        {
            if (await VCenterMemory.FindAsync(session, vcenter) is not { } known
                || known.LastScanAt is null
                || known.LastScanAt >= document.StartedAt)
            {
                return null;
            }

            points.AddRange(await session.QueryAsync(
                "scan-before",
                HistoryRows.Scan,
                ("id", known.Id),
                ("before", document.StartedAt.ToUnixTimeMilliseconds()),
                ("most", Most)));
            var machines = await MachineRows.ReadAsync(session, known.Id);
            var later = VCenterState.From(vcenter, document.Scope, document.StartedAt).WithVerdictFrom(machines.Present);
            changes.AddRange(known.ChangesTo(later, await HostRows.ReadAsync(session, known.Id), machines));
        }

        var scans = points.GroupBy(point => point.DocumentId)
            .Where(scan => scan.Count() == vcenters.Count)
            .Select(Sum)
            .OrderBy(scan => scan.At)
            .ToList();
        return scans.Count == 0 ? null : new ScanTrend(scans, Counted(changes));
    }

    private static EarlierScan Sum(IEnumerable<HistoryScan> scan) => new(
        scan.Min(point => point.At),
        scan.All(point => point.IsFull),
        scan.Sum(point => point.Home),
        scan.Sum(point => point.Away),
        scan.Sum(point => point.Unknown),
        scan.Sum(point => point.Off));

    private static IReadOnlyList<ChangeCount> Counted(IEnumerable<FleetChange> changes) =>
    [
        .. changes.CountBy(change => change.Kind)
            .OrderByDescending(kind => kind.Value)
            .ThenBy(kind => kind.Key)
            .Select(kind => new ChangeCount(kind.Key.ToDocumentName(), kind.Value)),
    ];
}

/// <summary>
/// The homes that a store knows. A machine is found by its managed object id in its vCenter; one that came from another vCenter by
/// its SMBIOS UUID, if only one machine there has it.
/// </summary>
internal sealed class StoredHomes : IHomeHistory
{
    private readonly Dictionary<(string VCenter, string Id), RememberedHome> _byId;
    private readonly ILookup<string, (string VCenter, RememberedHome Home)> _byUuid;
    private readonly ILookup<(string VCenter, string Id), HostRecord> _hosts;

    private StoredHomes(
        List<(string VCenter, string Id, string? Uuid, RememberedHome Home)> rows,
        List<(string VCenter, string Id, HostRecord Record)> hosts)
    {
        _byId = rows.DistinctBy(row => (row.VCenter, row.Id)).ToDictionary(row => (row.VCenter, row.Id), row => row.Home);
        _byUuid = rows.Where(row => row.Uuid is not null)
            .ToLookup(row => row.Uuid!, row => (row.VCenter, row.Home), StringComparer.Ordinal);
        _hosts = hosts.ToLookup(row => (row.VCenter, row.Id), row => row.Record);
    }

    public static async Task<IHomeHistory> ReadAsync(StoreSession session, DateTimeOffset now) => new StoredHomes(
        await session.QueryAsync(
            "homes",
            row => (row.Text(0), row.Text(1), row.TextOrNull(2), new RememberedHome(
                row.TextOrNull(3), row.Frequency(4), row.TimeOrNull(5), row.TimeOrNull(6), row.Time(7), row.TimeOrNull(8))
            {
                Source = row.NameOrNull<HomeSource>(9),
                Certainty = row.NameOrNull<HomeCertainty>(10),
            }),
            ("oldest", (now - HomeMemory.LongestGap).ToUnixTimeMilliseconds())),
        await session.QueryAsync(
            "host-records",
            row => (row.Text(0), row.Text(1), new HostRecord(row.Frequency(2), row.TextOrNull(3), row.Time(4), row.Time(5)))));

    public RememberedHome? Find(VCenterFacts vcenter, VirtualMachineFacts machine)
    {
        var here = VCenterMemory.IdentityOf(vcenter);
        if (_byId.TryGetValue((here, machine.Id), out var home))
        {
            return home;
        }

        var elsewhere = GuestIdentity.Canonical(machine.Uuid) is { } uuid
            ? _byUuid[uuid].Where(each => each.VCenter != here).Take(2).ToList()
            : [];
        return elsewhere is [var one] ? one.Home : null;
    }

    public IReadOnlyList<HostRecord> FindHost(VCenterFacts vcenter, string host) => [.. _hosts[(VCenterMemory.IdentityOf(vcenter), host)]];
}
