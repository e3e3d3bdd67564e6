using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using static System.FormattableString;

namespace TimerProbe.Cli.Output.Sql;

/// <summary>A document about a SQL Server as a page for a person.</summary>
internal static class SqlText
{
    public static string Write(SqlDocument document, TextStyle style, bool verbose)
    {
        var page = new Page(style);
        page.Paragraph(Heading(document.Server, style), style: Styles.Strong);
        page.Space();
        WorkloadTable.Write(page, document);
        WriteContext(page, document);
        page.Space();
        WriteVerdict(page, document.Verdict);
        foreach (var finding in document.Findings)
        {
            page.Space();
            FindingText.Write(page, finding);
        }

        MutedText.Write(page, document.Muting);
        if (document.Findings.Count > 0)
        {
            page.Space();
            WriteVerdict(page, document.Verdict);
        }

        if (verbose)
        {
            WriteMore(page, document.Server);
        }

        return page.ToString();
    }

    private static string Heading(SqlServerFacts server, TextStyle style) => string.Join(
        style.Separator,
        new[]
        {
            SafeText.OneLine(server.Name),
            SafeText.OneLine($"{server.Engine} {server.Version}".TrimEnd()),
            SafeText.OneLine(server.Edition ?? ""),
            server.Schedulers is { } schedulers ? Invariant($"{schedulers} {(schedulers == 1 ? "scheduler" : "schedulers")}") : "",
            server.Local ? "local" : "remote",
        }.Where(part => part.Length > 0));

    /// <summary>What the field saw, so that a number is not wondered at; the verdict never uses it.</summary>
    private static void WriteContext(Page page, SqlDocument document)
    {
        if (document.Workloads.Any(workload => workload is { Name: SqlWorkload.Primality, NsPerIteration: not null }))
        {
            page.Paragraph(
                "In the field the interpreted function took 380 to 500 ns an iteration with a fast clock and 1,600 to 2,500 ns with a slow "
                    + "one, on Xeons of the 2010s. That is context: other processors differ, and no limit here comes from it.",
                indent: 2,
                Styles.Faint);
        }
    }

    private static void WriteVerdict(Page page, SqlVerdict verdict)
    {
        var how = verdict.Confidence is { } confidence ? $" ({confidence.ToDocumentName()})" : "";
        page.Paragraph($"{verdict.State.ToString().ToUpperInvariant()}: {Headline(verdict)}{how}", style: StyleOf(verdict.State));
        page.Paragraph(verdict.Because, indent: 2);
    }

    private static string Headline(SqlVerdict verdict) => verdict switch
    {
        { Cause: SqlCause.Clock } => "SQL Server is slowed by its clock",
        { Cause: SqlCause.Cpu } => "SQL Server is short of CPU; work that reads no clock is slow too",
        { Cause: SqlCause.Storage } => "commits wait for storage, not for the clock",
        { State: SqlState.Normal } => "the clock is not slow here; if SQL Server is, it is for something else",
        { State: SqlState.Slow } => "SQL Server is slower than it was, and no known cause fits",
        _ => "whether SQL Server is slow cannot be told from this run",
    };

    private static Spectre.Console.Style StyleOf(SqlState state) => state switch
    {
        SqlState.Normal => Styles.Of(ClockState.Healthy),
        SqlState.Slow => Styles.Of(Severity.Critical),
        _ => Styles.Of(Severity.Warning),
    };

    private static void WriteMore(Page page, SqlServerFacts server)
    {
        var table = new TextTable(indent: 2);
        foreach (var (what, value) in new[]
        {
            ("database", server.Database),
            ("time source", server.TimeSource),
            ("virtual machine", server.VirtualMachineType),
            ("TSC rate", server.TscHz is { } rate ? $"{rate} {page.Style.PlusMinus} {(server.TscUncertaintyPpm?.Value ?? 0).ToString("0", CultureInfo.InvariantCulture)} ppm" : null),
            ("clock step in T-SQL", server.ClockStepNs is { } step ? Invariant($"{step.Nanoseconds / 1000:#,0.###} us") : null),
            ("Query Store", server.QueryStoreCapture),
            ("started", server.StartedAt?.UtcDateTime.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture)),
        }.Where(row => row.Item2 is not null))
        {
            table.Add(style: null, new Cell(what), new Cell(value!));
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
