namespace TimerProbe.Fleet.Tests.Store;

/// <summary>Documents are kept for seven days, and after that the last of each day and subject.</summary>
public sealed class KeptDocumentsTests
{
    private static readonly DateTimeOffset Midnight = new(2026, 3, 2, 0, 0, 0, TimeSpan.Zero);

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task Of_a_day_before_the_last_seven_the_last_document_is_kept_and_what_all_tell_of_the_fleet(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        DateTimeOffset[] times =
        [
            Midnight.AddHours(1), Midnight.AddHours(23), Midnight.AddDays(1), Midnight.AddDays(1).AddHours(2),
            Midnight.AddDays(2).AddHours(1), Midnight.AddDays(2).AddHours(3),
            Midnight.AddDays(9).AddHours(2), Midnight.AddDays(10).AddHours(2),
        ];
        foreach (var (i, at) in times.Index())
        {
            await store.SaveAsync(SampleFleet.Scan(at, SampleFleet.VCenter(machines: 3).Moved((0, i % 2))), cancellationToken: Cancel);
        }

        // The one of the third day at 1 am is seven days older than that of the day before the last; that at 3 am is not.
        Assert.Equal([times[1], times[3], times[5], times[6], times[7]], (await store.Runs.ListAsync(new RunQuery(), Cancel))
            .Select(run => run.StartedAt).Order());
        var machine = Assert.Single(await store.History.FindMachinesAsync("VM00000", Cancel));
        var history = await store.History.ReadAsync(machine, TimeWindow.Everything, Cancel);
        Assert.Equal(times, history.Scans.Select(scan => scan.At));
        Assert.Null(await store.Runs.ReadDocumentAsync(history.Scans[0].DocumentId, Cancel));
        Assert.NotNull(await store.Runs.ReadDocumentAsync(history.Scans[1].DocumentId, Cancel));
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task What_a_vcenter_was_last_seen_by_is_kept(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        var (one, other) = (SampleFleet.VCenter(machines: 3), SampleFleet.VCenter(machines: 2) with { Server = "vc2.example.org", InstanceUuid = "other" });
        var both = SampleFleet.Scan(Midnight, one) with { VCenters = [one, other] };
        await store.SaveAsync(both, cancellationToken: Cancel);
        foreach (var at in (DateTimeOffset[])[Midnight.AddHours(1), Midnight.AddDays(9), Midnight.AddDays(10)])
        {
            await store.SaveAsync(
                SampleFleet.Scan(at, one) with { VCenters = [one, other with { Status = ReadStatus.Failed }] }, cancellationToken: Cancel);
        }

        Assert.Contains(await store.Runs.LatestScansAsync(Cancel), scan => scan.DocumentId == both.Id);
        Assert.NotNull(await store.Runs.ReadDocumentAsync(both.Id, Cancel));
    }

    [Fact]
    public async Task What_could_not_be_read_back_is_not_saved_and_what_was_before_it_is_still_the_latest()
    {
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite);
        var vcenter = SampleFleet.VCenter(machines: 3);
        var good = SampleFleet.Scan(Midnight, vcenter);
        await store.SaveAsync(good, cancellationToken: Cancel);
        var bad = vcenter.With(0, machine => machine with { ProcessorCount = 1_000_000_001 });

        var refused = await BrokenStoreTests.RefusedAsync(
            StoreErrorKind.NotKept, () => store.SaveAsync(SampleFleet.Scan(Midnight.AddHours(1), bad), cancellationToken: Cancel));

        Assert.StartsWith("the document could not be read back, and is not saved: 1000000001 is not a count from 0 to 1000000000 (at $.vcenters[0].virtualMachines[0].processorCount, ", refused.Message, StringComparison.Ordinal);
        Assert.Equal(good.Id, Assert.Single(await store.Runs.LatestScansAsync(Cancel)).DocumentId);
    }

    [Theory]
    [ClassData(typeof(Engines))]
    public async Task Each_guest_keeps_its_own(Engine engine)
    {
        await using var store = await TestStore.OpenNewAsync(engine);
        foreach (var (name, hours) in (IEnumerable<(string, int)>)[("DB01", 1), ("DB02", 2), ("DB01", 3), ("DB01", 24 * 9), ("DB02", 24 * 9), ("DB01", 24 * 10)])
        {
            await store.SaveAsync(
                SampleGuest.Check(name, uuid: null, Midnight.AddHours(hours), ClockState.Healthy), cancellationToken: Cancel);
        }

        Assert.Equal(
            [("DB02", 2.0), ("DB01", 3), ("DB01", 216), ("DB02", 216), ("DB01", 240)],
            (await store.Runs.ListAsync(new RunQuery(), Cancel)).Select(run => (run.Subject, (run.StartedAt - Midnight).TotalHours))
                .OrderBy(run => run.TotalHours).ThenBy(run => run.Subject));
    }

    /// <summary>Twelve checks in three days, then the clock is wrong for some checks, then right again.</summary>
    [Theory]
    [InlineData(500)]
    [InlineData(40)]
    [InlineData(-40)]
    [InlineData(-500)]
    public async Task Those_of_the_last_days_stay_whatever_the_clock_shows_for_some_hours(int daysOff)
    {
        var time = new SteppedTime(Midnight);
        await using var store = await TestStore.OpenNewAsync(Engine.Sqlite, new StoreOptions { Time = time });
        for (var i = 0; i < 20; i++)
        {
            time.Set(Midnight.AddHours(6 * i).AddDays(i is >= 12 and < 16 ? daysOff : 0));
            await store.SaveAsync(SampleGuest.Check("DB01", uuid: null, time.GetUtcNow(), ClockState.Healthy), cancellationToken: Cancel);
        }

        Assert.Equal(20, (await RetentionClockTests.RunsAsync(store)).Count(run => run.HasDocument));
    }
}
