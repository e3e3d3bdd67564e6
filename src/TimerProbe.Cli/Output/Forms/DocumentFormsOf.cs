using TimerProbe.Application;
using TimerProbe.Core.Documents;
using TimerProbe.Reporting.OpenMetrics;

namespace TimerProbe.Cli.Output.Forms;

/// <summary>The forms of one kind of document.</summary>
/// <typeparam name="TDocument">The record.</typeparam>
/// <param name="command">The command that writes such documents.</param>
/// <param name="text">Writes text for people.</param>
/// <param name="anonymize">Takes the names away.</param>
/// <param name="html">Writes a page, which may be large; null where the kind has none.</param>
/// <param name="metrics">Writes metrics; null for a kind that has none.</param>
/// <param name="others">The formats besides these and JSON, which every kind has.</param>
internal sealed class DocumentForms<TDocument>(
    string command,
    Func<TDocument, TextView, string> text,
    Func<TDocument, Pseudonyms, TDocument> anonymize,
    Action<TDocument, TextWriter>? html,
    Func<TDocument, MetricView, string>? metrics,
    params (string Format, Func<TDocument, string> Write)[] others)
    : DocumentForms(command, typeof(TDocument), [.. OutputFormat.All.Where(format => format is OutputFormat.Text or OutputFormat.Json
        || (format == OutputFormat.Html && html is not null) || (format == OutputFormat.OpenMetrics && metrics is not null) || others.Any(other => other.Format == format))])
    where TDocument : class
{
    public override object Anonymize(object document, Pseudonyms pseudonyms) => anonymize((TDocument)document, pseudonyms);

    public override void Write(object document, string format, TextView view, MetricView metricView, DocumentOutput destination)
    {
        if (!Formats.Contains(format, StringComparer.Ordinal))
        {
            throw new UseCaseException(Failure.Usage, $"a document of {Command} cannot be written as {format}: use {string.Join(", ", Formats)}");
        }

        switch (format)
        {
            case OutputFormat.Json:
                destination.Write((Stream stream) =>
                {
                    DocumentJson.Write(stream, document);
                    stream.WriteByte((byte)'\n');
                });
                break;
            case OutputFormat.Html:
                destination.Write((TextWriter output) => html!((TDocument)document, output));
                break;
            case OutputFormat.Text:
                destination.Write(text((TDocument)document, view));
                break;
            case OutputFormat.OpenMetrics:
                destination.Write(metrics!((TDocument)document, metricView));
                break;
            default:
                destination.Write(others.First(other => other.Format == format).Write((TDocument)document));
                break;
        }
    }
}
