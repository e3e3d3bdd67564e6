namespace TimerProbe.EndToEnd.Running;

/// <summary>Libraries of tests/lab that give a program other clocks.</summary>
internal static class LabClocks
{
    /// <summary>Makes reading the TSC trap, as it does in a virtual machine away from home.</summary>
    public static string Trapping { get; } = Library("trapped-clock", "libtrappedclock.so");

    public static string Slow { get; } = Library("slow-clock", "libslowclock.so");

    public static string OtherDay { get; } = Library("other-day", "libotherday.so");

    /// <summary>Whether the machine traps at all: some hypervisors take the processor's switch for it and do nothing. The library's own test says so in its first lines.</summary>
    public static Lazy<bool> Traps { get; } = new(() =>
    {
        var start = new ProcessStartInfo(Library("trapped-clock", "selftest"), "trapped") { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        start.Environment["LD_PRELOAD"] = Trapping;
        using var test = Process.Start(start)!;
        _ = test.StandardError.ReadToEndAsync();
        return !test.StandardOutput.ReadToEnd().Contains("FAILED: not trapped", StringComparison.Ordinal);
    });

    public static ProgramRun Trapped(this ProgramRun program) => program.WithEnvironment("LD_PRELOAD", Trapping);

    /// <summary>The program with clocks that cost what the model says, in the words of tests/lab/slow-clock/README.md.</summary>
    public static ProgramRun WithClocks(this ProgramRun program, string model) => program.WithEnvironment("LD_PRELOAD", Slow).WithEnvironment("SLOW_CLOCK", model);

    /// <summary>The program as it would have run so long ago.</summary>
    public static ProgramRun Earlier(this ProgramRun program, TimeSpan ago) =>
        program.WithEnvironment("LD_PRELOAD", OtherDay).WithEnvironment("OTHER_DAY_SECONDS", ((long)-ago.TotalSeconds).ToString());

    /// <summary>The program with a clock that is ahead by what <see cref="SetSteps"/> last wrote into a file, which is there already.</summary>
    public static ProgramRun WithSteps(this ProgramRun program, string file) => program.WithEnvironment("LD_PRELOAD", OtherDay).WithEnvironment("OTHER_DAY_FILE", file);

    public static void SetSteps(string file, long seconds)
    {
        using var steps = new FileStream(file, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite);
        steps.Write(BitConverter.GetBytes(seconds));
    }

    private static string Library(string lab, string file) => Repository.Path("tests", "lab", lab, "bin", file);
}
