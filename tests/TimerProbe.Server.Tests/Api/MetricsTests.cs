using System.Net;
using TimerProbe.Reporting.Tests.Html;
using TimerProbe.Server.Tests.Running;

namespace TimerProbe.Server.Tests.Api;

/// <summary>What a monitoring asks a node.</summary>
public sealed class MetricsTests
{
    [Fact]
    public async Task They_tell_of_the_fleet_and_of_the_node()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite, SampleScan.Document);
        var text = await fleet.GetAsync("/metrics");
        var away = SampleScan.Document.VCenters.Sum(vcenter => vcenter.VirtualMachines.Count(machine => machine.Placement == Core.Facts.Placement.Away));
        Assert.Contains($"timerprobe_fleet_virtual_machines{{placement=\"away\"}} {away}\n", text, StringComparison.Ordinal);
        Assert.Contains("timerprobe_fleet_vcenter_failures{server=\"vc3.example.org\"} 1\n", text, StringComparison.Ordinal);
        Assert.Contains("timerprobe_server_pending_alerts 0\n", text, StringComparison.Ordinal);
        Assert.EndsWith("# EOF\n", text, StringComparison.Ordinal);
        Assert.Equal(text.Split('\n').Where(line => line.StartsWith("# TYPE", StringComparison.Ordinal)).Distinct(StringComparer.Ordinal).Count(), text.Split('\n').Count(line => line.StartsWith("# HELP", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Whoever_asks_learns_that_a_node_is_ready_and_no_more()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite);
        using var nobody = fleet.Node.Client(token: null);
        var answer = "";
        await Until.Async(async () => (answer = await (await nobody.GetAsync("/readyz", TestContext.Current.CancellationToken)).Content.ReadAsStringAsync(TestContext.Current.CancellationToken)) == "ready\n", () => answer);
        using var metrics = await nobody.GetAsync("/metrics", TestContext.Current.CancellationToken);
        Assert.NotEqual(HttpStatusCode.OK, metrics.StatusCode);
    }
}
