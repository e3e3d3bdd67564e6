using TimerProbe.Cli.Output;
using TimerProbe.Cli.Output.Check;
using TimerProbe.Cli.Output.History;
using TimerProbe.Cli.Output.Scan;
using TimerProbe.Cli.Output.Sql;
using TimerProbe.Core.Documents;
using TimerProbe.Reporting.Csv;
using TimerProbe.Reporting.Html;
using TimerProbe.Reporting.Markdown;
using TimerProbe.Reporting.OpenMetrics;
using TimerProbe.Reporting.Reports;

namespace TimerProbe.Cli.Commands.Report;

/// <summary>A document in the form that was asked for.</summary>
/// <param name="style">How text for people is drawn.</param>
/// <param name="verbose">Whether text for people says more.</param>
internal sealed class DocumentText(TextStyle style, bool verbose)
{
    /// <summary>The forms of a history.</summary>
    public static readonly string[] HistoryFormats = ["text", "json", "csv", "html"];

    /// <summary>The forms of a list of runs.</summary>
    public static readonly string[] RunsFormats = ["text", "json", "csv"];

    /// <summary>The forms of a scan document.</summary>
    public static readonly string[] ScanFormats = ["text", "json", "csv", "html", "markdown", "openmetrics"];

    /// <summary>The forms of a check document.</summary>
    public static readonly string[] CheckFormats = ScanFormats;

    /// <summary>The forms of a document about a SQL Server.</summary>
    public static readonly string[] SqlFormats = ScanFormats;

    public void Write(CheckDocument document, string format, DocumentOutput destination) => destination.Write(format switch
    {
        "json" => DocumentJson.Write(document),
        "csv" => CheckCsv.Write(document),
        "html" => ReportHtml.Write(CheckReport.Of(document)),
        "markdown" => ReportMarkdown.Write(CheckReport.Of(document)),
        "openmetrics" => CheckOpenMetrics.Write(document),
        "text" => CheckText.Write(document, style, verbose),
        _ => throw new CommandException(ExitCode.Usage, $"a check document has no form {format}: take {string.Join(", ", CheckFormats)}"),
    });

    public void Write(SqlDocument document, string format, DocumentOutput destination) => destination.Write(format switch
    {
        "json" => DocumentJson.Write(document),
        "csv" => SqlCsv.Write(document),
        "html" => ReportHtml.Write(SqlReport.Of(document)),
        "markdown" => ReportMarkdown.Write(SqlReport.Of(document)),
        "openmetrics" => SqlOpenMetrics.Write(document),
        "text" => SqlText.Write(document, style, verbose),
        _ => throw new CommandException(ExitCode.Usage, $"a document about a SQL Server has no form {format}: take {string.Join(", ", SqlFormats)}"),
    });

    public void Write(HistoryDocument document, string format, DocumentOutput destination) => destination.Write(format switch
    {
        "json" => DocumentJson.Write(document),
        "csv" => HistoryCsv.Write(document),
        "html" => HistoryHtml.Write(document),
        "text" => HistoryText.Write(document, style, verbose),
        _ => throw new CommandException(ExitCode.Usage, $"a history has no form {format}: take {string.Join(", ", HistoryFormats)}"),
    });

    public void Write(RunsDocument document, string format, DocumentOutput destination) => destination.Write(format switch
    {
        "json" => DocumentJson.Write(document),
        "csv" => RunsCsv.Write(document),
        "text" => RunListText.Write(document, style),
        _ => throw new CommandException(ExitCode.Usage, $"a list of runs has no form {format}: take {string.Join(", ", RunsFormats)}"),
    });

    public void Write(ScanDocument document, string format, DocumentOutput destination)
    {
        if (format == "json")
        {
            destination.Write(stream =>
            {
                DocumentJson.Write(stream, document);
                stream.WriteByte((byte)'\n');
            });
            return;
        }

        destination.Write(format switch
        {
            "csv" => ScanCsv.Write(document),
            "html" => ScanHtml.Write(document),
            "markdown" => ScanMarkdown.Write(document),
            "openmetrics" => ScanOpenMetrics.Write(document),
            _ => ScanText.Write(document, style, verbose),
        });
    }
}
