using System.Text.Json.Nodes;

namespace TimerProbe.EndToEnd.Docs;

/// <summary>The alert rules and the dashboards of docs/metrics go by metrics that the program really writes.</summary>
public sealed partial class MetricSamplesTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private const string Rules = "timerprobe.rules.yml";
    private const string OfServer = "timerprobe.dashboard.json";
    private const string OfTextfiles = "timerprobe.textfile.dashboard.json";

    private static readonly string Folder = Repository.Path("docs", "metrics");

    [Theory]
    [InlineData("check", "rules", Rules)]
    [InlineData("test", "rules", "timerprobe.rules.test.yml")]
    [InlineData("check", "config", "--syntax-only", "timerprobe.scrape.yml")]
    public async Task Prometheus_accepts_the_rules_and_they_do_what_they_should(params string[] arguments)
    {
        Needs.Program("promtool");
        await (new ProgramRun("promtool", arguments) with { WorkingDirectory = Folder }).SucceedsAsync();
    }

    [Theory]
    [InlineData(OfServer)]
    [InlineData(OfTextfiles)]
    public async Task Prometheus_accepts_every_query_of_a_dashboard(string dashboard)
    {
        Needs.Program("promtool");
        using var folder = new TemporaryFolder();
        var queries = Targets(dashboard).Select(target => target["expr"]!.GetValue<string>().Replace("$server", "vc1", StringComparison.Ordinal)).ToList();
        Assert.True(queries.Count > 10, $"only {queries.Count} queries");
        var rules = string.Concat(queries.Select((query, i) => $"      - record: query:{i}\n        expr: |\n          {query}\n"));
        await new ProgramRun("promtool", ["check", "rules", folder.Write("queries.yml", $"groups:\n  - name: dashboard\n    rules:\n{rules}")]).SucceedsAsync();
    }

    [Fact]
    public async Task Every_metric_and_label_of_the_samples_is_written_by_what_they_are_for()
    {
        var (server, textfiles) = (Read(ListedOfServer()), Read(await WrittenAsync()));
        AssertWritten(Rules, server.Concat(textfiles).ToDictionary());
        AssertWritten(OfServer, server);
        AssertWritten(OfTextfiles, textfiles);
    }

    [Fact]
    public void Every_rule_has_a_page_that_says_what_to_do()
    {
        var headings = File.ReadLines(Path.Combine(Folder, "README.md"))
            .Where(line => line.StartsWith("### ", StringComparison.Ordinal)).Select(line => line[4..]).ToHashSet();
        var rules = File.ReadAllText(Path.Combine(Folder, Rules)).Split("- alert: ").Skip(1).ToList();
        Assert.NotEmpty(rules);
        Assert.All(rules, rule =>
        {
            var name = rule.Split('\n')[0];
            Assert.Contains($"/docs/metrics/README.md#{name.ToLowerInvariant()}\n", rule, StringComparison.Ordinal);
            Assert.Contains(name, headings);
        });
    }

    [Fact]
    public void Ages_are_compared_with_recorded_limits_only() => Assert.DoesNotMatch(@"(time\(\)|timestamp_seconds)[^\n]*[<>] *[0-9]", File.ReadAllText(Path.Combine(Folder, Rules)));

    [Theory]
    [InlineData(OfServer, "timerprobe", "TimerProbe")]
    [InlineData(OfTextfiles, "timerprobe-textfiles", "TimerProbe textfiles")]
    public void A_dashboard_is_one_that_grafana_can_import_goes_by_metrics_and_counts_nothing_twice(string file, string uid, string title)
    {
        var dashboard = Dashboard(file);
        Assert.Equal((uid, title), (dashboard["uid"]!.GetValue<string>(), dashboard["title"]!.GetValue<string>()));
        var variables = dashboard["templating"]!["list"]!.AsArray().Select(variable => variable!["name"]!.GetValue<string>()).ToList();
        Assert.Equal(["datasource", "server"], variables);
        var panels = dashboard["panels"]!.AsArray().Select(panel => panel!).ToList();
        Assert.Equal(panels.Count, panels.Select(panel => panel["id"]!.GetValue<int>()).Distinct().Count());
        Assert.All(panels, panel =>
        {
            Assert.Equal("${datasource}", panel["datasource"]!["uid"]!.GetValue<string>());
            Assert.Contains(panel["type"]!.GetValue<string>(), (string[])["stat", "timeseries", "table"]);
            Assert.NotEmpty(panel["description"]!.GetValue<string>());
        });
        Assert.Matches(Metric(), dashboard["templating"]!["list"]![1]!["definition"]!.GetValue<string>());
        Assert.All(Targets(file), target =>
        {
            Assert.Matches("^[A-Z]$", target["refId"]!.GetValue<string>());
            Assert.Matches(Metric(), target["expr"]!.GetValue<string>());
            // Two hosts may scan one vCenter: a sum counts it twice.
            Assert.DoesNotMatch(@"sum( by \([^)]*\) )?\(timerprobe", target["expr"]!.GetValue<string>());
        });
    }

    private static void AssertWritten(string file, Dictionary<string, HashSet<string>> written)
    {
        var used = Metric().Matches(File.ReadAllText(Path.Combine(Folder, file)).Replace("\\\"", "\"", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(used);
        foreach (var use in used)
        {
            var name = use.Groups["name"].Value;
            Assert.True(written.TryGetValue(name, out var labels), $"{file}: {name} is never written");
            Assert.All(use.Groups["label"].Captures, label => Assert.True(labels.Contains(label.Value), $"{file}: {name} has no label {label.Value}"));
        }
    }

    private static JsonNode Dashboard(string file) => JsonNode.Parse(File.ReadAllText(Path.Combine(Folder, file)))!;

    private static IEnumerable<JsonNode> Targets(string dashboard) => Dashboard(dashboard)["panels"]!.AsArray()
        .SelectMany(panel => panel!["targets"]!.AsArray()).Select(target => target!);

    /// <summary>What scan and check write for a textfile collector.</summary>
    private async Task<string> WrittenAsync()
    {
        using var folder = new TemporaryFolder();
        var config = folder.Write("timerprobe.json", """{ "outputs": [ { "format": "openmetrics", "file": "scan.prom", "metricsDetail": true } ] }""");
        await fleet.VCenter.Scan("--config", config, "--save", "--store", folder["fleet.db"]).RunAsync();
        var check = await TimerProbeProgram.Fastest.With("check", "--output", "openmetrics").RunAsync();
        return $"{await File.ReadAllTextAsync(folder["scan.prom"], Cancel)}\n{check.Out}";
    }

    /// <summary>The names and labels of metrics; a family without a sample is written too.</summary>
    private static Dictionary<string, HashSet<string>> Read(string text)
    {
        var written = new Dictionary<string, HashSet<string>>();
        foreach (var line in text.Split('\n'))
        {
            var name = line.StartsWith("# TYPE ", StringComparison.Ordinal) ? line.Split(' ')[2] : Sample().Match(line).Groups["name"].Value;
            if (name.Length > 0 && !written.TryGetValue(name, out _))
            {
                written.Add(name, new HashSet<string>(["instance"], StringComparer.Ordinal));
            }

            written.GetValueOrDefault(name)?.UnionWith(Label().Matches(line).Select(match => match.Groups["name"].Value));
        }

        return written;
    }

    /// <summary>What the page of a server's metrics lists; a test of the server keeps it and the program alike.</summary>
    private static string ListedOfServer() => string.Join('\n', Listed().Matches(File.ReadAllText(Repository.Path("docs", "server", "pages.md")))
        .Select(metric => $"{metric.Groups["name"].Value}{{{string.Join(',', metric.Groups["label"].Captures.Select(label => $"{label.Value}=\"\""))}}}"));

    [GeneratedRegex(@"(?<name>timerprobe_\w+)(\{((?<label>\w+)=~?""[^""]*"",?)*\})?", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Metric();

    [GeneratedRegex(@"`(?<name>timerprobe_(fleet|server)_\w+)(\{((?<label>\w+),?)*\})?`", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Listed();

    [GeneratedRegex(@"^(?<name>timerprobe_\w+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Sample();

    [GeneratedRegex(@"[{,](?<name>\w+)=""", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Label();
}
