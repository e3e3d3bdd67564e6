namespace TimerProbe.Core.Advice;

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
        ["Its finding (TP1xx) names the cause and what to do about it. To include it in the next report, keep the document and "
            + "pass its folder to `timerprobe scan --guest-results`."]);
}

internal static class SqlRemedies
{
    public const string Verify = "timerprobe sql";

    public static PlannedRemedy CheckTheMachine() => new(
        Setting.Anywhere,
        "Measure the clock on the server's own machine to find the cause",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["No administrator rights are needed. Its finding (TP1xx) says what to do; if the VM moved between hosts with different "
            + "frequencies, `timerprobe scan` shows that from vCenter."])
    {
        Suits = facts => !facts.Measured.Checks.Any(),
    };

    public static PlannedRemedy FollowTheCheck() => new(
        Setting.Anywhere,
        "Do what the check of this machine's clock advises",
        [new(Tools.TimerProbe, "timerprobe check --detail full")],
        ["The clock was measured here, before and after the workloads; the evidence names the check's findings (TP1xx). If the VM moved "
            + "between hosts with different frequencies, `timerprobe scan` shows that from vCenter."])
    {
        Suits = facts => facts.Measured.Checks.Any() && facts.CheckedCause is null,
    };

    public static PlannedRemedy SaveRun() => new(
        Setting.Anywhere,
        "Keep a run from a day when the server is fast, to compare with",
        [new(Tools.TimerProbe, "timerprobe sql --output json --out fast.json")],
        ["Only runs of the same instance and major version are compared, each with its own controls."])
    {
        Verify = Verify,
    };

    public static PlannedRemedy RunAgain(string action, string caveat) =>
        new(Setting.Anywhere, action, [new(Tools.TimerProbe, "timerprobe sql --repeat 9")], [caveat]) { Verify = Verify };
}
