namespace TimerProbe.EndToEnd.Running;

/// <summary>The library that makes reading the TSC trap, as it does in a virtual machine away from home.</summary>
internal static class TrappedClock
{
    public static string Library { get; } = Repository.Path("tests", "lab", "trapped-clock", "bin", "libtrappedclock.so");

    /// <summary>The program with a trapped clock.</summary>
    public static ProgramRun Trapped(this ProgramRun program) => program.WithEnvironment("LD_PRELOAD", Library);
}
