namespace TimerProbe.Server.Tests;

/// <summary>What works in the background of a node, and fails.</summary>
public sealed class NodePartTests
{
    [Fact]
    public async Task A_part_that_fails_goes_on_and_that_is_logged_once_and_once_more_when_it_is_over()
    {
        await using var said = new StringWriter { NewLine = "\n" };
        using var part = new Failing(new Faults(TestLog.To(said), TimeProvider.System), new SteppedTime(DateTimeOffset.UnixEpoch), failures: 5);
        await part.StartAsync(Cancel);
        await part.WorkedAgain.Task.WaitAsync(Cancel);
        await part.StopAsync(Cancel);

        Assert.Equal(
            ["one error node: Failing failed and goes on: a bug", "one info node: over after 00:00:01: Failing failed and goes on: a bug"],
            TestLog.WithoutTimes(said.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries)));
        Assert.True(part.ExecuteTask!.IsCompletedSuccessfully);
    }

    /// <summary>Fails so often, then works twice and waits.</summary>
    private sealed class Failing(Faults faults, TimeProvider time, int failures) : NodePart(faults, time)
    {
        private int _rounds;

        public TaskCompletionSource WorkedAgain { get; } = new();

        protected override async Task RoundAsync(CancellationToken stopping)
        {
            _rounds++;
            if (_rounds <= failures)
            {
                throw new InvalidOperationException("a bug");
            }

            if (_rounds > failures + 1)
            {
                WorkedAgain.TrySetResult();
                await Task.Delay(Timeout.InfiniteTimeSpan, stopping);
            }
        }
    }
}
