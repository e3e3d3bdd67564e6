namespace TimerProbe.Core.Planning;

internal static class UsefulMeasurements
{
    private const int MaxMeasurements = 1000;

    private static IEnumerable<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> SelectFewest(
        List<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> open)
    {
        foreach (var same in open.GroupBy(item =>
            (item.Center, Class: item.Machine.IsClockOpen ? HostClasses.GetId(item.Center.GetHost(item.Machine)) : null)))
        {
            var settling = same.Key.Class is { } id
                ? same.Key.Center.Facts.Classes?.FirstOrDefault(item => item.Id == id)?.SettleBy
                    .Where(item => item.Kind == SettlingKind.Guest)
                    .Select(item => (item.Machine, item.Host))
                    .ToHashSet()
                : null;
            var named = same.Where(item => settling?.Contains((item.Machine.Name, item.Machine.Host ?? "")) == true).ToList();
            foreach (var item in named)
            {
                yield return (item.Center, item.Machine, same.Sum(one => one.NarrowsBy));
            }

            foreach (var item in same.Where(_ => named.Count == 0))
            {
                yield return item;
            }
        }
    }

    public static IReadOnlyList<UsefulMeasurement> From(
        IEnumerable<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> open) =>
    [
        .. SelectFewest([.. open.Where(item => item.NarrowsBy > 0)])
            .OrderByDescending(item => item.NarrowsBy)
            .ThenByDescending(item => item.Machine.SqlServerExpected)
            .ThenBy(item => item.Machine.Name, StringComparer.Ordinal)
            .ThenBy(item => item.Machine.Id, StringComparer.Ordinal)
            .Take(MaxMeasurements)
            .Select(item => new UsefulMeasurement(item.Center.InPlan(item.Machine), item.NarrowsBy, item.Machine.SqlServerExpected)),
    ];
}
