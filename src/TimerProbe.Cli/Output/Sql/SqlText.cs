using TimerProbe.Cli.Output.Pages;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Names;
using TimerProbe.Core.Verdicts;
using TimerProbe.Reporting;

namespace TimerProbe.Cli.Output.Sql;

/// <summary>A document about a SQL Server as a page for a person.</summary>
internal static class SqlText
{
    public static string Write(SqlDocument document, TextStyle style, bool verbose)
    {
        var page = new Page(style);
        var summary = SqlSummary.Of(document);
        page.Paragraph(string.Join(style.Separator, summary.Server.Prepend(document.Server.Name).Select(PlainText.OneLine)), style: Styles.Strong);
        page.Space();
        WorkloadTable.Write(page, document);
        if (summary.Context is { } context)
        {
            page.Paragraph(context, indent: 2, Styles.Faint);
        }

        page.Space();
        WriteVerdict(page, document.Verdict, summary);
        FindingText.Write(page, document.Findings);
        page.List("Kept out by the configuration", MutedSummary.Of(document.Muting));
        if (document.Findings.Count > 0)
        {
            page.Space();
            WriteVerdict(page, document.Verdict, summary);
        }

        if (verbose)
        {
            WriteMore(page, document.Server, summary);
        }

        return page.ToString();
    }

    private static void WriteVerdict(Page page, SqlVerdict verdict, SqlSummary summary)
    {
        page.Paragraph(summary.Headline, style: StyleOf(verdict.State));
        page.Paragraph(verdict.Because, indent: 2);
    }

    private static Spectre.Console.Style StyleOf(SqlState state) => state switch
    {
        SqlState.Normal => Styles.Of(ClockState.Healthy),
        SqlState.Slow => Styles.Of(Severity.Critical),
        _ => Styles.Of(Severity.Warning),
    };

    private static void WriteMore(Page page, SqlServerFacts server, SqlSummary summary)
    {
        var table = new TextTable(indent: 2);
        foreach (var (what, value) in summary.Details)
        {
            table.Add(style: null, new Cell(what), new Cell(value));
        }

        page.Space();
        page.Paragraph("Server", style: Styles.Strong);
        table.Write(page);
        foreach (var missing in server.Unavailable)
        {
            page.Paragraph($"{missing.What} is not available: {missing.Why}", indent: 2, Styles.Faint);
        }
    }
}
