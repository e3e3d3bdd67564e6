namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>
/// The text that Prometheus and the textfile collectors of its exporters read: HELP and TYPE once a name, samples below them, no
/// timestamps, and at the end the line that OpenMetrics asks for and the others take for a comment.
/// </summary>
internal sealed class MetricText(TextWriter output)
{
    public void Gauge(string name, string help) => output.Write($"# HELP {name} {Escape(help, quotes: false)}\n# TYPE {name} gauge\n");

    public void Counter(string name, string help) => output.Write($"# HELP {name} {Escape(help, quotes: false)}\n# TYPE {name} counter\n");

    public void Sample(string name, double value, params (string Name, string Value)[] labels)
    {
        output.Write(name);
        if (labels.Length > 0)
        {
            output.Write($"{{{string.Join(',', labels.Select(label => $"{label.Name}=\"{Escape(label.Value, quotes: true)}\""))}}}");
        }

        output.Write($" {value:G15}\n");
    }

    public void Single(string name, string help, double? value, params (string Name, string Value)[] labels)
    {
        Gauge(name, help);
        if (value is { } known)
        {
            Sample(name, known, labels);
        }
    }

    public void Each<TMember>(
        string name, string help, string label, Func<TMember, double> value, params (string Name, string Value)[] labels)
        where TMember : struct, Enum
    {
        Gauge(name, help);
        foreach (var member in Enum.GetValues<TMember>())
        {
            Sample(name, value(member), [.. labels, (label, member.ToDocumentName())]);
        }
    }

    public void Which<TMember>(string name, string help, string label, TMember holds, params (string Name, string Value)[] labels)
        where TMember : struct, Enum =>
            Each<TMember>(name, help, label, member => EqualityComparer<TMember>.Default.Equals(member, holds) ? 1 : 0, labels);

    public void FindingCounts(string prefix, IReadOnlyList<Finding> findings) =>
        Each<Severity>(
            prefix + "findings",
            "How many findings there are of each severity.",
            "severity",
            severity => findings.Count(finding => finding.Severity == severity));

    public void End() => output.Write("# EOF\n");

    /// <summary>Unix time in seconds.</summary>
    public static double Unix(DateTimeOffset time) => time.ToUnixTimeMilliseconds() / 1e3;

    public static double? Unix(DateTimeOffset? time) => time is { } known ? Unix(known) : null;

    private static string Escape(string text, bool quotes)
    {
        var escaped = text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);
        return quotes ? escaped.Replace("\"", "\\\"", StringComparison.Ordinal) : escaped;
    }
}
