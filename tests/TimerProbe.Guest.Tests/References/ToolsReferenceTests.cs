namespace TimerProbe.Guest.Tests.References;

public sealed class ToolsReferenceTests
{
    [Theory]
    [InlineData(0, 15)]
    [InlineData(10_000, 15)]
    [InlineData(-77_067, 40)]
    public void Whole_seconds_tell_the_rate_as_sharply_as_their_steps_are_seen(double ppm, double askMs)
    {
        var here = new SimulatedHere { CounterPpm = ppm };
        here.Pass(TimeSpan.FromSeconds(1_000.37));
        var tools = new ToolsReference(() => Ask(here, askMs), here.Now, here.Wait);
        var first = tools.Read(CancellationToken.None).Value!.Value;
        here.Pass(TimeSpan.FromSeconds(60));
        var rates = tools.Read(CancellationToken.None).Value!.Value.Since(first)!;
        Assert.InRange(rates.OverSeconds, 60, 65);
        Assert.InRange(rates.UncertaintyPpm!.Value.Value, 100, 2 * 2 * askMs / 60 * 1e3);
        Assert.Equal(ppm, rates.CounterAgainstReferencePpm!.Value.Value, rates.UncertaintyPpm!.Value.Value);
    }

    [Theory]
    [InlineData("stands", "does not advance by whole seconds")]
    [InlineData("jumps", "does not advance by whole seconds")]
    [InlineData("fails", "there are no Tools")]
    public void A_time_that_does_not_step_says_so_and_ends(string kind, string why)
    {
        var here = new SimulatedHere();
        var asked = 0;
        var tools = new ToolsReference(
            () =>
            {
                here.Pass(TimeSpan.FromMilliseconds(20));
                return kind switch
                {
                    "stands" => Reading.From<long?>(7),
                    "jumps" => Reading.From<long?>(asked += 3),
                    _ => Reading.Missing<long?>("there are no Tools"),
                };
            },
            here.Now,
            here.Wait);
        Assert.Contains(why, tools.Read(CancellationToken.None).Why, StringComparison.Ordinal);
        Assert.InRange(here.Seconds, 0, 3.1);
    }

    private static Reading<long?> Ask(SimulatedHere here, double askMs)
    {
        here.Pass(TimeSpan.FromMilliseconds(askMs / 2));
        var told = (long)Math.Floor(here.Seconds);
        here.Pass(TimeSpan.FromMilliseconds(askMs / 2));
        return Reading.From<long?>(told);
    }
}
