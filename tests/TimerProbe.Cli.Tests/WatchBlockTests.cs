using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Pages;
using TimerProbe.Cli.Output.Watch;
using TimerProbe.Core.Tests.Watching;
using TimerProbe.Core.Units;
using TimerProbe.Core.Watching;

namespace TimerProbe.Cli.Tests;

public sealed class WatchBlockTests
{
    private static readonly TextStyle Ascii = new(Width: 80, Colour: false, Unicode: false);

    [Fact]
    public void It_says_how_things_stand_since_when_and_what_happened_last()
    {
        var state = Samples.State();
        state.Feed(Samples.Numbers(1, 9).Select(number => Samples.Native(number)));
        var change = state.Feed([Samples.Trapped(10), Samples.Trapped(11), Samples.Trapped(12)]).OfType<WatchChanged>().Single();
        Assert.Equal(
            """
            now      SLOW (tscTrapped) since 2026-11-21 03:01:40Z
            cost     1,180 ns a clock read: 29.5 times normal
            recent   __+  10 ns to 100 us, 12 samples
            changes  1; last 03:01:40 healthy -> slow (tscTrapped): precise time 24 ns -...

            """,
            WatchText.Block(state.Snapshot(), [new Duration(24), new Duration(24), new Duration(1180)], WatchText.Words(change), Ascii));
    }

    [Fact]
    public void Before_the_first_level_it_says_that_it_measures() =>
        Assert.StartsWith("now      measuring\n", WatchText.Block(Samples.State().Snapshot(), [], lastEvent: null, Ascii), StringComparison.Ordinal);

    [Theory]
    [InlineData(20)]
    [InlineData(40)]
    public void No_line_fills_the_last_column(int columns)
    {
        var state = Samples.State();
        state.Feed(Samples.Numbers(1, 9).Select(number => Samples.Native(number)));
        var costs = Enumerable.Repeat(new Duration(24), WatchText.Recent).ToList();
        var text = WatchText.Block(state.Snapshot(), costs, "03:01:40 something that is told at length", new TextStyle(columns, Colour: false, Unicode: true));
        Assert.All(text.Split('\n'), line => Assert.True(LineWidth.Of(line) < columns, line));
    }

    [Fact]
    public void What_is_said_meanwhile_stands_above_the_block_and_what_is_said_after_it_below()
    {
        using var shown = new MemoryStream();
        var block = new LiveBlock(shown);
        block.Show("one\ntwo\n");
        block.Above(() => shown.Write("event\n"u8));
        block.Leave();
        block.Above(() => shown.Write("end\n"u8));
        block.Show("too late\n");
        Assert.Equal("one\ntwo\n\u001b[2A\r\u001b[Jevent\none\ntwo\nend\n", System.Text.Encoding.UTF8.GetString(shown.ToArray()));
    }
}
