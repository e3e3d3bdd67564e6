namespace TimerProbe.Core.Facts;

/// <summary>The verdict about this machine's clock.</summary>
/// <param name="State">What a read of precise time costs.</param>
/// <param name="Cause">Why, when it is not healthy.</param>
/// <param name="Confidence">How the cause is known; null without a cause.</param>
/// <param name="Because">One sentence with the figures that decided.</param>
public sealed record Verdict(ClockState State, ClockCause Cause, Confidence? Confidence, string Because);
