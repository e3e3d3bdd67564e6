using TimerProbe.Core.Facts;
using TimerProbe.Core.Watching;
using TimerProbe.EndToEnd.Running;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;

namespace TimerProbe.EndToEnd.Watch;

[Collection(nameof(AloneOnTheMachine))]
public sealed class ChangeTests
{
    [Fact]
    public async Task A_clock_that_becomes_slow_and_fast_again_is_exactly_two_changes_at_the_right_samples()
    {
        Needs.TrappedClock();
        using var folder = new TemporaryFolder();
        var clock = folder.Write("clock", "0");
        using var watch = WatchRun.Start(TimerProbeProgram.Fastest.Trapped().WithEnvironment("TRAPPED_CLOCK_SWITCH", clock), "--every", "1s", "--samples", "--save", "--store", folder["fleet.db"]);
        var level = await watch.NextAsync<WatchLevelFound>();
        Assert.Equal((ClockState.Healthy, ClockCause.None), (level.Level.State, level.Level.Cause));

        folder.Write("clock", "1");
        var slower = await watch.NextAsync<WatchChanged>();
        folder.Write("clock", "0");
        var faster = await watch.NextAsync<WatchChanged>();
        for (var more = 0; more < 4; more++)
        {
            await watch.NextAsync<WatchSampled>();
        }

        await watch.SignalAsync("TERM");
        Assert.Equal(0, (await watch.EndAsync()).ExitCode);
        Assert.Equal(2, watch.Lines.OfType<WatchChanged>().Count());
        Assert.Equal((ClockCause.None, ClockCause.TscTrapped), (slower.From.Cause, slower.To.Cause));
        Assert.Equal((ClockCause.TscTrapped, ClockCause.None), (faster.From.Cause, faster.To.Cause));

        // What each sample meant by itself says when it was: a sample within which the clock was switched may mean nothing.
        var samples = watch.Lines.OfType<WatchSampled>().ToList();
        Assert.Equal(slower.Sample, samples.First(sample => sample.Cause == ClockCause.TscTrapped).Sample);
        Assert.Equal(faster.Sample, samples.First(sample => sample.Sample > slower.Sample && sample.State == ClockState.Healthy).Sample);
        Assert.All([slower, faster], change => Assert.True(change.LastBefore.Sample < change.Sample && change.Sample < change.Confirmed.Sample));
        Assert.Equal(2, Assert.IsType<WatchEnded>(watch.Lines[^1]).Changes);

        await using var store = await FleetStore.OpenAsync(StoreTarget.OfFile(folder["fleet.db"]), new StoreOptions { Access = StoreAccess.Read }, TestContext.Current.CancellationToken);
        var kept = await store.History.ChangesAsync(TimeWindow.Everything, 10, TestContext.Current.CancellationToken);
        Assert.Equal(["slow", "healthy"], kept.Where(change => change.Kind == "verdictChanged").Select(change => change.Later));
        Assert.Equal("tscTrapped", kept[0].What);
    }

    [Fact]
    public async Task A_vmotion_is_named_beside_the_change_that_it_made()
    {
        Needs.TrappedClock();
        using var folder = new TemporaryFolder();
        var clock = folder.Write("clock", "0");
        var program = TimerProbeProgram.Fastest.Trapped().WithEnvironment("TRAPPED_CLOCK_SWITCH", clock).WithTools(folder, session: "0xaa");
        using var watch = WatchRun.Start(program, "--every", "1s", "--samples");
        await watch.NextAsync<WatchLevelFound>();
        while (!File.Exists(folder["asked"]))
        {
            await watch.NextAsync<WatchSampled>();
        }

        folder.Write("session", "0xbb");
        folder.Write("clock", "1");
        while (watch.Lines.OfType<WatchHostChanged>().FirstOrDefault() is null || watch.Lines.OfType<WatchChanged>().FirstOrDefault() is null)
        {
            await watch.NextAsync<WatchLine>();
        }

        var host = watch.Lines.OfType<WatchHostChanged>().Single();
        Assert.Equal(("0xaa", "0xbb"), (host.SessionIdBefore, host.SessionId));
        Assert.Contains(watch.Lines.OfType<WatchChanged>().Single().Near.Concat(host.Near), near => near.Kind is "hostChanged" or "change");
    }
}
