using System.Globalization;
using System.Text;

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>
/// The text that Prometheus and the textfile collectors of its exporters read: HELP and TYPE once a name, samples below
/// them, no timestamps, and at the end the line that OpenMetrics asks for and the others take for a comment.
/// </summary>
internal sealed class MetricText
{
    private readonly StringBuilder _text = new();

    /// <summary>Begins a family of gauges.</summary>
    public void Gauge(string name, string help) =>
        _text.Append(CultureInfo.InvariantCulture, $"# HELP {name} {Escape(help, quotes: false)}\n# TYPE {name} gauge\n");

    /// <summary>Adds a sample to the family begun last.</summary>
    public void Sample(string name, double value, params (string Name, string Value)[] labels)
    {
        _text.Append(name);
        if (labels.Length > 0)
        {
            _text.Append('{').AppendJoin(',', labels.Select(label => $"{label.Name}=\"{Escape(label.Value, quotes: true)}\"")).Append('}');
        }

        _text.Append(CultureInfo.InvariantCulture, $" {value:G15}\n");
    }

    public override string ToString() => _text + "# EOF\n";

    private static string Escape(string text, bool quotes)
    {
        var escaped = text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);
        return quotes ? escaped.Replace("\"", "\\\"", StringComparison.Ordinal) : escaped;
    }
}
