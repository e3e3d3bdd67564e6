using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>How much a finding matters that says why the clock is expensive.</summary>
internal static class VerdictSeverity
{
    /// <summary>The words for <see cref="Of"/> on a rule's page.</summary>
    public const string InWords = "Follows the verdict: critical when the clock is slow, warning when it is suspicious or unclear, "
        + "info when it is only worth a check.";

    public static Severity Of(ClockState state) => state switch
    {
        ClockState.Slow => Severity.Critical,
        ClockState.Suspicious or ClockState.Unclear => Severity.Warning,
        _ => Severity.Info,
    };
}
