namespace TimerProbe.EndToEnd.Running;

/// <summary>
/// What a test needs of the machine. Where it is missing the test is skipped with the reason; in CI, where tests/run has
/// installed everything that can be installed, a gap in that is a failure.
/// </summary>
internal static class Needs
{
    public static void Linux() => Assert.SkipUnless(OperatingSystem.IsLinux(), "this test drives Linux");

    public static void TrappedClock()
    {
        Linux();
        Met(File.Exists(Running.TrappedClock.Library), "the trapped-clock library is not built: run tests/run");
    }

    public static void OtherDay()
    {
        Linux();
        Met(File.Exists(Running.OtherDay.Library), "the library of another day is not built: run tests/run");
    }

    public static void SelfContained()
    {
        Linux();
        Met(File.Exists(TimerProbeProgram.SelfContained.FileName), "the single file for Linux is not published: run tests/run");
    }

    public static void Wine()
    {
        Linux();
        Met(File.Exists("/usr/bin/wine"), "Wine is not installed: run tests/run as root");
        Met(File.Exists(TimerProbeProgram.UnderWine.Arguments[0]), "the single file for Windows is not published: run tests/run");
    }

    public static void WinePrefix()
    {
        Wine();
        Met(File.Exists(Path.Combine(TimerProbeProgram.UnderWine.Environment["WINEPREFIX"]!, "system.reg")), "the Wine prefix is not made: run tests/run");
    }

    public static void SimulatedVCenter()
    {
        Linux();
        Met(File.Exists(Running.SimulatedVCenter.Program), "the simulated vCenter is not built: run tests/run");
    }

    public static void Program(string name)
    {
        Linux();
        Met(
            Environment.GetEnvironmentVariable("PATH")!.Split(':').Any(folder => File.Exists(Path.Combine(folder, name))),
            $"{name} is not installed: run tests/run as root");
    }

    public static void Root(string what) => Assert.SkipUnless(Environment.IsPrivilegedProcess, $"{what} takes root");

    private static void Met(bool condition, string otherwise)
    {
        if (condition)
        {
            return;
        }

        if (Environment.GetEnvironmentVariable("CI") == "true")
        {
            Assert.Fail($"Not skipped in CI: {otherwise}");
        }

        Assert.Skip(otherwise);
    }
}
