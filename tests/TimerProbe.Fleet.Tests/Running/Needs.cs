namespace TimerProbe.Fleet.Tests.Running;

/// <summary>What a test needs of the machine that cannot be installed; for the rest there is <see cref="Requirement"/>.</summary>
internal static class Needs
{
    public static void Linux() => Assert.SkipUnless(OperatingSystem.IsLinux(), "this test drives Linux");

    public static void Root(string what)
    {
        Linux();
        Assert.SkipUnless(Environment.IsPrivilegedProcess, $"{what} takes root");
    }
}
