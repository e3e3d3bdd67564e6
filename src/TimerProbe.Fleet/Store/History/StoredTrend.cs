using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store.Saving;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Store.History;

/// <summary>What a store knows of earlier scans of the vCenters of a scan.</summary>
internal static class StoredTrend
{
    /// <summary>So many scans make a trend: a month of nightly ones.</summary>
    private const long Most = 30;

    /// <summary>The scans that saw all of these vCenters, and what changed since the last; null where one of them was never scanned.</summary>
    public static async Task<ScanTrend?> ReadAsync(StoreSession session, ScanDocument document)
    {
        var vcenters = document.VCenters.Where(vcenter => vcenter.Status != ReadStatus.Failed).ToList();
        var (points, changes) = (new List<ScanPoint>(), new List<FleetChange>());
        foreach (var vcenter in vcenters)
        {
            if (await VCenterMemory.FindAsync(session, vcenter) is not { } known || known.LastScanAt is null || known.LastScanAt >= document.StartedAt)
            {
                return null;
            }

            points.AddRange(await session.QueryAsync("scan-before", HistoryRows.Scan, ("id", known.Id), ("before", document.StartedAt.ToUnixTimeMilliseconds()), ("most", Most)));
            var machines = await MachineRows.ReadAsync(session, known.Id);
            var later = VCenterState.From(vcenter, document.Scope, document.StartedAt).Remembering(machines.Present);
            changes.AddRange(known.ChangesTo(later, await HostRows.ReadAsync(session, known.Id), machines));
        }

        var scans = points.GroupBy(point => point.DocumentId).Where(scan => scan.Count() == vcenters.Count).Select(Together).OrderBy(scan => scan.At).ToList();
        return scans.Count == 0 ? null : new ScanTrend(scans, Counted(changes));
    }

    private static EarlierScan Together(IEnumerable<ScanPoint> scan) => new(
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
