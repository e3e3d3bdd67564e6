namespace TimerProbe.Guest.Tests.Inspection;

public class ProcessorTopologyTests
{
    [Fact]
    public void Every_allowed_processor_is_online_and_listed_once()
    {
        var allowed = ProcessorTopology.Allowed();
        Assert.NotEmpty(allowed);
        Assert.Equal(allowed.Distinct().Count(), allowed.Count);
        Assert.InRange(allowed.Count, 1, ProcessorTopology.Online()!.Value);
    }

    [Fact]
    public void A_pinned_thread_runs_there_only_and_is_free_again_afterwards()
    {
        var before = ProcessorTopology.Allowed();
        foreach (var processor in before)
        {
            Assert.True(ProcessorTopology.TryPin(processor, out var restore, out var why), why);
            Assert.Equal([processor], ProcessorTopology.Allowed());
            restore.Dispose();
            Assert.Equal(before, ProcessorTopology.Allowed());
        }
    }

    [Fact]
    public async Task Other_threads_keep_their_processors()
    {
        var before = ProcessorTopology.Allowed();
        using var pinned = new ManualResetEventSlim();
        using var done = new ManualResetEventSlim();
        var other = Task.Factory.StartNew(
            () =>
            {
                Assert.True(ProcessorTopology.TryPin(before[0], out var restore, out _));
                pinned.Set();
                done.Wait(TimeSpan.FromSeconds(10));
                restore.Dispose();
            },
            Cancel,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        pinned.Wait(TimeSpan.FromSeconds(10), Cancel);
        Assert.Equal(before, ProcessorTopology.Allowed());
        done.Set();
        await other;
    }

    [Theory]
    [InlineData(0, -1)]
    [InlineData(0, 100_000)]
    [InlineData(0, int.MaxValue)]
    [InlineData(9, 0)]
    public void A_processor_that_is_not_there_is_a_reason_and_no_failure(int group, int number)
    {
        Assert.False(ProcessorTopology.TryPin(new LogicalProcessor(group, number), out var restore, out var why));
        Assert.Null(restore);
        Assert.NotEmpty(why);
    }
}
