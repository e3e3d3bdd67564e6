namespace TimerProbe.Server.Tests.Schedule;

/// <summary>What a running node says of a configuration that changes.</summary>
public sealed class ConfigurationReloadTests
{
    private static readonly string[] Changes =
    [
        """{ "server": { "node": "one", "listen": [ "https://127.0.0.1:0" ], "certificate": "x.pem" } }""",
        """{ "server": { "node": "one", "listen": [ "https://127.0.0.1:0" ], "certificate": "x.pem", "schedule": "6m" }, "failOn": "warning" }""",
        """{ "server": { "node": "one", "trustedProxy": { "addresses": [ "127.0.0.1" ] }, "openId": { "issuer": "https://login.example.org", "clientId": "t", "grants": [ { "claim": "groups", "value": "dba", "scopes": [ "read" ] } ] } } }""",
        """{ "server": { "node": "one" } }""",
    ];

    [Fact]
    public async Task What_counts_from_the_next_start_is_named_once()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var file = place["one.json"];
        await File.WriteAllTextAsync(file, Changes[^1], Cancel);
        await using var node = await ServerNode.StartAsync(place.Text, "--config", file);
        await using var store = await place.OpenAsync(StoreAccess.Read);

        foreach (var (i, change) in Changes.Index())
        {
            await File.WriteAllTextAsync(place["next.json"], change, Cancel);
            File.Move(place["next.json"], file, overwrite: true);
            await Until.Async(
                async () => (await store.Audit.ListAsync(new AuditQuery { Count = 10 }, Cancel))
                    .Count(entry => entry.Action == "configuration-loaded") == i + 1,
                () => $"the configuration was not read again: {string.Join('\n', node.Complaints)}");
        }

        await node.StopAsync();
        Assert.Equal(
            [
                $"one warning configuration: {file}: what changed of server.listen, server.certificate takes effect at the next start",
                $"one warning configuration: {file}: what changed of server.trustedProxy, server.openId takes effect at the next start",
            ],
            TestLog.WithoutTimes(node.Complaints).Where(line => !line.EndsWith("is in force", StringComparison.Ordinal)));
        Assert.Equal(Changes.Length, node.Complaints.Count(line => line.EndsWith($" one info configuration: '{file}' has changed, and is in force", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Each_text_that_is_refused_is_said_to_be_refused()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var file = place["one.json"];
        await File.WriteAllTextAsync(file, Changes[^1], Cancel);
        await using var node = await ServerNode.StartAsync(place.Text, "--config", file);
        foreach (var (i, wrong) in ((string[])["bogus", "false"]).Index())
        {
            await File.WriteAllTextAsync(file, $$"""{ "failOn": "{{wrong}}" }""", Cancel);
            await Until.Async(() => Task.FromResult(node.Complaints.Count == 2 * (i + 1)), () => $"it was not refused: {string.Join('\n', node.Complaints)}");
        }

        Assert.Equal(
            Enumerable.Repeat($"one warning configuration: the configuration '{file}' has errors, so nothing was done; still using the previous configuration", 2),
            TestLog.WithoutTimes(node.Complaints).Where(line => line.EndsWith("previous configuration", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task What_changed_between_the_reading_and_the_end_of_the_start_is_noticed()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var file = place["one.json"];
        await File.WriteAllTextAsync(file, Changes[^1], Cancel);
        var dialog = ServerCommandLine.Dialog(TextWriter.Null);
        var read = ConfigurationFile.Read(file, dialog, Cancel);
        await File.WriteAllTextAsync(file, Changes[1], Cancel);

        await using var store = await place.OpenAsync();
        var context = new ServerContext(read, store, place: null, TestLog.None, TimeProvider.System);
        await using var scheduler = new ScanScheduler(
            context, new StoreTime(context.Time), new RunningScans(), NullLoggerFactory.Instance, new DigestMaker(context, latest: null!, past: null!));
        using var schedule = new ScanSchedule(context, scheduler, new StoreTime(context.Time));
        using var reload = new ConfigurationReload(context, schedule, new AuditTrail(store, context.Node));
        await reload.StartAsync(Cancel);
        await Until.Async(() => Task.FromResult(context.Configuration.FailOn == "warning"), () => "the change was not noticed");
        await reload.StopAsync(Cancel);
    }
}
