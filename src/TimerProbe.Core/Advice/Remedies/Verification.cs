using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Remedies;

/// <summary>The commands that show whether a remedy helped.</summary>
internal static class Verification
{
    /// <summary>Measures the cost of the clock.</summary>
    public const string Cost = "timerprobe check";

    /// <summary>Measures the rate of the clock besides, on Windows; on Linux it proves nothing, as both clocks have one timekeeper.</summary>
    public const string Rate = "timerprobe check --drift 30s";

    /// <summary>Reads what vCenter knows once more.</summary>
    public const string Scan = "timerprobe scan";

    /// <summary>The command for a machine: none that proves nothing there.</summary>
    public static string On(MachineFacts machine, string verify) => verify == Rate && machine.Windows is not { Wine: null } ? Cost : verify;

    /// <summary>The command for a virtual machine of a fleet, by its guest OS type.</summary>
    public static string On(VirtualMachineFacts? machine, string verify) =>
        verify == Rate && machine?.GuestId?.StartsWith("win", StringComparison.OrdinalIgnoreCase) != true ? Cost : verify;

    /// <summary>The command for a page, which is read on every machine.</summary>
    public static string InWords(string verify) => verify == Rate
        ? $"`{Rate}`; on Linux, where that proves nothing, with `{Cost}` for the cost and `chronyc tracking` for the rate"
        : $"`{verify}`";
}
