using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Planning;

/// <summary>Which checks inside machines narrow a forecast.</summary>
internal static class Measured
{
    /// <summary>The most that are told.</summary>
    private const int Most = 1000;

    /// <summary>Those that narrow it most first, SQL Servers before others.</summary>
    public static IReadOnlyList<UsefulMeasurement> Of(
        IEnumerable<(PlannedCenter Center, VirtualMachineFacts Machine, int NarrowsBy)> open) =>
    [
        .. open.Where(each => each.NarrowsBy > 0).OrderByDescending(each => each.NarrowsBy).ThenByDescending(each =>
            each.Machine.SqlServerExpected)
            .ThenBy(each => each.Machine.Name, StringComparer.Ordinal).ThenBy(each => each.Machine.Id, StringComparer.Ordinal).Take(Most)
            .Select(each => new UsefulMeasurement(each.Center.Told(each.Machine), each.NarrowsBy, each.Machine.SqlServerExpected)),
    ];
}
