namespace TimerProbe.Fleet.Tests.Store;

/// <summary>What guests submit is saved at once, each document once.</summary>
public sealed class SubmittedTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_document_that_comes_twice_is_new_once_whether_together_or_later(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var (line, check) = (
            Document(SampleWatch.Line("WATCHED", At, ClockState.Slow)), Document(SampleGuest.Check("DB01", uuid: null, At, ClockState.Slow)));

        Assert.Equal([true, true, false, false], await store.SubmitAsync([check, line, check, line], options: null, Cancel));
        Assert.Equal([false, false], await store.SubmitAsync([line, check], options: null, Cancel));

        Assert.Equal(check.Id, Assert.Single(await store.Runs.ListAsync(new RunQuery(), Cancel)).DocumentId);
        foreach (var name in (string[])["WATCHED", "DB01"])
        {
            var guest = Assert.Single(await store.History.FindGuestsAsync(name, Cancel));
            Assert.Equal("slow", Assert.Single((await store.History.ReadAsync(guest, TimeWindow.Everything, Cancel)).Changes).Later);
        }
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task What_comes_together_concludes_in_the_order_of_arrival_and_makes_its_alerts(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        SubmittedDocument[] documents =
            [.. new[] { ClockState.Healthy, ClockState.Slow, ClockState.Healthy }.Select(
                (state, minute) => Document(SampleGuest.Check("DB01", uuid: null, At.AddMinutes(minute), state)))];
        var options = new SaveOptions
        {
            Alerts = run =>
            [.. run.Changes.Select(change => new NewAlert(run.DocumentId.ToString(), "mail", "verdictChanged", change.Later!, "{}"))]
        };

        await store.SubmitAsync(documents, options, Cancel);

        Assert.Equal(["slow", "healthy"], (await store.Alerts.ListAsync(maxAlerts: 10, Cancel))
            .OrderBy(alert => alert.Id == documents[1].Id.ToString() ? 0 : 1).Select(alert => alert.Subject));
    }

    [Theory]
    [InlineData("DB01", null, true)]
    [InlineData("db01", null, true)]
    [InlineData("DB02", null, false)]
    [InlineData(null, "42220000-0000-0000-0000-000000000001", true)]
    [InlineData(null, "00002242-0000-0000-0000-000000000001", true)]
    [InlineData(null, "42220000-0000-0000-0000-000000000002", false)]
    [InlineData("DB02", "42220000-0000-0000-0000-000000000001", false)]
    public void It_is_of_one_machine(string? machine, string? uuid, bool isOf)
    {
        var line = SampleWatch.Line("DB01", At, ClockState.Slow, uuid: "42220000-0000-0000-0000-000000000001");

        Assert.Equal(isOf, Document(line).BelongsTo(machine, uuid));
        Assert.False(Document(SampleWatch.Line("DB01", At, ClockState.Slow)).BelongsTo("DB01", "42220000-0000-0000-0000-000000000001"));
    }

    private static SubmittedDocument Document(CheckDocument check) =>
        SubmittedDocument.Read(Encoding.UTF8.GetBytes(DocumentJson.Write(check)));

    private static SubmittedDocument Document(WatchLine line) => SubmittedDocument.Read(WatchJson.Write(line));
}
