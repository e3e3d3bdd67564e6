namespace TimerProbe.Server.Tests.Schedule;

/// <summary>Several nodes on one PostgreSQL, and what can happen to them.</summary>
public sealed class SeveralNodesTests
{
    [Fact]
    public async Task Twelve_are_spread_over_nodes_none_is_read_by_two_at_once_and_what_a_killed_one_held_is_taken_over()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Postgres, vcenters: 12);
        string[] names = ["a", "b", "c"];
        var nodes = (await Task.WhenAll(names.Select(name => fleet.StartProcessAsync(name)))).Zip(names)
            .ToDictionary(pair => pair.Second, pair => pair.First);
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        await fleet.UntilScannedAsync(store, 12);
        var seen = new HashSet<string>();
        await fleet.UntilAsync(
            store,
            scans =>
            {
                seen.UnionWith(scans.Select(scan => scan.Node));
                return seen.Count > 1;
            },
            "one node scanned all, though it takes eight at once and twelve are due together");

        await fleet.Place.EndSessionsAsync();
        await fleet.UntilScannedAsync(store, 12);

        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        fleet.Others.Add($"{silent.LocalEndpoint}");
        foreach (var name in names)
        {
            fleet.Configure(name);
        }

        using var first = await silent.AcceptTcpClientAsync(Cancel);
        var holder = Assert.Single(await store.Scans.ListAsync(Cancel), scan => scan.Server == fleet.Others[0]).Node;
        await nodes[holder].KillAsync();
        var took = await fleet.UntilAsync(store, scans => scans.Any(
            scan => scan.Server == fleet.Others[0] && scan.Node != holder && scan.EndedAt is null), "the scan of a killed node was not taken over");
        // The store has it before the node has said it.
        await Until.Async(
            () => Task.FromResult(nodes.Values.SelectMany(node => node.Complaints).Any(line => line.Contains($"{holder} has not ended its scan of {fleet.Others[0]}: it begins again here", StringComparison.Ordinal))),
            () => $"who took the scan over did not say so:\n{string.Join('\n', nodes.Values.SelectMany(node => node.Complaints))}");
        Assert.DoesNotContain(
            nodes.Values.SelectMany(node => node.Complaints), line => line.Contains("ClusterManager", StringComparison.OrdinalIgnoreCase));
        TestContext.Current.SendDiagnosticMessage($"taken over after {took.TotalSeconds:N1} s");
        await fleet.UntilScannedAsync(store, 12);

        await ScheduledFleet.AssertAloneAsync(store);
    }

    [Fact]
    public async Task The_scan_that_a_node_gives_up_at_its_end_begins_at_once_on_another()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Postgres, vcenters: 1);
        fleet.Schedule = "24h";
        Signals.Send(fleet.VCenters[0].ProcessId, "STOP");
        var first = await fleet.StartNodeAsync("first");
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        await fleet.UntilAsync(store, scans => scans is [{ Node: "first", EndedAt: null }], "the scan did not begin");
        await fleet.StartNodeAsync("second");

        Assert.Equal(0, await first.StopAsync());
        var took = await fleet.UntilAsync(store, scans => scans is [{ Node: "second", EndedAt: null }], "no other node took the scan over");

        Assert.InRange(took, TimeSpan.Zero, TimeSpan.FromMinutes(1));
    }

    [Fact]
    public async Task The_scan_of_a_node_that_stands_still_is_taken_over_and_nothing_is_concluded_from_what_it_saves_late()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Postgres, vcenters: 1);
        var vcenter = fleet.VCenters[0];
        Signals.Send(vcenter.ProcessId, "STOP");
        var first = await fleet.StartProcessAsync("first");
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        await fleet.UntilAsync(store, scans => scans is [{ Node: "first", EndedAt: null }], "the scan did not begin");
        var second = await fleet.StartNodeAsync("second");
        first.Signal("STOP");
        Signals.Send(vcenter.ProcessId, "CONT");
        await fleet.UntilAsync(store, scans => scans is [{ Node: "second", Outcome.Result: "complete" }], "the scan of a stopped node was not taken over");
        Assert.DoesNotContain(second.Complaints, line => line.Contains("another scan", StringComparison.Ordinal));

        first.Signal("CONT");
        // The time of its connection may have run out while it stood still: then it has nothing to save.
        string[] late = [$"a newer scan of {vcenter.Url.Authority} is already saved", $"{vcenter.Url.Authority}: nothing could be read"];
        await Until.Async(
            () => Task.FromResult(first.Complaints.Any(line => late.Any(said => line.Contains(said, StringComparison.Ordinal)))),
            () => $"that its scan is late was not said:\n{string.Join('\n', first.Complaints)}");
    }

    [Fact]
    public async Task Nodes_that_are_restarted_one_by_one_lose_nothing_that_guests_submit_and_take_nothing_twice()
    {
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Postgres, vcenters: 2);
        string[] names = ["a", "b", "c"];
        var nodes = (await Task.WhenAll(names.Select(name => fleet.StartNodeAsync(name)))).Zip(names)
            .ToDictionary(pair => pair.Second, pair => pair.First);
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        using var guests = new Guests(
            count: 4, await fleet.Place.TokenAsync(), nodes.ToDictionary(node => node.Key, node => node.Value.Address));
        await fleet.UntilScannedAsync(store, 2);
        foreach (var (name, node) in nodes)
        {
            await guests.UntilTakenAsync(20);
            Assert.True(await node.StopAsync() == 0, string.Join('\n', node.Complaints));
            await guests.UntilTakenAsync(20);
            guests.Move(name, (await fleet.StartNodeAsync(name)).Address);
        }

        await fleet.UntilScannedAsync(store, 2);
        var taken = await guests.EndAsync();

        Assert.All(guests.Answers.Keys,
            answer => Assert.Contains(
                answer, (HttpStatusCode[])[HttpStatusCode.Created, HttpStatusCode.OK, HttpStatusCode.ServiceUnavailable]));
        var saved = (await fleet.Place.RunsAsync(taken.Count)).Where(run => run.Kind == RunKinds.Check).Select(run => run.DocumentId);
        Assert.Equal(taken.Order(), saved.Order());
        await ScheduledFleet.AssertAloneAsync(store);
    }

    [Fact]
    public async Task A_node_whose_clock_is_off_takes_no_scans()
    {
        var library = Path.Combine(Repository.Root, "tests", "lab", "other-day", "bin", "libotherday.so");
        Requirement.Met(File.Exists(library), "the library for another day is not built: make -C tests/lab/other-day");
        await using var fleet = await ScheduledFleet.StartAsync(Engine.Postgres, vcenters: 2);
        var shifted = await fleet.StartProcessAsync(
            "shifted", environment: new Dictionary<string, string> { ["LD_PRELOAD"] = library, ["OTHER_DAY_SECONDS"] = "2" }, untilReady: false);
        await using var store = await fleet.Place.OpenAsync(StoreAccess.Read);
        await Until.Async(async () => await store.Nodes.ListAsync("shifted", Cancel) is [{ State: "clockApart" }], () => "the node did not say that its clock is off");
        Assert.Contains(shifted.Complaints, line => line.Contains("ahead of the store's", StringComparison.Ordinal));
        await fleet.StartNodeAsync("right");
        var since = (await store.ReadClockAsync(Cancel)).Store + TimeSpan.FromSeconds(10);
        await fleet.UntilAsync(store, scans => scans.Count == 2
            && scans.All(scan => scan.Node == "right" && scan.StartedAt > since && scan.EndedAt is not null), "the right node did not scan alone");
    }
}
