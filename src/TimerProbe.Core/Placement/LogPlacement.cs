using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>Where a machine was by its own log.</summary>
public static class LogPlacement
{
    /// <summary>The log with the placement that its newest rates come to; unknown where one of them is missing.</summary>
    public static VmLog Of(VmLog log, FrequencyRules rules) => log.DifferencePpm is { } difference
        ? log with
        {
            Comparison = rules.Compare(difference),
            Placement = difference.Magnitude.Value <= rules.Tolerance.Value ? Facts.Placement.Home : Facts.Placement.Away,
        }
        : log;
}
