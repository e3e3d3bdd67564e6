using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal static class VerdictSeverity
{
    public const string InWords = "Follows the verdict: critical when the clock is slow, warning when it is suspicious or unclear, "
        + "info when it is only worth a check.";

    public static Severity Of(ClockState state) => state switch
    {
        ClockState.Slow => Severity.Critical,
        ClockState.Suspicious or ClockState.Unclear => Severity.Warning,
        _ => Severity.Info,
    };
}
