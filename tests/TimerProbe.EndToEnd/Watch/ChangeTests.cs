namespace TimerProbe.EndToEnd.Watch;

[Collection(nameof(AloneOnTheMachine))]
public sealed class ChangeTests
{
    /// <summary>A vmware-toolbox-cmd that tells the session that a file beside it holds.</summary>
    private const string Tools = """
        #!/bin/sh
        folder=$(dirname "$0")
        case "$*" in
          "stat speed") echo "2593 MHz" ;;
          "stat sessionid") cat "$folder/session" ;;
          "stat cpulimit") echo "4294967295 MHz" ;;
          "-v") echo "12.3.0.44994 (build-22234872)"; echo asked > "$folder/asked" ;;
          *) exit 64 ;;
        esac

        """;

    [Fact]
    public async Task A_clock_that_becomes_slow_by_a_vMotion_and_fast_again_is_told_saved_and_alerted_of_twice()
    {
        Needs.TrappedClock();
        using var folder = new TemporaryFolder();
        using var receiver = new AlertReceiver(store: folder["fleet.db"]);
        var clock = folder.Write("clock", "0");
        folder.Write("session", "0xaa");
        folder.WriteProgram("vmware-toolbox-cmd", Tools.ReplaceLineEndings("\n"));
        var program = TimerProbeProgram.Fastest.Trapped().WithEnvironment("TRAPPED_CLOCK_SWITCH", clock)
            .WithEnvironment("PATH", folder.Path + ":" + Environment.GetEnvironmentVariable("PATH"));
        using var watch = WatchRun.Start(program, "--every", "1s", "--config", receiver.Config);
        var first = await watch.NextAsync(WatchEvent.Changed);
        Assert.Equal((ClockState.Healthy, ClockCause.None, null), (first.State, first.Cause, first.From));
        await UntilAsync(() => File.Exists(folder["asked"]));

        var trappedAt = TimeProvider.System.GetUtcNow();
        folder.Write("session", "0xbb");
        folder.Write("clock", "1");
        var slower = await watch.NextAsync(WatchEvent.Changed);
        await UntilAsync(() => receiver.Told.Count > 0);
        var nativeAt = TimeProvider.System.GetUtcNow();
        folder.Write("clock", "0");
        var faster = await watch.NextAsync(WatchEvent.Changed);
        watch.Signal("TERM");
        Assert.Equal(0, (await watch.EndAsync()).ExitCode);

        Assert.Equal(WatchEvent.Stopped, watch.Lines[^1].Event);
        Assert.Equal(3, watch.Lines.Count(line => line.Event == WatchEvent.Changed));
        Assert.Equal((ClockState.Slow, ClockCause.TscTrapped, ClockState.Healthy), (slower.State, slower.Cause, slower.From!.State));
        Assert.Equal((ClockState.Healthy, ClockCause.None, ClockCause.TscTrapped), (faster.State, faster.Cause, faster.From!.Cause));
        // A sample may have begun before the clock was switched.
        Assert.True(slower.Since > trappedAt.AddSeconds(-1) && slower.Since < slower.At && faster.Since > nativeAt.AddSeconds(-1) && faster.Since < faster.At);
        // VMware Tools that are slow to answer have it in the next line.
        var move = Assert.Single(watch.Lines.SelectMany(line => line.Beside.Moves));
        Assert.Equal(("0xaa", "0xbb"), (move.SessionIdBefore, move.SessionId));
        Assert.Equal([("turnedSlow", "guest", "tscTrapped"), ("noLongerSlow", "guest", "none")], receiver.Told);

        await using var store = await FleetStore.OpenAsync(
            StoreTarget.OfFile(folder["fleet.db"]), new StoreOptions { Access = StoreAccess.Read }, Cancel);
        var kept = await store.History.ChangesAsync(TimeWindow.Everything, 10, Cancel);
        Assert.Equal(["slow", "healthy"], kept.Where(change => change.Kind == "verdictChanged").Select(change => change.Later));
        Assert.Contains("tscTrapped", kept.Select(change => change.What));
    }

    private static async Task UntilAsync(Func<bool> isSo)
    {
        while (!isSo())
        {
            await Task.Delay(100, Cancel);
        }
    }
}
