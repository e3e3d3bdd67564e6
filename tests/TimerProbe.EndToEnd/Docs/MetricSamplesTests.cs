using System.Text.Json.Nodes;

namespace TimerProbe.EndToEnd.Docs;

/// <summary>The alert rules and the dashboard of docs/metrics go by metrics that the program really writes.</summary>
public sealed partial class MetricSamplesTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private const string Rules = "timerprobe.rules.yml";
    private const string Dashboard = "timerprobe.dashboard.json";

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

    [Fact]
    public async Task Prometheus_accepts_every_query_of_the_dashboard()
    {
        Needs.Program("promtool");
        using var folder = new TemporaryFolder();
        var queries = Targets().Select(target => target["expr"]!.GetValue<string>().Replace("$server", "vc1", StringComparison.Ordinal)).ToList();
        Assert.True(queries.Count >= 15, $"only {queries.Count} queries");
        var rules = string.Concat(queries.Select((query, i) => $"      - record: query:{i}\n        expr: |\n          {query}\n"));
        await new ProgramRun("promtool", ["check", "rules", folder.Write("queries.yml", $"groups:\n  - name: dashboard\n    rules:\n{rules}")]).SucceedsAsync();
    }

    [Fact]
    public async Task Every_metric_and_label_of_the_samples_is_written_by_the_program()
    {
        var written = await WrittenAsync();
        foreach (var file in new[] { Rules, Dashboard })
        {
            var text = await File.ReadAllTextAsync(Path.Combine(Folder, file), TestContext.Current.CancellationToken);
            var used = Metric().Matches(text.Replace("\\\"", "\"", StringComparison.Ordinal)).ToList();
            Assert.NotEmpty(used);
            foreach (var use in used)
            {
                var name = use.Groups["name"].Value;
                Assert.True(written.TryGetValue(name, out var labels), $"{file}: {name} is never written");
                Assert.All(use.Groups["label"].Captures, label => Assert.True(labels.Contains(label.Value), $"{file}: {name} has no label {label.Value}"));
            }
        }
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

    [Fact]
    public void The_dashboard_is_one_that_grafana_can_import()
    {
        var dashboard = JsonNode.Parse(File.ReadAllText(Path.Combine(Folder, Dashboard)))!;
        Assert.InRange(dashboard["uid"]!.GetValue<string>().Length, 1, 40);
        Assert.Equal("TimerProbe", dashboard["title"]!.GetValue<string>());
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
        Assert.Empty(Cells(panels).GroupBy(cell => cell).Where(cell => cell.Count() > 1 || cell.Key.X >= 24).Select(cell => cell.Key));
        Assert.All(Targets(), target => Assert.Matches("^[A-Z]$", target["refId"]!.GetValue<string>()));
    }

    /// <summary>Two hosts may scan one vCenter, and a server may scan alone.</summary>
    [Fact]
    public void The_dashboard_counts_nothing_twice_and_its_first_row_is_that_of_a_scan_or_of_a_server()
    {
        var panels = JsonNode.Parse(File.ReadAllText(Path.Combine(Folder, Dashboard)))!["panels"]!.AsArray().Select(panel => panel!).ToList();
        Assert.DoesNotMatch(@"sum( by \([^)]*\) )?\(timerprobe", string.Concat(Targets().Select(target => target["expr"])));
        Assert.All(
            panels.Where(panel => panel["gridPos"]!["y"]!.GetValue<int>() == 0 && panel["title"]!.GetValue<string>() != "Muted"),
            panel => Assert.Matches("timerprobe_scan_.* or .*(timerprobe_fleet_)", panel["targets"]![0]!["expr"]!.GetValue<string>()));
    }

    private static IEnumerable<(int X, int Y)> Cells(IEnumerable<JsonNode> panels) =>
        from panel in panels
        let at = panel["gridPos"]!
        from x in Enumerable.Range(at["x"]!.GetValue<int>(), at["w"]!.GetValue<int>())
        from y in Enumerable.Range(at["y"]!.GetValue<int>(), at["h"]!.GetValue<int>())
        select (x, y);

    private static IEnumerable<JsonNode> Targets() => JsonNode.Parse(File.ReadAllText(Path.Combine(Folder, Dashboard)))!["panels"]!.AsArray()
        .SelectMany(panel => panel!["targets"]!.AsArray()).Select(target => target!);

    /// <summary>The names and labels of what scan, check and report write.</summary>
    private async Task<Dictionary<string, HashSet<string>>> WrittenAsync()
    {
        using var folder = new TemporaryFolder();
        var config = folder.Write("timerprobe.json", """{ "outputs": [ { "format": "openmetrics", "file": "scan.prom", "metricsDetail": true } ] }""");
        await fleet.VCenter.Scan("--config", config, "--save", "--store", folder["fleet.db"]).RunAsync();
        var check = await TimerProbeProgram.Fastest.With("check", "--output", "openmetrics").RunAsync();
        string[] texts = [OfServer(), await File.ReadAllTextAsync(folder["scan.prom"], TestContext.Current.CancellationToken), check.Out];

        var written = new Dictionary<string, HashSet<string>>();
        foreach (var text in texts)
        {
            // A family without a sample is written too.
            foreach (var line in text.Split('\n'))
            {
                var name = line.StartsWith("# TYPE ", StringComparison.Ordinal) ? line.Split(' ')[2] : Sample().Match(line).Groups["name"].Value;
                if (name.Length > 0 && !written.TryGetValue(name, out _))
                {
                    written.Add(name, new HashSet<string>(["instance"], StringComparer.Ordinal));
                }

                written.GetValueOrDefault(name)?.UnionWith(Label().Matches(line).Select(match => match.Groups["name"].Value));
            }
        }

        return written;
    }

    /// <summary>What the page of a server's metrics lists; a test of the server keeps it and the program alike.</summary>
    private static string OfServer() => string.Join('\n', Listed().Matches(File.ReadAllText(Repository.Path("docs", "server", "pages.md")))
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
