using TimerProbe.Core.Documents;

namespace TimerProbe.Fleet.Store.History;

/// <summary>
/// The scans of several vCenters as one line of the whole fleet: of a vCenter that a scan did not see, what was last seen counts on.
/// </summary>
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
