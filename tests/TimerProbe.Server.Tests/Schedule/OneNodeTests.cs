namespace TimerProbe.Server.Tests.Schedule;

/// <summary>A single node beside a file.</summary>
public sealed class OneNodeTests
{
    [Fact]
    public async Task It_scans_reads_its_configuration_again_and_gives_up_what_hangs_when_it_ends()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Sqlite, vcenters: 2);
        fleet.Schedule = "1h";
        var node = await fleet.StartNodeAsync("one");
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        await fleet.UntilAsync(store, scans => scans.Count == 2 && scans.All(scan => scan.Outcome?.Result == "complete"), "what was never scanned was not scanned at once");
        using (var client = node.Client(node.Token))
        {
            var schedule = JsonNode.Parse(await client.GetStringAsync("/api/v1/schedule", Cancel))!["items"]!.AsArray();
            Assert.Equal(2, schedule.Count);
            Assert.All(schedule, scan => Assert.Equal(("1h", "one", "complete", true),
                ((string?)scan!["schedule"], (string?)scan["node"], (string?)scan["result"], scan["nextAt"] is not null)));
            Assert.Contains("What this server scans", await client.GetStringAsync("/scans", Cancel), StringComparison.Ordinal);
        }

        var nodes = await store.Nodes.ListAsync("one", Cancel);
        Assert.Equal(("one", "ready", 0.0), (nodes[0].Name, nodes[0].State, nodes[0].ClockApartMs));

        await File.WriteAllTextAsync(fleet.GetFile("one"), """{ "vcenters": [ { "server": "x", "schedule": "every day" } ] }""", Cancel);
        await Running.Until.Async(() => Task.FromResult(node.Complaints.Any(line => line.EndsWith("still using the previous configuration", StringComparison.Ordinal))), () => "a bad configuration was not refused");
        Assert.Contains(node.Complaints, line => line.Contains("one.json: ", StringComparison.Ordinal) && line.Contains("schedule: says no times", StringComparison.Ordinal));
        Assert.Equal(2, (await store.Scans.ListAsync(Cancel)).Count);

        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        fleet.Others.Add($"{silent.LocalEndpoint}");
        fleet.Schedule = "0/5 * * * * ?";
        fleet.Configure("one");
        using var asked = await silent.AcceptTcpClientAsync(Cancel);
        await fleet.UntilScannedAsync(store, 2);

        await Running.Until.Async(
            async () => (await store.Audit.ListAsync(new AuditQuery(), Cancel)).Select(entry => entry.Action).Where(action => action.StartsWith("configuration-", StringComparison.Ordinal)).Order().SequenceEqual(["configuration-loaded", "configuration-refused"]),
            () => "the changes of the configuration are not in the audit trail");
        Assert.Equal(0, await node.StopAsync());
        var hung = Assert.Single(await store.Scans.ListAsync(Cancel), scan => scan.Server == fleet.Others[0]);
        Assert.Equal("givenUp", hung.Outcome?.Result);
        await using var free = await store.ClaimAsync([hung.Server], LockHolder.ThisProcess("test", TimeProvider.System), Cancel);
        Assert.Empty(free!.Others);
    }

    [Fact]
    public async Task A_scan_of_another_program_that_holds_a_vCenter_is_named_and_complained_of()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Sqlite, vcenters: 1);
        await using var store = await fleet.Place.OpenAsync();
        await using var claim = await store.ClaimAsync(
            [fleet.VCenters[0].Url.Authority], LockHolder.ThisProcess("timerprobe scan --config fleet.json", TimeProvider.System), Cancel);

        var node = await fleet.StartNodeAsync("one");

        await fleet.UntilAsync(
            store,
            scans => scans is [{ Outcome: { Result: "held" } outcome }] && outcome.Problem!.StartsWith("another scan holds ", StringComparison.Ordinal),
            "who holds the vCenter is not said");
        Assert.Single(node.Complaints, line => line.Contains("holds", StringComparison.Ordinal));
    }
}
