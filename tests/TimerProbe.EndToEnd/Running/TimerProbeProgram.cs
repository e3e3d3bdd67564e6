namespace TimerProbe.EndToEnd.Running;

/// <summary>The real executable, in the forms that users get it.</summary>
internal static class TimerProbeProgram
{
    /// <summary>The build output, run by the shared framework.</summary>
    public static ProgramRun FrameworkDependent { get; } =
        new("dotnet", [Repository.Path("src", "TimerProbe.Cli", "bin", Configuration, "net10.0", "timerprobe.dll")]);

    /// <summary>The single file for Linux.</summary>
    public static ProgramRun SelfContained { get; } = new(Published("linux-x64", "timerprobe"), []);

    /// <summary>The single file for Windows, under Wine.</summary>
    public static ProgramRun UnderWine { get; } = new ProgramRun("wine", [Published("win-x64", "timerprobe.exe")]) { IsOnWine = true }
        .WithEnvironment("WINEDEBUG", "-all")
        .WithEnvironment("WINEPREFIX", System.Environment.GetEnvironmentVariable("TIMERPROBE_WINEPREFIX") ?? Path.Combine(System.Environment.GetFolderPath(System.Environment.SpecialFolder.UserProfile), ".cache", "timerprobe-tests", "wine"))
        .WithEnvironment("DOTNET_EnableWriteXorExecute", "0");

    private static string Configuration =>
#if DEBUG
        "Debug";
#else
        "Release";
#endif

    private static string Published(string runtime, string file) => Repository.Path("artifacts", "publish", runtime, file);
}
