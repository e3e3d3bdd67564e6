using Microsoft.Data.Sqlite;

namespace TimerProbe.Application.Tests.Saving;

/// <summary>A run beside a store: what is saved, reported and refused, and in which order.</summary>
public sealed class RunStorageTests : IDisposable
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 3, 0, 0, TimeSpan.Zero);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-kept-");
    private readonly RecordedDialog _dialog = new();

    [Fact]
    [Trait("Takes", "seconds")]
    public async Task A_store_that_is_only_read_and_is_busy_is_complained_of()
    {
        await using var held = await HeldAsync();
        await using var away = await RunStorage.OpenAsync(() => BusyAsync(StoreAccess.Read), StoreAccess.Read, alerts: null, retention: null, _dialog.Context);
        Assert.Equal((true, null, null), (away.IsPartial, away.Store, away.Facts));
        Assert.StartsWith("the store is not used for now: ", Assert.Single(_dialog.Complaints), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Takes", "seconds")]
    public async Task A_store_to_save_to_that_is_busy_ends_the_run_before_anything_is_measured()
    {
        await using var held = await HeldAsync();
        Assert.Equal(ExitCode.NoTarget, (await Assert.ThrowsAsync<UseCaseException>(() => OpenAsync(() => BusyAsync(StoreAccess.Write)))).ExitCode);
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
        await Assert.ThrowsAsync<UseCaseException>(
            () => kept.SaveAsync(Check(0), () => throw new UseCaseException(ExitCode.NotPossible, "the disk is full"), saved: null, Cancel));
        Assert.Single(await RunsAsync(kept.Store!));
    }

    [Fact]
    public async Task A_wrong_store_ends_the_run_at_once()
    {
        var refused = await Assert.ThrowsAsync<UseCaseException>(() =>
            OpenAsync(() => StoreAccessor.OpenAsync(new StoreSettings { Target = "mysql://here" }, StoreAccess.Write, TimeProvider.System, Cancel)));
        Assert.Equal(ExitCode.Usage, refused.ExitCode);
    }

    [Fact]
    public void How_long_a_configuration_keeps_runs_is_said_of_its_own_store()
    {
        var configured = new StoreSettings { Target = "configured.db", Save = true, Retention = TimeSpan.FromDays(400) };
        Assert.Same(configured, StoreSettings.Of(named: null, configured));
        Assert.Equal(new StoreSettings { Target = "named.db" }, StoreSettings.Of("named.db", configured));
    }

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>Keeps everybody else from the store until it is disposed of.</summary>
    private async Task<SqliteConnection> HeldAsync()
    {
        await (await StoreAsync()).DisposeAsync();
        var connection = new SqliteConnection($"Data Source={Path.Combine(_folder.FullName, "store.db")};Pooling=False");
        await connection.OpenAsync(Cancel);
        await using var hold = connection.CreateCommand();
        hold.CommandText = "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE";
        await hold.ExecuteNonQueryAsync(Cancel);
        return connection;
    }

    private Task<FleetStore> BusyAsync(StoreAccess access) => StoreAccessor.OpenAsync(
        new StoreSettings { Target = Path.Combine(_folder.FullName, "store.db") },
            new StoreOptions { Access = access, BusyTimeout = TimeSpan.FromSeconds(1) }, Cancel);

    private static async Task<IReadOnlyList<StoredRun>> RunsAsync(FleetStore store) => await store.Runs.ListAsync(new RunQuery { MaxRuns = 100 }, Cancel);

    private static RunResult Check(int hour) => RunResult.From(SampleGuest.Check("DB01", uuid: null, Start.AddHours(hour), ClockState.Healthy));

    private Task<FleetStore> StoreAsync() =>
        StoreAccessor.OpenAsync(new StoreSettings { Target = Path.Combine(_folder.FullName, "store.db") }, StoreAccess.Write, TimeProvider.System, Cancel);

    private Task<RunStorage> OpenAsync(Func<Task<FleetStore>> open) =>
        RunStorage.OpenAsync(open, StoreAccess.Write, alerts: null, retention: null, _dialog.Context);
}
