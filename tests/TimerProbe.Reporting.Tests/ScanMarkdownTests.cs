using FsCheck;
using FsCheck.Fluent;

namespace TimerProbe.Reporting.Tests;

public sealed partial class ScanMarkdownTests
{
    private static readonly string Text = Written.Of(SampleScan.Markdown, SampleScan.Document);

    [Fact]
    public void The_worst_comes_first()
    {
        Assert.StartsWith("# Clock frequencies, 2026-11-21 03:00 UTC\n\n**WRONG: 3 of 6 running VMs are expected to keep wrong time; 2 slow or expected to be**\n", Text, StringComparison.Ordinal);
        Assert.Contains("\nNothing is known about `vc3.example.org`: it could not be read.\n", Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_machine_away_is_a_row() => Assert.Contains(
        "\n| `DB01` | `vm-101` | `vc1.example.org` | `prod` | `esx01.example.org` → `esx04.example.org` | 2,394.000 MHz → 2,593.905 MHz | -7.71 % | wrong time (7.71 % off, expected) | 2026-11-19 03:00 | slow, 1,180 ns |\n",
        Text,
        StringComparison.Ordinal);

    [Fact]
    public void A_class_with_nothing_undecided_says_nothing_there() => Assert.Contains(
        "\n| `Xeon E5-1620 0` | `7.0` | 1 | no | 0 | 0 | 0 | 0 |  |\n",
        Written.Of(SampleScan.Markdown, DocumentJson.Read<ScanDocument>(File.ReadAllBytes(Repository.Path("docs", "samples", "scan.json")))),
        StringComparison.Ordinal);

    [Fact]
    public void What_the_scan_was_limited_to_is_told_with_its_names_as_code() =>
        Assert.Contains("\nOnly what matches was looked at: cluster `prod`; name `*`.\n", Text, StringComparison.Ordinal);

    [Fact]
    public void What_findings_share_is_told_once()
    {
        Assert.Equal(2, Text.Split("Power > Shut Down Guest OS").Length);
        Assert.Contains("\n- The VM is down during the power cycle.\n", Text, StringComparison.Ordinal);
        Assert.DoesNotContain("Get-VM", Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Few_findings_have_their_commands_in_blocks() => Assert.Contains(
        "\nPowerCLI for `VM0001`:\n\n```powershell\n$vm = Get-VM | Where-Object Name -eq 'VM0001'\nStop-VMGuest -VM $vm\n```\n",
        Written.Of(SampleScan.Markdown, SampleScan.WithAway(2)),
        StringComparison.Ordinal);

    [Fact]
    public void A_large_fleet_still_fits_into_a_ticket()
    {
        var text = Written.Of(SampleScan.Markdown, SampleScan.WithAway(5_000));
        Assert.InRange(text.Length, 1_000, 65_536);
        Assert.Contains("And 4,900 more: `--output csv` has them all.", text, StringComparison.Ordinal);
        Assert.Contains("And 4,980 more: `--output html` has them all.", text, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void No_name_makes_markup(string name) => Assert.All(
        [
            (Func<string, Report>)(item => FleetReport.Create(SampleScan.Named(item))),
            item => CheckReport.Create(SampleCheck.Full(item)),
            item => SqlReport.Create(SampleSql.Named(item)),
        ],
        report =>
        {
            var plain = MarkdownReader.OutsideOfCode(Written.Of(ReportMarkdown.Write, report("name")));
            var outside = MarkdownReader.OutsideOfCode(Written.Of(ReportMarkdown.Write, report(name)));
            Assert.Equal(plain.Select(Shape), outside.Select(Shape));
            Assert.DoesNotContain(outside, line => Active().IsMatch(line));
        });

    [Fact]
    public void No_sentence_makes_markup() => Prop.ForAll(Texts, text =>
    {
        var outside = MarkdownReader.OutsideOfCode("a " + MarkdownText.Sentence(text) + " " + MarkdownText.Code(text));
        return outside is [var line] && !Active().IsMatch(line) && !line.Contains('*', StringComparison.Ordinal);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void No_text_closes_its_block() => Prop.ForAll(Texts, text =>
        MarkdownReader.OutsideOfCode($"a\n{MarkdownText.Block(text, "sh")}\nb") is ["a", "b"]).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("plain words, in a sentence (of sorts): 5 %", "plain words, in a sentence (of sorts): 5 %")]
    [InlineData("a `config.uuid` b", "a `config.uuid` b")]
    [InlineData("ask @alice, see #12", @"ask `@alice,` see `#12`")]
    [InlineData("1. x_y <b>", @"1\. x_y \<b>")]
    [InlineData("- a", @"\- a")]
    [InlineData("> a", @"\> a")]
    [InlineData("_a_ and *b* and [c](d)", @"\_a\_ and \*b\* and \[c](d)")]
    [InlineData(@"C:\Windows\a_b #2: -7.71 % (< 5, > 3) {x} R&D & co; &lt; a\*", @"C:\Windows\a_b `#2:` -7.71 % (< 5, > 3) {x} R&D & co; \&lt; a\\\*")]
    [InlineData("one ` alone", @"one \` alone")]
    [InlineData("run `check`: it is quick", "run `check`: it is quick")]
    public void A_sentence_stays_readable(string sentence, string written) => Assert.Equal(written, MarkdownText.Sentence(sentence));

    [Theory]
    [InlineData("a|b", @"`a\|b`")]
    [InlineData(@"a\|b", "`a\\\uFFFDb`")]
    [InlineData("`", "`` ` ``")]
    [InlineData(" ", "(no name)")]
    public void A_name_stays_in_its_cell(string name, string written) => Assert.Equal(written, MarkdownText.NameCell(name));

    private static Arbitrary<string> Texts => Gen.Elements(
            "`", "``", "```", "|", "\\", "*", "_", "[a](b)", "<b>", "&lt;", "@a", "#1", "http://a", "www.a", " ", "\n", "\t", "~~", "a", "é", "$", "!", "-", "1.", "数")
        .ListOf().Select(parts => string.Concat(parts)).ToArbitrary();

    /// <summary>What makes a line a heading, an item or a row of a table, and how many cells it has.</summary>
    private static string Shape(string line) => $"{Beginning().Match(line).Value} {(line.StartsWith('|') ? line.Count(character => character == '|') : 0)} {line.Count(character => character == '*')}";

    /// <summary>What CommonMark or GitHub takes for markup. An underscore in a word is none, nor is a bracket that nothing opened.</summary>
    [GeneratedRegex(@"<[A-Za-z/!?]|\[|~|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&[A-Za-z0-9#]+;|`|@|://|www\.|#[0-9]", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Active();

    [GeneratedRegex(@"\A(#+ |- |\| |> |\s)?", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Beginning();
}
