namespace TimerProbe.Core.Advice;

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

    public static PlannedRemedy FollowTheCheck() => new(Setting.Anywhere, "Do what the check of this machine's clock advises",
        [new(Tools.TimerProbe, "timerprobe check --detail full")],
        ["The clock was measured here, before and after the workloads; the evidence names the check's findings (TP1xx). If the VM moved "
            + "between hosts with different frequencies, `timerprobe scan` shows that from vCenter."])
    {
        Suits = facts => facts.Measured.Checks.Any() && facts.CheckedCause is null,
    };

    public static PlannedRemedy SaveRun() => new(Setting.Anywhere, "Keep a run from a day when the server is fast, to compare with",
        [new(Tools.TimerProbe, "timerprobe sql --output json --out fast.json")],
        ["Only runs of the same instance and major version are compared, each with its own controls."])
    {
        Verify = Verify,
    };

    public static PlannedRemedy RunAgain(string action, string caveat) =>
        new(Setting.Anywhere, action, [new(Tools.TimerProbe, "timerprobe sql --repeat 9")], [caveat]) { Verify = Verify };
}
