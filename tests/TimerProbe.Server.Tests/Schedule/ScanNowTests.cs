namespace TimerProbe.Server.Tests.Schedule;

/// <summary>Scans out of their turn.</summary>
public sealed class ScanNowTests
{
    [Theory]
    [ClassData<Engines>]
    public async Task Who_may_begins_one_however_many_ask_at_once_and_none_where_one_runs(Engine engine)
    {
        await using var fleet = await ScheduledFleet.StartAsync(engine, vcenters: 1);
        fleet.Schedule = "1h";
        var node = await fleet.StartNodeAsync("one");
        await using var store = await fleet.Place.OpenAsync();
        await fleet.UntilAsync(store, scans => scans is [{ Outcome.Result: "complete" }], "what was never scanned was not scanned at once");
        var first = Assert.Single(await store.Scans.ListAsync(Cancel));
        var vcenter = fleet.VCenters[0].Url.Authority;
        var address = $"/api/v1/vcenters/{Uri.EscapeDataString(vcenter)}/scan";
        using (var reader = node.Client(await store.AddTokenAsync([Scope.Read, Scope.Acknowledge])))
        {
            Assert.Equal(HttpStatusCode.Forbidden, await PostAsync(reader, address));
            Assert.DoesNotContain("Scan now", await reader.GetStringAsync("/scans", Cancel), StringComparison.Ordinal);
        }

        using var admin = node.Client(node.Token);
        Assert.Equal(HttpStatusCode.NotFound, await PostAsync(admin, "/api/v1/vcenters/other/scan"));
        Assert.Equal(HttpStatusCode.BadRequest, await PostAsync(admin, $"/scans/{Uri.EscapeDataString(vcenter)}"));
        Assert.Empty(await BegunAsync());
        Assert.Equal($"/scans?begun={Uri.EscapeDataString(vcenter)}", await admin.SubmitFormAsync("/scans", $"/scans/{Uri.EscapeDataString(vcenter)}"));
        await fleet.UntilAsync(store, scans => scans is [{ Outcome.Result: "complete" } scan] && scan.StartedAt > first.StartedAt, "what was asked for was not scanned");
        Assert.Equal([vcenter], await BegunAsync());

        Signals.Send(fleet.VCenters[0].ProcessId, "STOP");
        var answers = await Task.WhenAll(Enumerable.Range(0, 5).Select(_ => PostAsync(admin, address)));
        Assert.Equal([HttpStatusCode.Accepted, .. Enumerable.Repeat(HttpStatusCode.Conflict, 4)], answers.Order());
        await fleet.UntilAsync(store, scans => scans is [{ EndedAt: null }], "what was asked for did not begin");
        Assert.Equal(HttpStatusCode.Conflict, await PostAsync(admin, address));
        Assert.Equal([vcenter, vcenter], await BegunAsync());
        Assert.DoesNotContain("Scan now", await admin.GetStringAsync("/scans", Cancel), StringComparison.Ordinal);

        async Task<IEnumerable<string?>> BegunAsync() =>
            (await store.Audit.ListAsync(new AuditQuery { Action = AuditTrail.ScanBegun }, Cancel)).Select(entry => entry.Subject);
    }

    [Theory]
    [ClassData<Engines>]
    public async Task One_cut_short_by_the_end_of_its_node_begins_again_at_the_next_start_as_one_of_the_schedule_does(Engine engine)
    {
        await using var fleet = await ScheduledFleet.StartAsync(engine, vcenters: 1);
        fleet.Schedule = "24h";
        await using var store = await fleet.Place.OpenAsync();
        Signals.Send(fleet.VCenters[0].ProcessId, "STOP");
        var first = await fleet.StartNodeAsync("first");
        await EndAsync(first, "first");
        Signals.Send(fleet.VCenters[0].ProcessId, "CONT");
        var second = await fleet.StartNodeAsync("second");
        await fleet.UntilAsync(store, scans => scans is [{ Node: "second", Outcome.Result: "complete" }], "what the schedule began was not scanned again");

        Signals.Send(fleet.VCenters[0].ProcessId, "STOP");
        using var admin = second.Client(first.Token);
        Assert.Equal(HttpStatusCode.Accepted, await PostAsync(admin, $"/api/v1/vcenters/{Uri.EscapeDataString(fleet.VCenters[0].Url.Authority)}/scan"));
        await EndAsync(second, "second");
        Signals.Send(fleet.VCenters[0].ProcessId, "CONT");
        await fleet.StartNodeAsync("third");
        await fleet.UntilAsync(store, scans => scans is [{ Node: "third", Outcome.Result: "complete" }], "what was asked for was not scanned again");

        async Task EndAsync(ServerNode node, string name)
        {
            await fleet.UntilAsync(store, scans => scans is [{ EndedAt: null } scan] && scan.Node == name, "no scan began");
            Assert.Equal(0, await node.StopAsync());
            await fleet.UntilAsync(store, scans => scans is [{ Outcome.Result: "givenUp" } scan] && scan.Node == name, "the scan was not given up");
        }
    }

    private static async Task<HttpStatusCode> PostAsync(HttpClient client, string address)
    {
        using var answer = await client.PostAsync(address, new FormUrlEncodedContent([]), Cancel);
        return answer.StatusCode;
    }
}
