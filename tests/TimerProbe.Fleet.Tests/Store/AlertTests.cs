namespace TimerProbe.Fleet.Tests.Store;

public sealed class AlertTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;
    private static readonly NewAlert Sample = new("wentAway/vm-3/1", "webhook", "wentAway", "VM00003", "{}");

    private static readonly string[] Channels = ["mail", "webhook"];

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_run_whose_alerts_cannot_be_made_is_not_saved(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var options = new SaveOptions { Alerts = _ => throw new InvalidOperationException("a bug") };

        await Assert.ThrowsAsync<InvalidOperationException>(
            () => store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(5)), options, Cancel));

        Assert.Empty(await store.Runs.ListAsync(new RunQuery(), Cancel));
        Assert.Empty(await store.History.FindMachinesAsync("VM00003", Cancel));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task An_alert_that_failed_is_due_again_when_it_is_said_and_one_given_up_never(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await store.Alerts.AddAsync([Sample], Cancel);
        var alert = Assert.Single(await store.Alerts.TakeDueAsync(Channels, 10, TimeSpan.FromMinutes(1), Cancel));

        await store.Alerts.NotDeliveredAsync(alert, "503", TimeSpan.FromMinutes(10), TimeSpan.FromDays(7), Cancel);
        await place.PassAsync(TimeSpan.FromMinutes(9));
        Assert.Empty(await store.Alerts.TakeDueAsync(Channels, 10, TimeSpan.FromMinutes(1), Cancel));
        await place.PassAsync(TimeSpan.FromMinutes(1));
        Assert.Equal("503", Assert.Single(await store.Alerts.TakeDueAsync(Channels, 10, TimeSpan.FromMinutes(1), Cancel)).LastError);
        await store.Alerts.NotDeliveredAsync(alert, "410", TimeSpan.FromMinutes(10), giveUpAfter: TimeSpan.Zero, Cancel);
        await place.PassAsync(TimeSpan.FromDays(365));

        Assert.Empty(await store.Alerts.TakeDueAsync(Channels, 10, TimeSpan.FromMinutes(1), Cancel));
        Assert.Equal(AlertState.Failed, Assert.Single(await store.Alerts.ListAsync(10, Cancel)).State);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task An_acknowledged_alert_is_never_sent_again_even_if_it_is_made_again(Engine engine)
    {
        await using var place = await TestStore.NewAsync(engine);
        await using var store = await place.OpenAsync();
        await store.Alerts.AddAsync([Sample, Sample with { Channel = "mail" }], Cancel);
        var taken = await store.Alerts.TakeDueAsync(Channels, 10, TimeSpan.FromMinutes(1), Cancel);

        Assert.Equal(2, await store.Alerts.AcknowledgeAsync(Sample.Id, Cancel));
        await store.Alerts.NotDeliveredAsync(taken[0], "late", TimeSpan.Zero, TimeSpan.FromDays(7), Cancel);
        await store.Alerts.DeliveredAsync(taken[1], Cancel);
        await store.Alerts.AddAsync([Sample], Cancel);
        await place.PassAsync(TimeSpan.FromDays(1));

        Assert.Empty(await store.Alerts.TakeDueAsync(Channels, 10, TimeSpan.FromMinutes(1), Cancel));
        Assert.Equal([AlertState.Acknowledged, AlertState.Acknowledged], (await store.Alerts.ListAsync(10, Cancel))
            .Select(alert => alert.State));
        Assert.Equal(0, await store.Alerts.AcknowledgeAsync(Sample.Id, Cancel));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task Failures_in_a_row_are_counted_until_the_vCenter_answers(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var failed = new VCenterFacts { Server = SampleFleet.Server, Status = ReadStatus.Failed, Problems = ["it refused the login"] };
        var counted = new List<int>();
        var options = new SaveOptions { Alerts = run => { counted.Add(run.Targets[0].Failures); return []; } };

        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(5)), options, Cancel);
        await store.SaveFailureAsync([(SampleFleet.Server, "it does not answer")], At.AddHours(1), options, Cancel);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(2), failed), options, Cancel);
        // What comes again, or late, is no further failure.
        await store.SaveFailureAsync([(SampleFleet.Server, "it does not answer")], At.AddHours(2), options, Cancel);
        await store.SaveFailureAsync([(SampleFleet.Server, "it does not answer")], At.AddHours(1), options, Cancel);
        var down = Assert.Single(await store.TargetsAsync(Cancel));
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(3), SampleFleet.VCenter(5)), options, Cancel);

        Assert.Equal([0, 1, 2, 2, 2, 0], counted);
        Assert.Equal(new TargetHealth(SampleFleet.Server, 2, At.AddHours(2), At, "it refused the login"), down);
    }
}
