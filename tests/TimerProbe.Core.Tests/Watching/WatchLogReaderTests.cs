using System.Text;
using System.Text.Json;
using TimerProbe.Core.Watching;
using static TimerProbe.Core.Tests.Watching.Samples;

namespace TimerProbe.Core.Tests.Watching;

public sealed class WatchLogReaderTests
{
    [Fact]
    public void What_was_written_is_read_again()
    {
        var written = AllKinds();
        var reader = new WatchLogReader(new StringReader(Text(written)));
        Assert.Equal(written.Select(line => Encoding.UTF8.GetString(WatchJson.Write(line))), reader.Lines().Select(line => Encoding.UTF8.GetString(WatchJson.Write(line))));
        Assert.Equal(0, reader.PassedOver);
    }

    [Fact]
    public void A_line_is_one_line_whatever_its_names()
    {
        var started = (WatchStarted)State().Started;
        var line = Encoding.UTF8.GetString(WatchJson.Write(started with { Machine = started.Machine with { Name = "a\nb\r\u2028\u0000" } }));
        Assert.Equal(line.Length - 1, line.IndexOf('\n', StringComparison.Ordinal));
        Assert.Single(new WatchLogReader(new StringReader(line)).Lines());
    }

    [Fact]
    public void A_file_cut_anywhere_gives_every_whole_line()
    {
        var written = AllKinds();
        var text = Text(written);
        for (var length = 0; length <= text.Length; length += 7)
        {
            var cut = text[..length];
            var reader = new WatchLogReader(new StringReader(cut));
            var whole = cut.Count(letter => letter == '\n');
            Assert.InRange(reader.Lines().Count(), whole, whole + 1); // Only the newline may be missing.
            Assert.InRange(reader.PassedOver, 0, 1);
        }
    }

    [Fact]
    public void Half_lines_and_zeros_in_the_middle_cost_nothing_else()
    {
        var line = Encoding.UTF8.GetString(WatchJson.Write(State().Started));
        var reader = new WatchLogReader(new StringReader(line[..50] + "\n" + line + "\0\0\0" + line + "\n\n{}\nnull\n[]\n" + line.Replace("started", "later", StringComparison.Ordinal) + line));
        Assert.Equal(3, reader.Lines().Count());
        Assert.Equal(5, reader.PassedOver);
    }

    [Fact]
    public void A_line_of_another_form_is_refused() =>
        Assert.Throws<JsonException>(() => WatchJson.Read(Encoding.UTF8.GetBytes(Text([State().Started]).Replace("watch/1", "watch/2", StringComparison.Ordinal))));

    private static List<WatchLine> AllKinds()
    {
        var state = State(samples: true);
        var home = new HostClockReading(Start, TimeSpan.Zero, "0xaa", HostHz: null, VirtualTscHz: null);
        state.Take(home);
        return
        [
            state.Started,
            .. state.Feed(Numbers(1, 4).Select(number => Native(number))),
            .. state.Take(home with { SessionId = "0xbb", At = At(4).Wall, Elapsed = At(4).Elapsed }),
            .. state.Feed(Numbers(5, 9).Select(number => Trapped(number) with { Moment = At(number, awayMs: 5000), Late = TimeSpan.FromSeconds(number) })),
            .. state.End(WatchEnd.Stopped, At(9), TimeSpan.Zero),
        ];
    }

    private static string Text(IEnumerable<WatchLine> lines) => string.Concat(lines.Select(line => Encoding.UTF8.GetString(WatchJson.Write(line))));
}
