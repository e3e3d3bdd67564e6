using Label = (string Name, string Value);

namespace TimerProbe.Reporting.OpenMetrics;

/// <summary>
/// The text that Prometheus and the textfile collectors of its exporters read: HELP and TYPE once a name, samples below them, no
/// timestamps, and at the end the line that OpenMetrics asks for and the others take for a comment.
/// </summary>
internal sealed class MetricText(TextWriter output)
{
    public void Gauge(string name, string help) => WriteHead(name, help, "gauge");

    public void Counter(string name, string help) => WriteHead(name, help, "counter");

    public void Sample(string name, double value, params Label[] labels)
    {
        output.Write(name);
        if (labels.Length > 0)
        {
            output.Write($"{{{string.Join(',', labels.Select(label => $"{label.Name}=\"{Escape(label.Value, quotes: true)}\""))}}}");
        }

        output.Write($" {value:G15}\n");
    }

    public void Single(string name, string help, double? value, params Label[] labels) =>
        Each(name, help, [value], known => known, _ => labels);

    /// <summary>A sample for each item; none where its value is not known.</summary>
    public void Each<T>(string name, string help, IEnumerable<T> items, Func<T, double?> value, Func<T, Label[]> labels)
    {
        Gauge(name, help);
        foreach (var item in items)
        {
            if (value(item) is { } known)
            {
                Sample(name, known, labels(item));
            }
        }
    }

    /// <summary>A sample for each item and member of an enumeration.</summary>
    public void Each<T, TMember>(
        string name, string help, string label, IEnumerable<T> items, Func<T, TMember, double> value, Func<T, Label[]> labels)
        where TMember : struct, Enum => Each(
            name,
            help,
            items.SelectMany(item => Enum.GetValues<TMember>(), (item, member) => (Item: item, Member: member)),
            pair => value(pair.Item, pair.Member),
            pair => [.. labels(pair.Item), (label, pair.Member.ToDocumentName())]);

    public void Each<TMember>(string name, string help, string label, Func<TMember, double> value)
        where TMember : struct, Enum => Each<int, TMember>(name, help, label, [0], (_, member) => value(member), _ => []);

    public void Which<TMember>(string name, string help, string label, TMember holds)
        where TMember : struct, Enum =>
            Each<TMember>(name, help, label, member => EqualityComparer<TMember>.Default.Equals(member, holds) ? 1 : 0);

    /// <summary>How many machines of each item there are by where they are, and those away by what is known of their clock.</summary>
    public void Machines<T>(string prefix, string help, IReadOnlyList<T> items, Func<T, MachineCounts> counts, Func<T, Label[]> labels)
    {
        Each<T, Placement>($"{prefix}_virtual_machines", help, "placement", items, (item, placement) => counts(item).From(placement), labels);
        Each<T, ClockExpectation>(
            $"{prefix}_away_virtual_machines",
            "How many virtual machines away are measured slow, expected to be, open, expected to be fast, or measured fast; those with the raw TSC left out.",
            "clock",
            items,
            (item, clock) => counts(item).From(clock),
            labels);
    }

    public void FindingCounts(string prefix, IReadOnlyList<Finding> findings) =>
        Each<Severity>(
            prefix + "findings",
            "How many findings there are of each severity.",
            "severity",
            severity => findings.Count(finding => finding.Severity == severity));

    /// <summary>What became of a run in its store; nothing for one that is not saved.</summary>
    public void Store(SaveResult? saved, string command)
    {
        if (saved is null)
        {
            return;
        }

        var label = ("command", command);
        Single(
            "timerprobe_last_saved_timestamp_seconds",
            "When the last run was saved in its store, as Unix time; no sample where this one was not.",
            Unix(saved.SavedAt),
            label);
        Single("timerprobe_pending_alerts", "How many alerts of the store are yet to be delivered.", saved.PendingAlerts, label);
        Single(
            "timerprobe_oldest_pending_alert_timestamp_seconds",
            "When the oldest alert was made that is yet to be delivered, as Unix time; no sample where there is none.",
            Unix(saved.OldestPendingAlertAt),
            label);
        Single("timerprobe_failed_deliveries", "How many alerts this run tried to deliver in vain.", saved.FailedDeliveries, label);
    }

    public void End() => output.Write("# EOF\n");

    /// <summary>Unix time in seconds.</summary>
    public static double Unix(DateTimeOffset time) => time.ToUnixTimeMilliseconds() / 1e3;

    public static double? Unix(DateTimeOffset? time) => time is { } known ? Unix(known) : null;

    private void WriteHead(string name, string help, string type) =>
        output.Write($"# HELP {name} {Escape(help, quotes: false)}\n# TYPE {name} {type}\n");

    private static string Escape(string text, bool quotes)
    {
        var escaped = text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);
        return quotes ? escaped.Replace("\"", "\\\"", StringComparison.Ordinal) : escaped;
    }
}
