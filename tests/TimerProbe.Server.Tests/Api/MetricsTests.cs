namespace TimerProbe.Server.Tests.Api;

/// <summary>What a monitoring asks a node.</summary>
public sealed partial class MetricsTests(SharedFleet shared) : IClassFixture<SharedFleet>
{
    [Fact]
    public async Task They_tell_of_the_fleet_and_of_the_node_and_are_documented()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite, SampleScan.Document);
        var text = await TextAsync(fleet.Client);
        var read = MetricReader.Read(text);
        var away = SampleScan.Document.VCenters.Sum(
            vcenter => vcenter.VirtualMachines.Count(machine => machine.Placement == Core.Facts.Placement.Away));
        Assert.Equal(away, Value(read, "timerprobe_fleet_virtual_machines", ("placement", "away")));
        Assert.Equal(away, read.Where(sample => sample.Name == "timerprobe_fleet_cluster_virtual_machines" && sample.Labels["placement"] == "away").Sum(sample => sample.Value));
        Assert.Equal(1, Value(read, "timerprobe_fleet_vcenter_failures", ("server", "vc3.example.org")));
        Assert.Equal(0, Value(read, "timerprobe_server_pending_alerts"));

        var page = await File.ReadAllTextAsync(Path.Combine(Repository.Root, "docs", "server", "pages.md"), Cancel);
        Assert.All(FamilyLine().Matches(text), family => Assert.Contains($"`{family.Groups["name"].Value}", page, StringComparison.Ordinal));
        Assert.All(MetricName().Matches(page), name => Assert.Contains($"# TYPE {TotalEnd().Replace(name.Value, "")} ", text, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.6,text/plain;version=0.0.4;q=0.4,*/*;q=0.2", "application/openmetrics-text; version=1.0.0; charset=utf-8")]
    [InlineData("text/plain", "text/plain; version=0.0.4; charset=utf-8")]
    [InlineData("*/*", "text/plain; version=0.0.4; charset=utf-8")]
    public async Task They_are_named_as_whoever_asks_reads_them(string accepts, string named)
    {
        var fleet = shared.Fleet;
        using var request = new HttpRequestMessage(HttpMethod.Get, "/metrics");
        request.Headers.Add("Accept", accepts);
        using var answer = await fleet.Client.SendAsync(request, Cancel);
        Assert.Equal(MediaTypeHeaderValue.Parse(named), answer.Content.Headers.ContentType);
    }

    [Fact]
    public async Task They_count_scans_by_what_became_of_them_and_say_whether_the_node_is_ready()
    {
        using var closed = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        closed.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Sqlite, vcenters: 1);
        fleet.Others.Add($"{closed.LocalEndPoint}");
        var node = await fleet.StartNodeAsync("one");
        using var client = node.Client(node.Token);
        IReadOnlyList<ReadSample> read = [];
        await Until.Async(
            async () => Value(read = MetricReader.Read(await TextAsync(client)), "timerprobe_server_scans_total", ("result", "complete")) > 0 && Value(read, "timerprobe_server_scans_total", ("result", "failed")) > 0,
            () => string.Join('\n', read));
        Assert.Equal(5, read.Count(sample => sample.Name == "timerprobe_server_scans_total"));
        Assert.Equal(1, Value(read, "timerprobe_server_ready"));
    }

    [Fact]
    public async Task Prometheus_finds_nothing_to_better_in_its_own_format()
    {
        var said = await InstalledProgram.RunAsync("promtool", ["check", "metrics"], await shared.Fleet.GetAsync("/metrics"));
        Assert.Equal(("", ""), said);
    }

    private static async Task<string> TextAsync(HttpClient client)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/metrics") { Headers = { Accept = { new("application/openmetrics-text") } } };
        using var answer = await client.SendAsync(request, Cancel);
        return await answer.Content.ReadAsStringAsync(Cancel);
    }

    private static double Value(IReadOnlyList<ReadSample> read, string name, params (string Name, string Value)[] labels) => Assert.Single(
        read, sample => sample.Name == name && labels.All(label => sample.Labels[label.Name] == label.Value)).Value;

    [GeneratedRegex("^# TYPE (?<name>[a-z_]+) ", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex FamilyLine();

    [GeneratedRegex("timerprobe_(fleet|server)_[a-z_]+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex MetricName();

    [GeneratedRegex("_total$", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex TotalEnd();
}
