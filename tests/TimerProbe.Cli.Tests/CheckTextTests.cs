namespace TimerProbe.Cli.Tests;

/// <summary>Checks of a file, where any member that may be null is.</summary>
public sealed class CheckTextTests
{
    private static readonly TextStyle Plain = new(Width: 200, Colour: false, Unicode: true);

    [Fact]
    public void A_clock_has_the_rate_that_it_tells()
    {
        Assert.Contains("0.85 M/s", Text(clock => clock), StringComparison.Ordinal);
        Assert.DoesNotContain("M/s", Text(clock => clock with { CallsPerSecond = null }), StringComparison.Ordinal);
    }

    [Fact]
    public void A_clock_of_which_nothing_else_is_told_has_its_cost() =>
        Assert.Contains("1,180 ns", Text(clock => new ClockFacts { Source = clock.Source, Api = clock.Api, CallNs = clock.CallNs }),
            StringComparison.Ordinal);

    private static string Text(Func<ClockFacts, ClockFacts> change)
    {
        CheckDocument document = SampleCheck.Document with { Clocks = [.. SampleCheck.Document.Clocks.Select(change)] };
        return Written.Of(CheckText.Write, document, new TextView(Plain, Detail.Verbose));
    }
}
