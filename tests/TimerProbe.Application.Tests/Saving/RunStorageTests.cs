using TimerProbe.Application.Saving;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Changes;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;
using TimerProbe.Fleet.Tests.Running;
using TimerProbe.Tests.Stores;

namespace TimerProbe.Application.Tests.Saving;

/// <summary>A run whose store is away waits for it, and is saved once.</summary>
public sealed class RunStorageTests : IDisposable
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-kept-");
    private readonly RecordedDialog _dialog = new();

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    private RunSpool Spool => new(Path.Combine(_folder.FullName, "spool"));

    [Fact]
    public async Task What_could_not_be_saved_is_saved_by_the_next_run_before_its_own()
    {
        await using (var away = await OpenAsync(Away))
        {
            Assert.True(away.IsPartial);
            Assert.Null(away.Store);
            Assert.Null(await away.SaveAsync(Check(0), Cancel));
            Assert.Null(await away.SaveAsync(Watch(1), Cancel));
            Assert.Equal((null, 2), (away.Facts!.SavedAt, away.Facts.Waiting));
        }

        Assert.Contains(_dialog.Complaints, said => said.Contains("the run waits in " + Spool.Folder, StringComparison.Ordinal));
        await using var kept = await OpenAsync(StoreAsync);
        var saved = await kept.SaveAsync(Check(2), Cancel);
        Assert.False(kept.IsPartial);
        Assert.Equal((3, 0), (saved!.RunId + 1, kept.Facts!.Waiting));
        Assert.NotNull(kept.Facts.SavedAt);
        Assert.Equal(2, (await RunsAsync(kept.Store!)).Count);
        Assert.Equal(
            ["sessionChanged", "verdictChanged", "verdictChanged"],
            (await kept.Store!.History.ChangesAsync(TimeWindow.Everything, 10, Cancel)).Select(change => change.Kind).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Reports_are_written_after_the_run_is_saved_and_also_when_it_is_refused()
    {
        var order = new List<string>();
        await using var kept = await OpenAsync(StoreAsync);
        await kept.SaveAsync(Check(0), () => order.Add("report"), _ => order.Add("saved"), Cancel);
        Assert.Equal(["saved", "report"], order);

        await using var refused = await OpenAsync(StoreAsync);
        await refused.Store!.DisposeAsync();
        Directory.Delete(_folder.FullName, recursive: true);
        File.WriteAllText(_folder.FullName, "in the way");
        await Assert.ThrowsAsync<UseCaseException>(() => refused.SaveAsync(Check(1), () => order.Add("report"), saved: null, Cancel));
        Assert.Equal(["saved", "report", "report"], order);
        File.Delete(_folder.FullName);
        _folder.Create();
    }

    [Fact]
    public async Task A_report_that_cannot_be_written_does_not_cost_the_run()
    {
        await using var kept = await OpenAsync(StoreAsync);
        await Assert.ThrowsAsync<UseCaseException>(() => kept.SaveAsync(Check(0), () => throw new UseCaseException(Failure.NotPossible, "the disk is full"), saved: null, Cancel));
        Assert.Single(await RunsAsync(kept.Store!));
    }

    [Fact]
    public async Task A_run_that_can_neither_be_saved_nor_wait_is_lost_with_a_sentence()
    {
        File.WriteAllText(Path.Combine(_folder.FullName, "spool"), "in the way");
        await using var kept = await OpenAsync(Away);
        var lost = await Assert.ThrowsAsync<UseCaseException>(() => kept.SaveAsync(Check(0), Cancel));
        Assert.Equal(Failure.NoTarget, lost.Failure);
        Assert.Contains("is lost", lost.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_store_ends_the_run_at_once()
    {
        var refused = await Assert.ThrowsAsync<UseCaseException>(() => OpenAsync(cancel => StoreAccessor.OpenAsync(new StoreSettings { Target = "mysql://here" }, StoreAccess.Write, TimeProvider.System, cancel)));
        Assert.Equal(Failure.Usage, refused.Failure);
    }

    [Fact]
    public async Task What_is_torn_or_hostile_is_set_aside_and_stops_nothing()
    {
        await using (var away = await OpenAsync(Away))
        {
            await away.SaveAsync(Check(0), Cancel);
        }

        var torn = Path.Combine(Spool.Folder, $"{Guid.CreateVersion7(Start.AddHours(-1))}.scan.json");
        File.WriteAllText(torn, """{ "schema": "timerprobe.scan/1", "id": "0198""");
        var folder = Path.Combine(Spool.Folder, $"{Guid.CreateVersion7(Start.AddHours(-2))}.check.json");
        Directory.CreateDirectory(folder);
        var other = Path.Combine(Spool.Folder, $"{Guid.CreateVersion7(Start.AddHours(-3))}.watch.json");
        File.WriteAllText(other, "[]");
        File.WriteAllText(Path.Combine(Spool.Folder, "notes.txt"), "mine");

        await using var kept = await OpenAsync(StoreAsync);
        Assert.NotNull(await kept.SaveAsync(Check(1), Cancel));

        Assert.Equal(2, (await RunsAsync(kept.Store!)).Count);
        Assert.Equal(3, _dialog.Complaints.Count(said => said.Contains("was not saved and is set aside", StringComparison.Ordinal)));
        Assert.True(File.Exists(torn + ".aside") && Directory.Exists(folder + ".aside") && File.Exists(other + ".aside"));
        Assert.True(File.Exists(Path.Combine(Spool.Folder, "notes.txt")));
        Assert.Equal(0, Spool.Count());
    }

    [Fact]
    public async Task Two_that_save_what_waits_at_once_save_it_once()
    {
        await using (var away = await OpenAsync(Away))
        {
            for (var i = 0; i < 20; i++)
            {
                await away.SaveAsync(i % 2 == 0 ? Check(i) : Watch(i), Cancel);
            }
        }

        await Task.WhenAll(Enumerable.Range(100, 4).Select(hour => Task.Run(async () =>
        {
            await using var kept = await OpenAsync(StoreAsync);
            await kept.SaveAsync(Check(hour), Cancel);
        })));

        await using var store = await StoreAsync(Cancel);
        Assert.Equal(0, Spool.Count());
        Assert.Equal(14, (await RunsAsync(store)).Count);
        var changes = await store.History.ChangesAsync(TimeWindow.Everything, 100, Cancel);
        Assert.Equal(10, changes.Count(change => change.Kind == "sessionChanged"));
    }

    [Fact]
    public async Task What_was_saved_by_one_that_died_before_it_said_so_is_not_saved_again()
    {
        await using (var away = await OpenAsync(Away))
        {
            await away.SaveAsync(Watch(0), Cancel);
            await away.SaveAsync(Check(1), Cancel);
        }

        var waiting = Spool.List().Select(run => (run.Path, Text: File.ReadAllText(run.Path))).ToList();
        for (var i = 0; i < 2; i++)
        {
            waiting.ForEach(run => File.WriteAllText(run.Path, run.Text));
            await using var kept = await OpenAsync(StoreAsync);
            await kept.SaveAsync(Check(2 + i), Cancel);
        }

        await using var store = await StoreAsync(Cancel);
        Assert.Equal(3, (await RunsAsync(store)).Count);
        Assert.Single(await store.History.ChangesAsync(TimeWindow.Everything, 100, Cancel), change => change.Kind == "sessionChanged");
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private static Task<FleetStore> Away(CancellationToken cancel) => StoreAccessor.GuardAsync(() => FleetStore.OpenAsync(
        StoreTarget.Parse("postgres:Host=127.0.0.1;Port=9;Username=me;Database=fleet"), new StoreOptions { BusyTimeout = TimeSpan.FromSeconds(1) }, cancel));

    private static async Task<IReadOnlyList<StoredRun>> RunsAsync(FleetStore store) => await store.Runs.ListAsync(new RunQuery { Most = 100 }, Cancel);

    private static RunResult Check(int hour) => RunResult.From(SampleGuest.Check("DB01", uuid: null, Start.AddHours(hour), ClockState.Healthy));

    private static WatchResult Watch(int hour)
    {
        var at = Start.AddHours(hour);
        var measured = new GuestMeasurement { At = at, Source = MeasurementSource.Watch, State = ClockState.Slow, Cause = ClockCause.TscTrapped };
        var session = new FleetChange { Kind = ChangeKind.SessionChanged, At = at, Subject = ChangeSubject.Guest, Name = "DB01" };
        var found = new WatchFindings(Guid.CreateVersion7(at), "DB01", SmbiosUuid: null, [measured], [session]);
        return new WatchResult(found);
    }

    private Task<FleetStore> StoreAsync(CancellationToken cancel) =>
        StoreAccessor.OpenAsync(new StoreSettings { Target = Path.Combine(_folder.FullName, "store.db") }, StoreAccess.Write, TimeProvider.System, cancel);

    private Task<RunStorage> OpenAsync(Func<CancellationToken, Task<FleetStore>> open) => RunStorage.OpenAsync(open, Spool, alerts: null, retention: null, _dialog.Context, Cancel);
}
