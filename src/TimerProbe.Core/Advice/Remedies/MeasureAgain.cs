namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Measuring again, where nothing else is called for.</summary>
internal static class MeasureAgain
{
    public static PlannedRemedy AfterMoves() => new(
        Setting.Anywhere,
        "Nothing to do while the clock is fast; measure again after each move",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["On the next host, the same difference may make every read trap."]);

    public static PlannedRemedy InferredHome() => new(
        Setting.VMware,
        "Measure in the guest first: that it is away is inferred",
        [new(Tools.TimerProbe, "timerprobe check --publish")],
        ["Its original frequency was concluded from what a vCenter keeps, not recorded. The guest knows it, and what a read of its clock costs."]);

    public static PlannedRemedy InTheGuest() => new(
        Setting.VMware,
        "Measure in the guest",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["Its finding (TP101 to TP115) names the cause and what to do about it. To include it in the next report, keep the document and "
            + "pass its folder to `timerprobe scan --guest-results`."]);
}
