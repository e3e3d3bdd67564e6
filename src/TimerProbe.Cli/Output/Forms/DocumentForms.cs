using TimerProbe.Application;
using TimerProbe.Application.Anonymizing;
using TimerProbe.Cli.Output.Check;
using TimerProbe.Cli.Output.History;
using TimerProbe.Cli.Output.Plans;
using TimerProbe.Cli.Output.Scan;
using TimerProbe.Cli.Output.Sql;
using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Csv;
using TimerProbe.Reporting.Html;
using TimerProbe.Reporting.Markdown;
using TimerProbe.Reporting.OpenMetrics;
using TimerProbe.Reporting.Plans;
using TimerProbe.Reporting.Reports;

namespace TimerProbe.Cli.Output.Forms;

/// <summary>
/// The forms in which each kind of document leaves the program. A line here makes one known: to <c>--output</c>, to <c>report</c>, and to
/// the table of docs/formats.md.
/// </summary>
internal abstract class DocumentForms(string command, Type record, string[] formats)
{
    public static readonly DocumentForms<CheckDocument> Check = new("check", CheckText.Write, AnonymousDocuments.Anonymize,
        CheckOpenMetrics.Write,
        (OutputFormat.Csv, CheckCsv.Write),
        (OutputFormat.Html, (document, output) => ReportHtml.Write(CheckReport.Create(document), output)),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(CheckReport.Create(document), output)));

    public static readonly DocumentForms<ScanDocument> Scan = new("scan", ScanText.Write, AnonymousDocuments.Anonymize, ScanOpenMetrics.Write,
        (OutputFormat.Csv, ScanCsv.Write),
        (OutputFormat.Html, ScanHtml.Write),
        (OutputFormat.Markdown, ScanMarkdown.Write));

    public static readonly DocumentForms<SqlDocument> Sql = new("sql", SqlText.Write, AnonymousDocuments.Anonymize, SqlOpenMetrics.Write,
        (OutputFormat.Csv, SqlCsv.Write),
        (OutputFormat.Html, (document, output) => ReportHtml.Write(SqlReport.Create(document), output)),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(SqlReport.Create(document), output)));

    public static readonly DocumentForms<HistoryDocument> History = new("history", HistoryText.Write, (document, pseudonyms) =>
        pseudonyms.Apply(document), metrics: null,
        (OutputFormat.Csv, HistoryCsv.Write),
        (OutputFormat.Html, HistoryHtml.Write));

    public static readonly DocumentForms<RunsDocument> Runs = new("history list", RunListText.Write, (document, pseudonyms) =>
        pseudonyms.Apply(document), metrics: null);

    public static readonly DocumentForms<PlanDocument> Plan = new("plan", PlanText.Write, AnonymousDocuments.Anonymize, metrics: null,
        (OutputFormat.Csv, PlanCsv.Write),
        (OutputFormat.Html, (document, output) => ReportHtml.Write(PlanReport.Create(document), output)),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(PlanReport.Create(document), output)));

    public static readonly IReadOnlyList<DocumentForms> All = [Check, Scan, Sql, History, Runs, Plan];

    public string Command => command;

    public string[] Formats => formats;

    public static DocumentForms For(object document) => All.First(forms => forms.Record == document.GetType());

    public Type Record => record;

    /// <summary>The document without names; as it is where it has none.</summary>
    public abstract object Anonymize(object document, Pseudonyms pseudonyms);

    /// <exception cref="UseCaseException">The kind has no such format, or it could not be written.</exception>
    public abstract void Write(object document, string format, TextView view, MetricView metricView, DocumentOutput destination);
}
