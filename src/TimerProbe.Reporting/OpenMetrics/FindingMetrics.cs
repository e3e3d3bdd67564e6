using TimerProbe.Core.Advice;
using TimerProbe.Core.Json;

namespace TimerProbe.Reporting.OpenMetrics;

internal static class FindingMetrics
{
    public static void Write(
        MetricText text, string prefix, bool hasDetails, IReadOnlyList<Finding> findings, params (string Name, string Value)[] labels)
    {
        WriteCounts(text, prefix, findings, labels);
        text.Gauge(prefix + "finding", "1 for each finding, by its rule and severity.");
        foreach (var finding in hasDetails ? findings : [])
        {
            text.Sample(prefix + "finding", 1, [.. labels, ("rule", finding.Rule), ("severity", finding.Severity.ToDocumentName())]);
        }
    }

    public static void WriteCounts(
        MetricText text, string prefix, IReadOnlyList<Finding> findings, params (string Name, string Value)[] labels) =>
        text.Each<Severity>(
            prefix + "findings",
            "How many findings there are of each severity.",
            "severity",
            severity => findings.Count(finding => finding.Severity == severity),
            labels);
}
