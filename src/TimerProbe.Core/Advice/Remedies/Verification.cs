namespace TimerProbe.Core.Advice;

/// <summary>What shows whether a remedy helped, and measuring where that is all there is to do.</summary>
internal static class Verification
{
    public const string Cost = "timerprobe check";

    public const string Rate = "timerprobe check --drift 60s --reference HOST";

    public const string Time = "timerprobe check --reference HOST";

    public const string Scan = "timerprobe scan";

    private const string Stripchart = "`w32tm /stripchart /computer:HOST /samples:30 /period:2`";

    public static IReadOnlyList<string> CaveatsOn(MachineFacts machine, string verify) => Caveats(verify, machine.Windows is not null);

    public static IReadOnlyList<string> CaveatsOn(VirtualMachineFacts? machine, string verify) =>
        Caveats(verify, machine?.HasWindows == true);

    public static string InWords(string verify) => IsAgainstReference(verify)
        ? $"`{verify}`, where HOST is an NTP server that the guest can reach; also, on Windows, with {Stripchart}, on Linux with `chronyc tracking`"
        : $"`{verify}`";

    public static PlannedRemedy MeasureAfterMoves() => new(
        Setting.Anywhere,
        "Nothing to do while the clock is fast; measure again after each move",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["On the next host, the same difference may make every read trap."]);

    public static PlannedRemedy MeasureInferredHome() => new(Setting.VMware, "Measure in the guest first: that it is away is inferred",
        [new(Tools.TimerProbe, "timerprobe check --publish")],
        ["Its original frequency was concluded from what a vCenter keeps, not recorded. The guest knows it, and what a read of its clock costs."]);

    public static PlannedRemedy MeasureInTheGuest() => new(Setting.VMware, "Measure in the guest",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["Its finding (TP1xx) names the cause and what to do about it. To include it in the next report, keep the document and "
            + "pass its folder to `timerprobe scan --guest-results`."]);

    private static bool IsAgainstReference(string verify) => verify is Rate or Time;

    private static IReadOnlyList<string> Caveats(string verify, bool windows) =>
        !IsAgainstReference(verify) ? []
        : windows ? [$"To verify, HOST is an NTP server that the guest can reach. Also run {Stripchart}: its offsets must not grow steadily."]
        : ["To verify, HOST is an NTP server that the guest can reach; `chronyc tracking` or `ntpq -p` shows the same from the time service's side."];
}
