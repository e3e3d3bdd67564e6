namespace TimerProbe.Core.Planning;

internal static class UsefulMeasurements
{
    private const int Most = 1000;

    private static IEnumerable<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> Fewest(
        List<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> open)
    {
        foreach (var same in open.GroupBy(each =>
            (each.Center, Class: each.Machine.IsClockOpen ? HostClasses.IdOf(each.Center.HostOf(each.Machine)) : null)))
        {
            var settling = same.Key.Class is { } id
                ? same.Key.Center.Facts.Classes?.FirstOrDefault(each => each.Id == id)?.SettleBy
                    .Where(each => each.Kind == SettlingKind.Guest)
                    .Select(each => (each.Machine, each.Host))
                    .ToHashSet()
                : null;
            var named = same.Where(each => settling?.Contains((each.Machine.Name, each.Machine.Host ?? "")) == true).ToList();
            foreach (var each in named)
            {
                yield return (each.Center, each.Machine, same.Sum(one => one.NarrowsBy));
            }

            foreach (var each in same.Where(_ => named.Count == 0))
            {
                yield return each;
            }
        }
    }

    public static IReadOnlyList<UsefulMeasurement> From(
        IEnumerable<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> open) =>
    [
        .. Fewest([.. open.Where(each => each.NarrowsBy > 0)])
            .OrderByDescending(each => each.NarrowsBy)
            .ThenByDescending(each => each.Machine.SqlServerExpected)
            .ThenBy(each => each.Machine.Name, StringComparer.Ordinal)
            .ThenBy(each => each.Machine.Id, StringComparer.Ordinal)
            .Take(Most)
            .Select(each => new UsefulMeasurement(each.Center.InPlan(each.Machine), each.NarrowsBy, each.Machine.SqlServerExpected)),
    ];
}
