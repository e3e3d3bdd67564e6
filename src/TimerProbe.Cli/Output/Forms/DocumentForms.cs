namespace TimerProbe.Cli.Output;

/// <summary>The forms of each kind of document. A line makes one known: to <c>--output</c>, <c>report</c> and docs/formats.md.</summary>
internal sealed class DocumentForms
{
    public static readonly DocumentForms Check = Create<CheckDocument>(
        "check", CheckText.Write, AnonymousDocuments.Anonymize, CheckOpenMetrics.Write, workbook: null,
        (OutputFormat.Csv, ResultCsv.Write),
        (OutputFormat.Html, (document, output) => ReportHtml.Write(CheckReport.Create(document), output)),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(CheckReport.Create(document), output)));

    public static readonly DocumentForms Scan = Create<ScanDocument>(
        "scan", ScanText.Write, AnonymousDocuments.Anonymize, ScanOpenMetrics.Write, ScanWorkbook.Write,
        (OutputFormat.Csv, ScanCsv.Write),
        (OutputFormat.Html, ScanHtml.Write),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(FleetReport.Create(document), output)));

    public static readonly DocumentForms Sql = Create<SqlDocument>(
        "sql", SqlText.Write, AnonymousDocuments.Anonymize, metrics: null, workbook: null,
        (OutputFormat.Csv, ResultCsv.Write),
        (OutputFormat.Html, (document, output) => ReportHtml.Write(SqlReport.Create(document), output)),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(SqlReport.Create(document), output)));

    public static readonly DocumentForms History = Create<HistoryDocument>(
        "history", HistoryText.Write, (document, pseudonyms) => pseudonyms.Apply(document), metrics: null, workbook: null,
        (OutputFormat.Csv, HistoryCsv.Write),
        (OutputFormat.Html, HistoryHtml.Write));

    public static readonly DocumentForms Runs = Create<RunsDocument>(
        "history list", HistoryText.WriteRuns, (document, pseudonyms) => pseudonyms.Apply(document), metrics: null, workbook: null);

    public static readonly DocumentForms Plan = Create<PlanDocument>(
        "plan", PlanText.Write, AnonymousDocuments.Anonymize, metrics: null, PlanWorkbook.Write,
        (OutputFormat.Csv, ResultCsv.Write),
        (OutputFormat.Html, (document, output) => ReportHtml.Write(PlanReport.Create(document), output)),
        (OutputFormat.Markdown, (document, output) => ReportMarkdown.Write(PlanReport.Create(document), output)));

    public static readonly IReadOnlyList<DocumentForms> All = [Check, Scan, Sql, History, Runs, Plan];

    private readonly Func<object, Pseudonyms, object> _anonymize;
    private readonly Dictionary<string, Action<object, TextView, MetricView, DocumentOutput>> _writers;

    private DocumentForms(
        string command,
        Type record,
        Func<object, Pseudonyms, object> anonymize,
        Dictionary<string, Action<object, TextView, MetricView, DocumentOutput>> writers)
    {
        Command = command;
        Record = record;
        Formats = [.. OutputFormat.All.Where(writers.ContainsKey)];
        _anonymize = anonymize;
        _writers = writers;
    }

    public string Command { get; }

    public string[] Formats { get; }

    public Type Record { get; }

    public static DocumentForms For(object document) => All.First(forms => forms.Record == document.GetType());

    public object Anonymize(object document, Pseudonyms pseudonyms) => _anonymize(document, pseudonyms);

    /// <exception cref="UseCaseException">The kind has no such format, or it could not be written.</exception>
    public void Write(object document, string format, TextView view, MetricView metricView, DocumentOutput destination)
    {
        if (!_writers.TryGetValue(format, out var write))
        {
            throw new UseCaseException(
                ExitCode.Usage, $"a document of {Command} cannot be written as {format}: use {string.Join(", ", Formats)}");
        }

        write(document, view, metricView, destination);
    }

    /// <summary>The forms of a kind: every one is written as JSON too.</summary>
    private static DocumentForms Create<TDocument>(
        string command,
        Action<TDocument, TextView, TextWriter> text,
        Func<TDocument, Pseudonyms, TDocument> anonymize,
        Action<TDocument, MetricView, TextWriter>? metrics,
        Action<TDocument, Stream>? workbook,
        params (string Format, Action<TDocument, TextWriter> Write)[] others)
        where TDocument : class
    {
        var writers = others.ToDictionary(
            other => other.Format,
            other => (Action<object, TextView, MetricView, DocumentOutput>)((document, _, _, to) =>
                to.Write((TextWriter output) => other.Write((TDocument)document, output))));
        writers[OutputFormat.Json] = (document, _, _, to) => to.WriteJson(document);
        writers[OutputFormat.Text] = (document, view, _, to) => to.Write((TextWriter output) => text((TDocument)document, view, output));
        if (metrics is not null)
        {
            writers[OutputFormat.OpenMetrics] = (document, _, view, to) =>
                to.Write((TextWriter output) => metrics((TDocument)document, view, output));
        }

        if (workbook is not null)
        {
            writers[OutputFormat.Xlsx] = (document, _, _, to) => to.Write((Stream output) => workbook((TDocument)document, output));
        }

        return new DocumentForms(command, typeof(TDocument), (document, pseudonyms) => anonymize((TDocument)document, pseudonyms), writers);
    }
}
