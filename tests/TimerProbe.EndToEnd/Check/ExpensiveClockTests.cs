using TimerProbe.Core.Facts;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Check;

/// <summary>Clocks so expensive that the timestamps around a batch cost more than anything in it, as in nested guests.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class ExpensiveClockTests
{
    [Theory]
    [InlineData(50)]
    [InlineData(90)]
    [InlineData(110)]
    [InlineData(150)]
    [InlineData(500)]
    public async Task A_platform_timer_is_named_however_expensive_it_is(int microseconds)
    {
        Needs.SlowClock();
        using var folder = new TemporaryFolder();
        var clocksource = folder.Write("hpet", "hpet\n");
        var cost = microseconds * 1000;
        // Half a millisecond a read leaves a busy machine too few batches in the default budget.
        var (_, document) = await TimerProbeProgram.FrameworkDependent.WithClocks($"precise={cost} counter={cost} clocksource={clocksource}").CheckAsync("--budget", "30s");
        document.AssertVerdict(ClockState.Slow, ClockCause.PlatformTimer, Confidence.Measured);
    }
}
