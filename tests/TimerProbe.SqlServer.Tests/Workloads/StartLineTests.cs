using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.SqlServer.Tests.Workloads;

public sealed class StartLineTests
{
    [Fact]
    public async Task Nobody_starts_before_all_have_come_and_the_line_closes_again()
    {
        var line = new StartLine(3);
        for (var start = 0; start < 2; start++)
        {
            var first = line.WaitAsync(CancellationToken.None);
            var second = line.WaitAsync(CancellationToken.None);
            Assert.False(first.IsCompleted || second.IsCompleted);
            await line.WaitAsync(CancellationToken.None);
            await Task.WhenAll(first, second);
        }
    }

    [Fact]
    public void One_alone_never_waits()
    {
        var line = new StartLine(1);
        Assert.True(line.WaitAsync(CancellationToken.None).IsCompletedSuccessfully);
        Assert.True(line.WaitAsync(CancellationToken.None).IsCompletedSuccessfully);
    }

    [Fact]
    public async Task Who_waits_for_somebody_that_will_not_come_can_be_cancelled()
    {
        using var cancelling = new CancellationTokenSource();
        var waiting = new StartLine(2).WaitAsync(cancelling.Token);
        await cancelling.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
    }
}
