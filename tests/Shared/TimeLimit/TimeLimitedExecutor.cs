using Xunit.Sdk;

namespace TimerProbe.Tests.TimeLimit;

/// <summary>Runs the tests beside a thread that looks every second whether one of them runs for too long.</summary>
internal sealed class TimeLimitedExecutor(IXunitTestAssembly assembly) : XunitTestFrameworkExecutor(assembly)
{
    private const string Variable = "TIMERPROBE_TEST_LIMIT";

    // More than the end-to-end tests wait for anything: those name what did not come, which says more.
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(
        int.TryParse(Environment.GetEnvironmentVariable(Variable), NumberStyles.None, CultureInfo.InvariantCulture, out var seconds)
            ? seconds : 1_200);

    public override async ValueTask RunTestCases(
        IReadOnlyCollection<IXunitTestCase> testCases, IMessageSink executionMessageSink,
            ITestFrameworkExecutionOptions executionOptions, CancellationToken cancellationToken)
    {
        var running = new RunningTests(executionMessageSink);
        using var ended = new ManualResetEventSlim();

        // A thread of its own: what hangs may hold every thread of the pool.
        var watch = new Thread(() => Watch(running, ended)) { IsBackground = true, Name = "time limit" };
        watch.Start();
        try
        {
            await base.RunTestCases(testCases, running, executionOptions, cancellationToken);
        }
        finally
        {
            ended.Set();
            watch.Join();
        }
    }

    private static void Watch(RunningTests running, ManualResetEventSlim ended)
    {
        while (!ended.Wait(TimeSpan.FromSeconds(1)))
        {
            if (running.Over(Limit) is { Count: > 0 } hanging)
            {
                Environment.FailFast($"{string.Join('\n', hanging)}\nThe limit is {Limit.TotalSeconds} s; {Variable} sets another.");
            }
        }
    }
}
