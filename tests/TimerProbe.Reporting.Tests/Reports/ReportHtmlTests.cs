using System.Security.Cryptography;

namespace TimerProbe.Reporting.Tests.Reports;

public sealed class ReportHtmlTests
{
    private static readonly string Check = Written.Of(ReportHtml.Write, CheckReport.Create(SampleCheck.Full("DB01")));
    private static readonly string Sql = Written.Of(ReportHtml.Write, SqlReport.Create(SampleSql.Document));

    [Fact]
    public void What_was_asked_for_has_its_section() => Assert.Equal(
        ["Verdict", "Clocks", "Processors one by one", "Threads at once", "Calls counted in rounds", "The rate of the clock", "Findings and what to do", "About this report"],
        ParsedPage.Of(Check).QuerySelectorAll("h2").Select(head => head.TextContent));

    [Fact]
    public void A_sql_server_has_its_workloads_its_machine_and_its_findings()
    {
        var page = ParsedPage.Of(Sql);
        Assert.Equal("SQL Server check of DB01", page.GetText("h1"));
        Assert.Contains("SLOW: SQL Server is slowed by its clock (measured, TP301)", page.GetText("#summary"), StringComparison.Ordinal);
        Assert.Equal(["Workloads", "This machine's clocks before", "This machine's clocks after"], page.QuerySelectorAll("h2").Skip(1).Take(3).Select(head => head.TextContent));
        Assert.Contains("4.2 x earlier", page.QuerySelector("table")!.TextContent, StringComparison.Ordinal);
        Assert.Contains("TP301, measured", page.GetText("#findings"), StringComparison.Ordinal);
        Assert.Contains("timerprobe.sql/1", page.GetText("#about"), StringComparison.Ordinal);
    }

    [Fact]
    public void Of_another_engine_no_limit_is_claimed()
    {
        var other = SampleSql.Document with { Server = SampleSql.Document.Server with { Engine = "Babelfish" } };
        Assert.DoesNotContain("below 200 ns", Written.Of(ReportHtml.Write, SqlReport.Create(other)), StringComparison.Ordinal);
        Assert.Contains("below 200 ns", Sql, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(ClockState.Healthy, ClockCause.None, "ok")]
    [InlineData(ClockState.Check, ClockCause.Unknown, "i")]
    [InlineData(ClockState.Suspicious, ClockCause.PlatformTimer, "w")]
    [InlineData(ClockState.Unclear, ClockCause.Intermittent, "w")]
    [InlineData(ClockState.Slow, ClockCause.HypervisorCall, "c")]
    public void The_verdict_is_marked_by_its_gravity(ClockState state, ClockCause cause, string mark)
    {
        var document = SampleCheck.Document with { Verdict = new Verdict(state, cause, Confidence: null, "because") };
        Assert.Equal($"notice {mark}", ParsedPage.Of(Written.Of(ReportHtml.Write, CheckReport.Create(document))).QuerySelector("#summary .notice")!.ClassName);
    }

    [Fact]
    public void The_pages_ask_for_nothing_and_their_policy_knows_their_style() => Assert.All([Check, Sql, Written.Of(HistoryHtml.Write, SampleHistory.Host)], html =>
    {
        var page = ParsedPage.Of(html);
        var policy = page.QuerySelector("meta[http-equiv=Content-Security-Policy]")!.GetAttribute("content")!;
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(page.QuerySelector("style")!.TextContent)));
        Assert.Contains($"default-src 'none'; style-src 'sha256-{hash}'; base-uri", policy, StringComparison.Ordinal);
        Assert.Empty(page.QuerySelectorAll("script, link, img, [src], [style]"));
    });

    [Theory]
    [MemberData(nameof(Html.HostileNames.All), MemberType = typeof(Html.HostileNames))]
    public void A_name_stays_a_text(string name, string seen)
    {
        foreach (var (html, place) in new[]
        {
            (Written.Of(ReportHtml.Write, CheckReport.Create(SampleCheck.Full(name))), "#about"),
            (Written.Of(ReportHtml.Write, SqlReport.Create(SampleSql.Named(name))), "#about"),
            (Written.Of(HistoryHtml.Write, SampleHistory.Named(name)), "#story tbody"),
        })
        {
            var page = ParsedPage.Of(html);
            Assert.Equal(seen, page.GetText("h1 bdi"));
            Assert.Contains(seen, page.GetText(place), StringComparison.Ordinal);
            Assert.Empty(page.QuerySelectorAll("script, img"));
            Assert.All(page.All.SelectMany(element => element.Attributes),
                attribute => Assert.False(attribute.Name.StartsWith("on", StringComparison.Ordinal)));
        }
    }

    [Fact]
    public void Pseudonyms_are_said_to_be_some() =>
        Assert.Contains("Anonymized:", Written.Of(ReportHtml.Write, SqlReport.Create(SampleSql.Document with { Anonymized = true })),
            StringComparison.Ordinal);

    [Fact]
    public void A_document_without_figures_still_has_a_page()
    {
        var bare = SampleCheck.Document with { Clocks = [], Findings = [], Machine = SampleCheck.Document.Machine with { Name = "", Os = "" } };
        Assert.Contains("About this report", ParsedPage.Of(Written.Of(ReportHtml.Write, CheckReport.Create(bare))).GetText("#about"), StringComparison.Ordinal);
        Assert.Contains("Workloads", Written.Of(ReportHtml.Write, SqlReport.Create(SampleSql.Document with
        {
            Workloads = [],
            StatementCostNs = null,
            ClockCallNs = null,
            Check = null,
            CheckAfter = null
        })), StringComparison.Ordinal);
    }
}
