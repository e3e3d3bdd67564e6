namespace TimerProbe.Fleet.Tests.Running;

/// <summary>
/// What a test needs of the machine. Where it is missing the test is skipped with the reason; in CI, where tests/run has
/// installed everything that can be installed, a gap in that is a failure.
/// </summary>
internal static class Needs
{
    public static void Linux() => Assert.SkipUnless(OperatingSystem.IsLinux(), "this test drives Linux");

    public static void Root(string what)
    {
        Linux();
        Assert.SkipUnless(Environment.IsPrivilegedProcess, $"{what} takes root");
    }

    public static void Met(bool condition, string otherwise)
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
