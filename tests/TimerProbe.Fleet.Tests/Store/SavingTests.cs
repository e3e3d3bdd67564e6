namespace TimerProbe.Fleet.Tests.Store;

public sealed class SavingTests
{
    private static readonly DateTimeOffset At = SampleFleet.Start;

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_document_is_read_as_it_was_saved(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var document = SampleFleet.Scan(At, SampleFleet.VCenter(machines: 200));

        var saved = await store.SaveAsync(document, cancellationToken: Cancel);

        var bytes = await store.Runs.ReadDocumentAsync(document.Id, Cancel);
        Assert.Equal(DocumentJson.Write(document), DocumentJson.Write(DocumentJson.Read<ScanDocument>(bytes)));
        var run = await store.Runs.LatestAsync(RunKinds.Scan, Cancel);
        Assert.Equal((document.Id, saved.RunId, At, SampleFleet.Server, "complete"),
            (run!.DocumentId, run.RunId, run.StartedAt, run.Subject, run.State));
    }

    [Theory]
    [InlineData("complete", ReadStatus.Complete, ReadStatus.Complete)]
    [InlineData("partial", ReadStatus.Complete, ReadStatus.Failed)]
    [InlineData("partial", ReadStatus.Partial, ReadStatus.Complete)]
    [InlineData("failed", ReadStatus.Failed, ReadStatus.Failed)]
    public async Task A_run_is_partial_when_some_of_its_vCenters_are(string state, ReadStatus one, ReadStatus other)
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);

        await store.SaveAsync(SampleFleet.Scan(At, SampleFleet.VCenter(3) with { Status = one },
            SampleFleet.VCenter(3) with { Server = "vc2", InstanceUuid = null, Status = other }), cancellationToken: Cancel);

        Assert.Equal(state, (await store.Runs.LatestAsync(RunKinds.Scan, Cancel))!.State);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_document_is_kept_once(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var document = SampleFleet.Scan(At, SampleFleet.VCenter(machines: 5));
        var first = await store.SaveAsync(document, cancellationToken: Cancel);

        var second = await store.SaveAsync(document, cancellationToken: Cancel);

        Assert.Equal((true, first.RunId), (second.WasThere, second.RunId));
        Assert.Single(await store.Runs.ListAsync(new RunQuery(), Cancel));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task A_guest_whose_name_is_no_text_for_a_database_is_kept_and_found(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        const string Name = "db\0\uD800'; DROP TABLE run;--";

        await store.SaveAsync(SampleGuest.Check(Name, uuid: null, At, ClockState.Healthy), cancellationToken: Cancel);
        await store.SaveAsync(SampleGuest.Check(Name, uuid: null, At.AddHours(1), ClockState.Slow), cancellationToken: Cancel);

        var guest = Assert.Single(await store.History.FindGuestsAsync(Name, Cancel));
        Assert.Equal("db\uFFFD\uFFFD'; DROP TABLE run;--", guest.Subject.Name);
        Assert.Equal(2, (await store.History.ReadAsync(guest, TimeWindow.Everything, Cancel)).Measurements.Count);
        Assert.Equal(2, (await store.Runs.ListAsync(new RunQuery { Subject = Name }, Cancel)).Count);
    }

    [Fact]
    public async Task A_document_with_pseudonyms_is_not_kept()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);

        var document = SampleFleet.Scan(At, SampleFleet.VCenter(1)) with { Anonymized = true };
        await BrokenStoreTests.RefusedAsync(StoreErrorKind.NotKept, () => store.SaveAsync(document, cancellationToken: Cancel));
    }
}
