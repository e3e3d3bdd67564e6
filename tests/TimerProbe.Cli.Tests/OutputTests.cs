namespace TimerProbe.Cli.Tests;

public sealed class OutputTests
{
    private static readonly TextStyle Plain = TextStyle.ForFile;

    [Fact]
    public void What_is_no_character_is_replaced_wherever_it_is_written() => Assert.All(["\uFFFF", "\u202E", ((char)0xD800).ToString(), ((char)0xDC00).ToString()], AssertReplaced);

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void No_name_commands_the_terminal_or_breaks_its_line(string name)
    {
        var (narrow, wide) = (new TextStyle(Width: 80, Colour: false, Unicode: true), new TextStyle(Width: 300, Colour: false, Unicode: true));
        var scan = Written.Of(ScanText.Write, SampleScan.Named(name), new TextView(narrow, Detail.Full))
            + Written.Of(ScanText.Write, SampleScan.Named(name), new TextView(narrow, Detail.Verbose));
        Assert.Contains("EVIL", scan, StringComparison.Ordinal);
        var text = scan + Written.Of(SqlText.Write, SampleSql.Named(name), new TextView(wide, Detail.Verbose))
            + Written.Of(HistoryText.Write, SampleHistory.Named(name), new TextView(wide, Detail.Verbose))
            + Written.Of(HistoryText.WriteRuns, SampleRuns.Of(name), new TextView(narrow, Detail.Full));
        Assert.DoesNotContain(text, character => (char.IsControl(character) && character != '\n') || character is '\u202E' or '\u2066' or '\u200F' or '\u2028');
        Assert.DoesNotContain(text.Split('\n'), line => line.StartsWith("# ", StringComparison.Ordinal));
    }

    [Fact]
    public void A_complaint_is_one_line_whatever_it_names()
    {
        var said = new StringWriter();
        using var terminal = Terminal.OfService(said);
        terminal.ReportProblem("cannot read 'a\ntimerprobe: all is well\u001b[2J'");
        Assert.Equal("timerprobe: cannot read 'a\uFFFDtimerprobe: all is well\uFFFD[2J'" + Environment.NewLine, said.ToString());
    }

    [Fact]
    public void No_line_of_a_trace_looks_like_one_of_the_program()
    {
        var said = new StringWriter();
        using var terminal = Terminal.OfService(said);
        terminal.Trace(new InvalidOperationException("of 'a\r\ntimerprobe: all is well\u001b[2J'", new IOException("x\ny")));
        Assert.All(said.ToString().TrimEnd().Split(Environment.NewLine), line => Assert.StartsWith("  ", line, StringComparison.Ordinal));
        Assert.DoesNotContain('\u001b', said.ToString());
    }

    [Theory]
    [InlineData("u:pw@host", "...@host")]
    [InlineData("https://u:p@w@host/sdk", "https://...@host/sdk")]
    [InlineData("u:p://w@host", "...@host")]
    [InlineData("http://vc1", "http://vc1")]
    [InlineData("DB01,99999", "DB01,99999")]
    [InlineData("DB01;User Id=sa;Password=secret;Encrypt=false", "DB01;User Id=sa;Password=...")]
    [InlineData("vc1,1;pwd = secret", "vc1,1;pwd =...")]
    public void What_may_be_a_password_is_not_repeated(string typed, string shown) => Assert.Equal(shown, PlainText.WithoutPassword(typed));

    [Theory]
    [InlineData(132, "90", 132)]
    [InlineData(12, "90", TextStyle.Narrowest)]
    [InlineData(0, "90", 90)]
    [InlineData(0, "wide", 80)]
    [InlineData(0, null, 80)]
    public void A_terminal_without_a_window_is_as_wide_as_it_says_or_80(int window, string? columns, int width) =>
        Assert.Equal(width, Terminal.Width(window, columns));

    [Fact]
    public void The_column_of_the_highest_rank_goes_first()
    {
        Assert.Equal("  precise time  GetSystemTimePreciseAsFileTime  1,180 ns  slow\n", Table(80));
        Assert.Equal("  precise time  1,180 ns  slow\n", Table(50));
        Assert.Equal("  precise time  1,180 ns\n", Table(28));
    }

    [Fact]
    public void What_does_not_fit_at_all_is_wrapped() => Assert.Equal("  precise time\n  1,180 ns\n", Table(20));

    [Fact]
    public void A_paragraph_is_wrapped_and_has_no_spaces_at_its_ends()
    {
        var text = Page.Text(Plain with { Width = 20 }, page => page.Paragraph("one two three four five six seven", indent: 2));
        Assert.Equal("  one two three four\n  five six seven\n", text);
    }

    [Fact]
    public void A_command_is_never_broken()
    {
        var text = Page.Text(Plain with { Width = 20 }, page => page.Verbatim("govc vm.power -s 'a name that is longer than the line'", indent: 7));
        Assert.Equal("       govc vm.power -s 'a name that is longer than the line'\n", text);
    }

    private static void AssertReplaced(string character)
    {
        var table = new TextTable(indent: 0);
        table.Add(style: null, new Cell($"a{character}b"), new Cell("c"));
        table.Below($"a{character}b");
        var text = Page.Text(Plain, page =>
        {
            page.Paragraph($"a{character}b", hanging: "- ");
            page.Line(($"a{character}b", null));
            table.Write(page);
        });
        Assert.Equal("- a\uFFFDb\na\uFFFDb\na\uFFFDb  c\n  a\uFFFDb\n", text);
        Assert.Equal("a\uFFFDb", Plain.Fit(PlainText.OneLine($"a{character}b"), 10));
    }

    private static string Table(int width)
    {
        var table = new TextTable(indent: 2);
        table.Add(style: null, new Cell("precise time"), new Cell("GetSystemTimePreciseAsFileTime", Rank: 2), new Cell("1,180 ns", Right: true), new Cell("slow", Rank: 1));
        return Page.Text(Plain with { Width = width }, table.Write);
    }
}
