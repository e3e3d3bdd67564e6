using System.Diagnostics;

namespace TimerProbe.EndToEnd.Running;

/// <summary>The library that makes reading the TSC trap, as it does in a virtual machine away from home.</summary>
internal static class TrappedClock
{
    public static string Library { get; } = Repository.Path("tests", "lab", "trapped-clock", "bin", "libtrappedclock.so");

    /// <summary>Whether the machine traps at all: some hypervisors take the processor's switch for it and do nothing. Its own test says so in its first lines.</summary>
    public static Lazy<bool> Traps { get; } = new(() =>
    {
        var start = new ProcessStartInfo(Repository.Path("tests", "lab", "trapped-clock", "bin", "selftest"),
            "trapped")
        { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        start.Environment["LD_PRELOAD"] = Library;
        using var test = Process.Start(start)!;
        _ = test.StandardError.ReadToEndAsync();
        return !test.StandardOutput.ReadToEnd().Contains("FAILED: not trapped", StringComparison.Ordinal);
    });

    /// <summary>The program with a trapped clock.</summary>
    public static ProgramRun Trapped(this ProgramRun program) => program.WithEnvironment("LD_PRELOAD", Library);
}
