using Microsoft.Extensions.Logging;

namespace TimerProbe.Server.Tests;

/// <summary>What a node says on standard error while it runs.</summary>
public sealed class NodeLogTests
{
    private static readonly TimeSpan Enough = TimeSpan.FromMilliseconds(300);

    [Fact]
    public void An_event_is_a_line_whatever_is_named_in_it()
    {
        using var error = new StringWriter { NewLine = "\n" };
        using var log = TestLog.To(error);
        log.About("vc1").ReportProblem("DB01\n2026-01-01T00:00:00.000Z one info store: all is well\u001b[2J is not known");
        ((IDialog)log).Progress("nothing of this");
        log.Say(LogLevel.Error, "request", "it failed", Thrown());
        Assert.Matches("^[0-9-]{10}T[0-9:.]{12}Z one warning vc1: DB01 \\| 2026-01-01T00:00:00.000Z one info store: all is well\uFFFD\\[2J is not known\n[^\n]+ one error request: it failed\n$", error.ToString());
    }

    [Fact]
    public void For_programs_it_is_an_object_with_a_trace_where_that_is_asked_for()
    {
        using var error = new StringWriter { NewLine = "\n" };
        using var log = new NodeLog(error, "one", TimeProvider.System) { IsJson = true, IsDebug = true };
        log.Say(LogLevel.Error, "request", "it\nfailed", Thrown());
        using var line = JsonDocument.Parse(Assert.Single(error.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries)));
        Assert.Equal(("one", "error", "request", "it\nfailed"), (Text("node"), Text("level"), Text("subject"), Text("message")));
        Assert.Contains("   at ", Text("trace"), StringComparison.Ordinal);
        Assert.True(line.RootElement.GetProperty("time").TryGetDateTimeOffset(out _));

        string Text(string name) => line.RootElement.GetProperty(name).GetString()!;
    }

    [Fact]
    public void A_fault_is_said_once_and_once_more_when_it_is_over_for_all_who_found_it()
    {
        using var error = new StringWriter { NewLine = "\n" };
        var faults = new Faults(TestLog.To(error), TimeProvider.System);
        for (var i = 0; i < 3; i++)
        {
            faults.Begin("store", "fleet", "it is away");
            faults.Begin("store", "documents", "it is away");
            faults.Begin("store", "documents", "it refuses");
            faults.End("store", "fleet");
            faults.End("store", "node");
        }

        faults.End("store", "documents");
        faults.End("store", "documents");
        Assert.Equal(["one warning store: it is away", "one warning store: it refuses", "one info store: over after 00:00:01: it is away"], TestLog.WithoutTimes(error.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Fact]
    public async Task What_clients_break_off_is_not_said()
    {
        await using var node = await ServerNode.StartAsync(await TestStore.NewTextAsync(Engine.Sqlite));
        for (var i = 0; i < 5; i++)
        {
            await BreakOffAsync(node.Address, Encoding.ASCII.GetBytes("POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ntoken=a"));
            await BreakOffAsync(node.Address, Encoding.ASCII.GetBytes("POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=a\r\nContent-Length: 1000\r\n\r\n--a\r\nContent-Disposition: form-data; name=b\r\n\r\nc"));
        }

        using var client = node.Client(node.Token);
        Assert.True((await client.GetAsync("/api/v1/nodes", Cancel)).IsSuccessStatusCode);
        Assert.Equal(0, await node.StopAsync());
        Assert.Empty(node.Complaints);
    }

    [Fact]
    public async Task A_node_writes_the_form_that_was_asked_for()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        await File.WriteAllTextAsync(place["one.json"], """{ "server": { "node": "one", "logFormat": "json" } }""", Cancel);
        await using var node = await ServerNode.StartAsync(place.Text, "--config", place["one.json"]);
        await File.WriteAllTextAsync(place["one.json"], """{ "server": { "node": "one", "logFormat": "json" }, "failOn": "warning" }""", Cancel);
        await Until.Async(() => Task.FromResult(node.Complaints.Count > 0), () => "that the configuration changed was not said");
        using var line = JsonDocument.Parse(node.Complaints[0]);
        Assert.Equal(("one", "info", "configuration"), (line.RootElement.GetProperty("node")
            .GetString(), line.RootElement.GetProperty("level").GetString(), line.RootElement.GetProperty("subject").GetString()));
    }

    private static Exception Thrown() => Record.Exception(void () => throw new InvalidOperationException("a bug"))!;

    /// <summary>Sends what is no whole request, and closes the connection at once, as with a reset, once the server has seen it.</summary>
    private static async Task BreakOffAsync(Uri address, byte[] sent)
    {
        using var client = new TcpClient { LingerState = new LingerOption(enable: true, seconds: 0) };
        await client.ConnectAsync(address.Host, address.Port, Cancel);
        await client.GetStream().WriteAsync(sent, Cancel);
        await Task.Delay(Enough, Cancel);
    }
}
