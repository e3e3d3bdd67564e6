namespace TimerProbe.EndToEnd.Running;

/// <summary>The library that makes the date of a program another.</summary>
internal static class OtherDay
{
    public static string Library { get; } = Repository.Path("tests", "lab", "other-day", "bin", "libotherday.so");

    /// <summary>The program as it would have run so long ago.</summary>
    public static ProgramRun Earlier(this ProgramRun program, TimeSpan ago) => program
        .WithEnvironment("LD_PRELOAD", Library).WithEnvironment("OTHER_DAY_SECONDS", ((long)-ago.TotalSeconds).ToString());

    /// <summary>The program with a clock that is ahead by what <see cref="Set"/> last wrote into a file, which is there already.</summary>
    public static ProgramRun WithSteps(this ProgramRun program, string file) => program
        .WithEnvironment("LD_PRELOAD", Library).WithEnvironment("OTHER_DAY_FILE", file);

    public static void Set(string file, long seconds)
    {
        using var steps = new FileStream(file, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite);
        steps.Write(BitConverter.GetBytes(seconds));
    }
}
