namespace TimerProbe.EndToEnd.Running;

/// <summary>The program: in this process, and the executables in the forms that users get them.</summary>
internal static class TimerProbeProgram
{
    /// <summary>
    /// The program without a process of its own, by the entry that the executable has: for what its arguments, its input, its files and its own environment
    /// variables decide. A run that is given what only a process has is one of <see cref="Fastest"/>.
    /// </summary>
    public static ProgramRun InProcess { get; } = new("timerprobe", []) { IsInProcess = true };

    /// <summary>The build output, run by the shared framework.</summary>
    public static ProgramRun FrameworkDependent { get; } =
        new("dotnet", [Repository.Path("src", "TimerProbe.Cli", "bin", Configuration, "net10.0", "timerprobe.dll")]);

    public static ProgramRun SelfContained { get; } = new(Published("linux-x64", "timerprobe"), []);

    /// <summary>The single file for Linux, which starts in half the time, unless a source is newer or none is published: the build output then.</summary>
    public static ProgramRun Fastest { get; } = IsPublishedOfThisSource() ? SelfContained : FrameworkDependent;

    public static ProgramRun UnderWine { get; } = new ProgramRun("wine", [Published("win-x64", "timerprobe.exe")]) { IsOnWine = true }
        .WithEnvironment("WINEDEBUG", "-all")
        .WithEnvironment("WINEPREFIX", System.Environment.GetEnvironmentVariable("TIMERPROBE_WINEPREFIX")
            ?? Path.Combine(System.Environment.GetFolderPath(System.Environment.SpecialFolder.UserProfile), ".cache", "timerprobe-tests", "wine"))
        .WithEnvironment("DOTNET_EnableWriteXorExecute", "0");

    /// <summary>The single file for Windows or Linux, where a test can run it.</summary>
    public static ProgramRun SingleFile(bool isForWindows)
    {
        (isForWindows ? (Action)Needs.Wine : Needs.SelfContained)();
        return isForWindows ? UnderWine : SelfContained;
    }

    private static string Configuration =>
#if DEBUG
        "Debug";
#else
        "Release";
#endif

    /// <summary>The rule of tests/run, which publishes again otherwise.</summary>
    private static bool IsPublishedOfThisSource()
    {
        var file = new FileInfo(SelfContained.FileName);
        return OperatingSystem.IsLinux() && file.Exists
            && Files("src").Concat(Files("sqlscripts")).All(source => source.LastWriteTimeUtc <= file.LastWriteTimeUtc || IsBuilt(source));

        static IEnumerable<FileInfo> Files(string folder) => new DirectoryInfo(Repository.Path(folder)).EnumerateFiles("*", SearchOption.AllDirectories);

        static bool IsBuilt(FileInfo file) =>
            file.FullName.Contains("/obj/", StringComparison.Ordinal) || file.FullName.Contains("/bin/", StringComparison.Ordinal);
    }

    private static string Published(string runtime, string file) => Repository.Path("artifacts", "publish", runtime, file);
}
