using TimerProbe.Tests.TimeLimit;

[assembly: TestFramework(typeof(TimeLimitedFramework))]

namespace TimerProbe.Tests.TimeLimit;

/// <summary>
/// xunit as it is, with a limit for each test. Its own limit asks the test to stop, and a test that hangs does not listen; this
/// one ends the process and says which test it was.
/// </summary>
public sealed class TimeLimitedFramework : XunitTestFramework
{
    protected override ITestFrameworkExecutor CreateExecutor(Assembly assembly) =>
        new TimeLimitedExecutor(new XunitTestAssembly(assembly, configFilePath: null));
}
