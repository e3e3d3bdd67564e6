namespace TimerProbe.Core.Advice;

internal static class Verification
{
    public const string Cost = "timerprobe check";

    public const string Rate = "timerprobe check --drift 60s --reference HOST";

    public const string Scan = "timerprobe scan";

    private const string Stripchart = "`w32tm /stripchart /computer:HOST /samples:30 /period:2`";

    public static IReadOnlyList<string> CaveatsOn(MachineFacts machine, string verify) => Caveats(verify, machine.Windows is not null);

    public static IReadOnlyList<string> CaveatsOn(VirtualMachineFacts? machine, string verify) =>
        Caveats(verify, machine?.GuestId?.StartsWith("win", StringComparison.OrdinalIgnoreCase) == true);

    public static string InWords(string verify) => verify == Rate
        ? $"`{Rate}`, where HOST is an NTP server that the guest can reach; also, on Windows, with {Stripchart}, on Linux with `chronyc tracking`"
        : $"`{verify}`";

    private static IReadOnlyList<string> Caveats(string verify, bool windows) =>
        verify != Rate ? []
        : windows ? [$"To verify, HOST is an NTP server that the guest can reach. Also run {Stripchart}: its offsets must not grow steadily."]
        : ["To verify, HOST is an NTP server that the guest can reach; `chronyc tracking` or `ntpq -p` shows the same from the time service's side."];
}
