namespace TimerProbe.Server.Tests.Api;

/// <summary>What a node sends to a collector.</summary>
public sealed class TelemetryTests
{
    private const string Traces = "trace.v1.TraceService";
    private const string Metrics = "metrics.v1.MetricsService";

    [Fact]
    public async Task Its_traces_and_metrics_name_the_node_and_hold_no_secret()
    {
        await using var collector = await Collector.StartAsync();
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await File.WriteAllTextAsync(place["one.json"], $$"""{ "server": { "node": "node-of-test", "otlp": "{{collector.Address}}" } }""", Cancel);
        await using var node = await ServerProcess.StartAsync(place.Text, "--config", place["one.json"]);
        using var client = node.Client(node.Token);
        Assert.Equal(HttpStatusCode.Created, await client.PostAsync(Submission.Json(Submission.Check())));
        await client.GetStringAsync("/api/v1/machines?name=hidden-words", Cancel);

        // What it has is sent once a minute, and when it ends.
        node.Signal("TERM");
        await Until.Async(
            () => Task.FromResult(collector.TextsOf(Traces).Contains("/api/v1/machines", StringComparison.Ordinal)
                && collector.TextsOf(Metrics).Contains("http.server.request.duration", StringComparison.Ordinal)),
            () => $"the collector got of traces: {collector.TextsOf(Traces)}");

        foreach (var texts in (string[])[collector.TextsOf(Traces), collector.TextsOf(Metrics)])
        {
            Assert.All((string[])["service.name", "timerprobe-server", "service.instance.id", "node-of-test"], text => Assert.Contains(text, texts, StringComparison.Ordinal));
            Assert.All((string[])[node.Token!, node.Token!.Split('_', 3)[2], "hidden-words"],
                secret => Assert.DoesNotContain(secret, texts, StringComparison.Ordinal));
        }

        Assert.Contains("/api/v1/documents", collector.TextsOf(Traces), StringComparison.Ordinal);
        Assert.All((string[])["kestrel.active_connections", "dotnet.gc.collections"], metric => Assert.Contains(metric, collector.TextsOf(Metrics), StringComparison.Ordinal));
    }
}
