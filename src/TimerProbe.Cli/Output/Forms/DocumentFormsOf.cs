using TimerProbe.Application;
using TimerProbe.Core.Documents;
using TimerProbe.Reporting.OpenMetrics;

namespace TimerProbe.Cli.Output.Forms;

/// <summary>Every kind is written as JSON too.</summary>
internal sealed class DocumentForms<TDocument>(
    string command,
    Action<TDocument, TextView, TextWriter> text,
    Func<TDocument, Pseudonyms, TDocument> anonymize,
    Action<TDocument, MetricView, TextWriter>? metrics,
    params (string Format, Action<TDocument, TextWriter> Write)[] others)
    : DocumentForms(command, typeof(TDocument), [.. OutputFormat.All.Where(format => format is OutputFormat.Text or OutputFormat.Json
        || (format == OutputFormat.OpenMetrics && metrics is not null) || others.Any(other => other.Format == format))])
    where TDocument : class
{
    public override object Anonymize(object document, Pseudonyms pseudonyms) => anonymize((TDocument)document, pseudonyms);

    public override void Write(object document, string format, TextView view, MetricView metricView, DocumentOutput destination)
    {
        if (!Formats.Contains(format, StringComparer.Ordinal))
        {
            throw new UseCaseException(
                Failure.Usage, $"a document of {Command} cannot be written as {format}: use {string.Join(", ", Formats)}");
        }

        if (format == OutputFormat.Json)
        {
            destination.Write((Stream stream) =>
            {
                DocumentJson.Write(stream, document);
                stream.WriteByte((byte)'\n');
            });
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
