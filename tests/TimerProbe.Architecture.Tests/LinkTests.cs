namespace TimerProbe.Architecture.Tests;

/// <summary>Links of the documentation lead somewhere, so do the pages that the sources name, and tables are whole.</summary>
public sealed partial class LinkTests
{
    private static readonly string[] Folders = ["src", "tests"];

    private static readonly string[] Pages =
    [
        .. Directory.EnumerateFiles(Repository.Path("docs"), "*.md", SearchOption.AllDirectories),
        .. Directory.EnumerateFiles(Repository.Root, "*.md"),
    ];

    [Fact]
    public void Every_link_leads_to_a_file_and_a_heading_of_it() => Assert.Equal([], Pages.SelectMany(page => Astray(page, File.ReadAllText(page))));

    [Fact]
    public void A_link_that_leads_nowhere_is_seen()
    {
        var page = Repository.Path("docs", "made.md");
        Assert.Equal(
            ["made.md: none.md", "made.md: sql.md#none", "made.md: #none"],
            Astray(page, "# Made up\n[a](none.md) [b](sql.md#none) [c](#none) [d](#made-up) [e](sql.md#rights) [f](https://example.org)\n```\n[g](none.md)\n```\n`[h](none.md)`\n"));
    }

    [Fact]
    public void The_readme_is_read_in_three_minutes_and_its_table_has_eight_rows()
    {
        var text = File.ReadAllText(Repository.Path("README.md")).ReplaceLineEndings("\n");
        Assert.InRange(text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Length, 300, 700);
        var table = text.Split("## Who runs what\n")[1].Split("\n\n")[0].Split('\n');
        Assert.InRange(table.Length - 2, 1, 8);
    }

    [Fact]
    public void No_table_is_cut_in_two_by_an_empty_line() =>
        Assert.Equal([], Pages.SelectMany(page => Cut().Matches(File.ReadAllText(page)).Select(row => $"{Path.GetFileName(page)}: {row.Groups["row"].Value}")));

    [Fact]
    public void Every_page_that_a_source_names_is_there() => Assert.Equal([], Folders
        .SelectMany(folder => Directory.EnumerateFiles(Repository.Path(folder), "*.cs", SearchOption.AllDirectories))
        .SelectMany(file => Named().Matches(File.ReadAllText(file)).Select(page => page.Value))
        .Distinct()
        .Where(page => !File.Exists(Repository.Path(page.Split('/')))));

    private static IEnumerable<string> Astray(string page, string text) =>
        Link().Matches(Code().Replace(text, "")).Select(link => link.Groups["target"].Value)
        .Where(target => !target.Contains(':', StringComparison.Ordinal))
        .Where(target =>
        {
            var (path, heading) = target.Split('#') is [var file, var anchor] ? (file, anchor) : (target, null);
            var full = path.Length == 0 ? page : Path.GetFullPath(path, Path.GetDirectoryName(page)!);
            return !Path.Exists(full) && path.Length > 0
                || heading is not null && full.EndsWith(".md", StringComparison.Ordinal)
                    && !Headings(path.Length == 0 ? text : File.ReadAllText(full)).Contains(heading);
        })
        .Select(target => $"{Path.GetFileName(page)}: {target}");

    /// <summary>As GitHub names them.</summary>
    private static IEnumerable<string> Headings(string text) => Heading().Matches(Fence().Replace(text, "")).Select(heading =>
        Dropped().Replace(heading.Groups["text"].Value.ToLowerInvariant(), "").Replace(' ', '-'));

    [GeneratedRegex(@"\]\((?<target>[^)\s]+)\)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Link();

    [GeneratedRegex("^```.*?^```|`[^`\n]*`", RegexOptions.Multiline | RegexOptions.Singleline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Code();

    [GeneratedRegex("^```.*?^```", RegexOptions.Multiline | RegexOptions.Singleline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Fence();

    [GeneratedRegex(@"^#+ (?<text>.+?)\r?$", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\- ]", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Dropped();

    [GeneratedRegex(@"^\|.*\n\r?\n(?<row>\|.*)\n(?!\|[-:])", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Cut();

    [GeneratedRegex(@"\bdocs/[a-z/-]+\.md\b", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Named();
}
