namespace TimerProbe.EndToEnd.Running;

/// <summary>The library that gives clock reads a cost: tests/lab/slow-clock.</summary>
internal static class SlowClock
{
    public static string Library { get; } = Repository.Path("tests", "lab", "slow-clock", "bin", "libslowclock.so");

    /// <summary>The program with clocks that cost what the model says, in the words of the library's README.</summary>
    public static ProgramRun WithClocks(this ProgramRun program, string model) =>
        program.WithEnvironment("LD_PRELOAD", Library).WithEnvironment("SLOW_CLOCK", model);
}
