namespace TimerProbe.Cli.Tests.Answers;

/// <summary>A slow check in docs/samples: its document, and what that is on a terminal and as a page; and the ticket of a check with fewer remedies.</summary>
public sealed class SlowCheckSampleTests
{
    private static readonly CheckDocument Slow = CheckCases.All["trapped-away"];

    [Fact]
    public void The_page_of_formats_links_to_each() => Assert.All(["check.txt", "check.json", "check.html", "check.md"], name =>
        Assert.Contains($"](samples/{name})", File.ReadAllText(Repository.Path("docs", "formats.md")), StringComparison.Ordinal));

    [Fact]
    public void Its_document_is_judged_as_now() => AssertIs("check.json", DocumentJson.Write(Slow));

    [Fact]
    public void Its_text_has_every_command() => AssertIs(
        "check.txt", Written.Of(CheckText.Write, Slow, new TextView(Transcript.Terminal, Detail.Full)));

    [Fact]
    public void A_ticket_is_Markdown() => AssertIs("check.md", Written.Of(ReportMarkdown.Write, CheckReport.Create(CheckCases.All["wrong-time"])));

    [Fact]
    public void Its_page_is_HTML() => AssertIs("check.html", Written.Of(ReportHtml.Write, CheckReport.Create(Slow)));

    private static void AssertIs(string name, string text) => GoldenFile.AssertIs(text, "docs", "samples", name);
}
