namespace TimerProbe.EndToEnd.History;

/// <summary>A store in which VM00003 moves away and comes home over four scans, and measures itself twice.</summary>
internal sealed class SavedStore : IAsyncDisposable
{
    private readonly TestStore _place;

    private SavedStore(TestStore place) => _place = place;

    public static DateTimeOffset At => SampleFleet.Start;

    /// <summary>What a user would give <c>--store</c>.</summary>
    public string Text => _place.Text;

    public string Folder => _place.Folder;

    public string this[string name] => _place[name];

    public ScanDocument Newest { get; private set; } = null!;

    public CheckDocument Check { get; } = SampleGuest.Check("vm00003", SampleFleet.Uuid(3), At.AddMinutes(70), ClockState.Slow);

    public static async Task<SavedStore> NewAsync()
    {
        var saved = new SavedStore(await TestStore.NewAsync(Engine.Sqlite));
        var vcenter = SampleFleet.VCenter(machines: 20);
        var away = vcenter.Moved((3, 0)).With(3, machine => machine with { MovedAt = At.AddMinutes(40) });
        await using var store = await saved.OpenAsync();
        await store.SaveAsync(SampleFleet.Scan(At, vcenter));
        await store.SaveAsync(SampleGuest.Check("vm00003", SampleFleet.Uuid(3), At.AddMinutes(10), ClockState.Healthy));
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(1), away));
        await store.SaveAsync(saved.Check);
        await store.SaveAsync(SampleFleet.Scan(At.AddHours(2), away));
        saved.Newest = SampleFleet.Scan(At.AddHours(3), vcenter);
        await store.SaveAsync(saved.Newest);
        return saved;
    }

    public Task<FleetStore> OpenAsync() => _place.OpenAsync();

    public ProgramRun Program(params string[] arguments) => TimerProbeProgram.InProcess.With([.. arguments, "--store", Text]);

    public Task<ProgramResult> RunAsync(params string[] arguments) => Program(arguments).RunAsync();

    /// <summary>Runs <c>history</c> over the day of the scans.</summary>
    public Task<ProgramResult> HistoryAsync(params string[] arguments) => RunAsync(["history", .. arguments, "--from", "2026-08-01", "--to", "2026-08-02"]);

    public ValueTask DisposeAsync() => _place.DisposeAsync();
}
