namespace TimerProbe.Tests.Shared;

/// <summary>
/// What a test needs of the machine. Where it is missing the test is skipped with the reason; in CI, where tests/run has
/// installed everything that can be installed, a gap in that is a failure.
/// </summary>
internal static class Requirement
{
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
