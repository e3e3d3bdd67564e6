using FsCheck;
using FsCheck.Fluent;
using TimerProbe.Cli.Output;

namespace TimerProbe.Cli.Tests;

public sealed class OutputTests
{
    private static readonly TextStyle Plain = TextStyle.ForFile;

    [Fact]
    public void No_name_can_command_the_terminal() =>
        Prop.ForAll(ArbMap.Default.ArbFor<string>(), text => SafeText.Of(text ?? "").All(character => !char.IsControl(character) || character == '\n')).QuickCheckThrowOnFailure();

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
        var page = new Page(Plain with { Width = 20 });
        page.Paragraph("one two three four five six seven", indent: 2);
        Assert.Equal("  one two three four\n  five six seven\n", page.ToString());
    }

    [Fact]
    public void A_command_is_never_broken()
    {
        var page = new Page(Plain with { Width = 20 });
        page.Verbatim("govc vm.power -s 'a name that is longer than the line'", indent: 7);
        Assert.Equal("       govc vm.power -s 'a name that is longer than the line'\n", page.ToString());
    }

    private static string Table(int width)
    {
        var page = new Page(Plain with { Width = width });
        var table = new TextTable(indent: 2);
        table.Add(style: null, new Cell("precise time"), new Cell("GetSystemTimePreciseAsFileTime", Rank: 2), new Cell("1,180 ns", Right: true), new Cell("slow", Rank: 1));
        table.Write(page);
        return page.ToString();
    }
}
