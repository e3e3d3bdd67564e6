namespace TimerProbe.Cli.Output;

/// <summary>
/// The forms in which each kind of document leaves the program. A line here makes one known: to <c>--output</c>, to
/// <c>report</c>, and to the table of docs/formats.md.
/// </summary>
internal abstract class DocumentForms(string command, Type record, string[] formats)
{
    public static readonly DocumentForms<CheckDocument> Check = new(
        "check", CheckText.Write, AnonymousDocuments.Anonymize, CheckOpenMetrics.Write, workbook: null,
        (OutputFormat.Csv, CheckCsv.Write),
        (OutputFormat.Html, (document, output) => ReportHtml.Write(CheckReport.Create(document), output)),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(CheckReport.Create(document), output)));

    public static readonly DocumentForms<ScanDocument> Scan = new(
        "scan", ScanText.Write, AnonymousDocuments.Anonymize, ScanOpenMetrics.Write, ScanWorkbook.Write,
        (OutputFormat.Csv, ScanCsv.Write),
        (OutputFormat.Html, ScanHtml.Write),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(FleetReport.Create(document), output)));

    public static readonly DocumentForms<SqlDocument> Sql = new(
        "sql", SqlText.Write, AnonymousDocuments.Anonymize, metrics: null, workbook: null,
        (OutputFormat.Csv, SqlCsv.Write),
        (OutputFormat.Html, (document, output) => ReportHtml.Write(SqlReport.Create(document), output)),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(SqlReport.Create(document), output)));

    public static readonly DocumentForms<HistoryDocument> History = new(
        "history", HistoryText.Write, (document, pseudonyms) => pseudonyms.Apply(document), metrics: null, workbook: null,
        (OutputFormat.Csv, HistoryCsv.Write),
        (OutputFormat.Html, HistoryHtml.Write));

    public static readonly DocumentForms<RunsDocument> Runs = new(
        "history list", RunListText.Write, (document, pseudonyms) => pseudonyms.Apply(document), metrics: null, workbook: null);

    public static readonly DocumentForms<PlanDocument> Plan = new(
        "plan", PlanText.Write, AnonymousDocuments.Anonymize, metrics: null, PlanWorkbook.Write,
        (OutputFormat.Csv, PlanCsv.Write),
        (OutputFormat.Html, (document, output) => ReportHtml.Write(PlanReport.Create(document), output)),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(PlanReport.Create(document), output)));

    public static readonly IReadOnlyList<DocumentForms> All = [Check, Scan, Sql, History, Runs, Plan];

    public string Command => command;

    public string[] Formats => formats;

    public static DocumentForms For(object document) => All.First(forms => forms.Record == document.GetType());

    public Type Record => record;

    public abstract object Anonymize(object document, Pseudonyms pseudonyms);

    /// <exception cref="UseCaseException">The kind has no such format, or it could not be written.</exception>
    public abstract void Write(object document, string format, TextView view, MetricView metricView, DocumentOutput destination);
}

/// <summary>Every kind is written as JSON too.</summary>
internal sealed class DocumentForms<TDocument>(
    string command,
    Action<TDocument, TextView, TextWriter> text,
    Func<TDocument, Pseudonyms, TDocument> anonymize,
    Action<TDocument, MetricView, TextWriter>? metrics,
    Action<TDocument, Stream>? workbook,
    params (string Format, Action<TDocument, TextWriter> Write)[] others)
    : DocumentForms(
        command,
        typeof(TDocument),
        [.. OutputFormat.All.Where(format => format is OutputFormat.Text or OutputFormat.Json
            || (format == OutputFormat.OpenMetrics && metrics is not null)
            || (format == OutputFormat.Xlsx && workbook is not null)
            || others.Any(other => other.Format == format))])
    where TDocument : class
{
    public override object Anonymize(object document, Pseudonyms pseudonyms) => anonymize((TDocument)document, pseudonyms);

    public override void Write(object document, string format, TextView view, MetricView metricView, DocumentOutput destination)
    {
        if (!Formats.Contains(format))
        {
            throw new UseCaseException(
                ExitCode.Usage, $"a document of {Command} cannot be written as {format}: use {string.Join(", ", Formats)}");
        }

        if (format == OutputFormat.Json)
        {
            destination.WriteJson(document);
        }
        else if (format == OutputFormat.Xlsx)
        {
            destination.Write((Stream output) => workbook!((TDocument)document, output));
        }
        else
        {
            destination.Write((TextWriter output) => Write((TDocument)document, format, view, metricView, output));
        }
    }

    private void Write(TDocument document, string format, TextView view, MetricView metricView, TextWriter output)
    {
        switch (format)
        {
            case OutputFormat.Text:
                text(document, view, output);
                break;
            case OutputFormat.OpenMetrics:
                metrics!(document, metricView, output);
                break;
            default:
                others.First(other => other.Format == format).Write(document, output);
                break;
        }
    }
}
