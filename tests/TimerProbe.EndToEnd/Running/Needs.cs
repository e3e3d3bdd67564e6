namespace TimerProbe.EndToEnd.Running;

/// <summary>What a test needs of the machine, and the reason it is skipped for without it: see <see cref="Requirement"/>.</summary>
internal static class Needs
{
    public static void Linux() => Assert.SkipUnless(OperatingSystem.IsLinux(), "this test drives Linux");

    public static void TrappedClock()
    {
        FileOfLinux(LabClocks.Trapping, "the trapped-clock library is not built: run tests/run");
        Assert.SkipUnless(LabClocks.Traps.Value, "this machine's hypervisor lets no process trap its reads of the TSC (PR_SET_TSC has no effect)");
    }

    public static void SlowClock() => FileOfLinux(LabClocks.Slow, "the slow-clock library is not built: run tests/run");

    public static void OtherDay() => FileOfLinux(LabClocks.OtherDay, "the library of another day is not built: run tests/run");

    public static void SelfContained() => FileOfLinux(TimerProbeProgram.SelfContained.FileName, "the single file for Linux is not published: run tests/run");

    public static void Wine()
    {
        WineIsThere();
        SharedWine.Start();
    }

    public static void WinePrefix()
    {
        WineIsThere();
        Requirement.Met(File.Exists(Path.Combine(TimerProbeProgram.UnderWine.Environment["WINEPREFIX"]!, "system.reg")), "the Wine prefix is not made: run tests/run");
    }

    private static void WineIsThere()
    {
        FileOfLinux("/usr/bin/wine", "Wine is not installed: run tests/run as root");
        PublishedForWindows();
    }

    public static void PublishedForWindows() =>
        Requirement.Met(File.Exists(TimerProbeProgram.UnderWine.Arguments[0]), "the single file for Windows is not published: run tests/run");

    public static void SimulatedVCenter() => FileOfLinux(Running.SimulatedVCenter.Program, "the simulated vCenter is not built: run tests/run");

    /// <summary>What stands for govc: the commands of it that the scripts of remedies call.</summary>
    public static string GovcProgram { get; } = Repository.Path("tests", "lab", "govc", "bin", "govc");

    public static void Govc() => FileOfLinux(GovcProgram, "the commands of govc are not built: run tests/run");

    public static void Program(string name)
    {
        Linux();
        Requirement.Met(
            Environment.GetEnvironmentVariable("PATH")!.Split(':').Any(folder => File.Exists(Path.Combine(folder, name))),
            $"{name} is not installed: run tests/run as root");
    }

    public static void Guests()
    {
        SelfContained();
        Requirement.Met(File.Exists(GuestBoot.Kernel), "there is no kernel for guests: run tests/run");
        Program("qemu-system-x86_64");
        Program("cpio");
    }

    private static void FileOfLinux(string file, string otherwise)
    {
        Linux();
        Requirement.Met(File.Exists(file), otherwise);
    }

    public static void Root(string what) => Assert.SkipUnless(Environment.IsPrivilegedProcess, $"{what} takes root");
}
