using System.Text.RegularExpressions;

namespace TimerProbe.Reporting.Tests;

public sealed partial class CheckOpenMetricsTests
{
    private static readonly string Text = Written.Of(CheckOpenMetrics.Write, SampleCheck.Document, MetricView.Brief);

    [Fact]
    public void Every_line_is_help_type_or_a_sample_of_the_family_above()
    {
        Assert.EndsWith("\n# EOF\n", Text, StringComparison.Ordinal);
        var families = new HashSet<string>();
        var current = "";
        foreach (var line in Text.Split('\n').SkipLast(2))
        {
            if (line.StartsWith("# HELP ", StringComparison.Ordinal))
            {
                current = line.Split(' ')[2];
                Assert.True(families.Add(current), $"{current} twice");
            }
            else if (line.StartsWith("# TYPE ", StringComparison.Ordinal))
            {
                Assert.Equal($"# TYPE {current} gauge", line);
            }
            else
            {
                var sample = Sample().Match(line);
                Assert.True(sample.Success, line);
                Assert.Equal(current, sample.Groups["name"].Value);
            }
        }
    }

    [Fact]
    public void Costs_are_in_seconds() =>
        Assert.Contains("{source=\"preciseTime\",api=\"GetSystemTimePreciseAsFileTime\",stat=\"median\"} 1.1802E-06\n", Text, StringComparison.Ordinal);

    [Fact]
    public void Exactly_one_state_is_set()
    {
        Assert.Contains("timerprobe_check_state{state=\"slow\"} 1\n", Text, StringComparison.Ordinal);
        Assert.Equal(1, Text.Split('\n')
            .Count(line => line.StartsWith("timerprobe_check_state{", StringComparison.Ordinal) && line.EndsWith(" 1", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_name_is_escaped() =>
        Assert.Contains("machine=\"=cmd|' /C calc'!A0, \\\"DB\\\\01\\\"\\n<script>\"", Text, StringComparison.Ordinal);

    [GeneratedRegex("""^(?<name>[a-z_]+)(\{([a-z_]+="([^"\\\n]|\\["\\n])*",?)+\})? -?[0-9.]+(E[+-][0-9]+)?$""", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Sample();
}
