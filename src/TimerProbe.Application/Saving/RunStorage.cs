using System.Runtime.ExceptionServices;

namespace TimerProbe.Application.Saving;

/// <summary>A run beside a store: saved there or not, with alerts of what it changed or without.</summary>
public sealed class RunStorage : IAsyncDisposable
{
    private readonly UseCaseContext _context;
    private readonly Func<Task<FleetStore>>? _open;

    private RunStorage(FleetStore? store, bool saves, RunAlerts? alerts, UseCaseContext context, Func<Task<FleetStore>>? open = null)
    {
        (Store, Saves, Alerts, _context, _open) = (store, saves, alerts, context, open);
        Facts = saves ? new SaveResult() : null;
    }

    /// <summary>The store to read from; null when none is of use, or it is away, or its disk is full.</summary>
    public FleetStore? Store { get; private set; }

    /// <summary>Whether the run is to be saved.</summary>
    public bool Saves { get; }

    /// <summary>The store that the run is saved in; null when it is not to be.</summary>
    public FleetStore? Target => Saves ? Store : null;

    /// <summary>Who is alerted to changes; null for nobody.</summary>
    public RunAlerts? Alerts { get; }

    /// <summary>How long runs are kept; null for ever.</summary>
    public TimeSpan? Retention { get; private init; }

    /// <summary>Whether a store was of use and was away, or did not take what a watch said.</summary>
    public bool IsPartial { get; internal set; }

    /// <summary>What became of the run so far; null when it is not to be saved.</summary>
    public SaveResult? Facts { get; private set; }

    /// <summary>
    /// Opens the store, so that a wrong one is known before anything is measured. One that is only read and is away is reported; one
    /// whose disk is full is opened again to save, so that the run is reported.
    /// </summary>
    /// <param name="settings">What names it; null for this user's own.</param>
    /// <param name="use">What it is for.</param>
    /// <param name="busyTimeout">How long another that writes is waited for; null for as long as usual.</param>
    /// <param name="alerts">Who is alerted to changes; null for nobody.</param>
    /// <param name="context">The program that runs it.</param>
    /// <param name="cancel">Ends the opening.</param>
    /// <exception cref="UseCaseException">It is no store, or refuses.</exception>
    public static Task<RunStorage> OpenAsync(
        StoreSettings? settings, StoreUse use, TimeSpan? busyTimeout, RunAlerts? alerts, UseCaseContext context, CancellationToken cancel)
    {
        var options = new StoreOptions { Access = use == StoreUse.Save ? StoreAccess.Write : StoreAccess.Read, Time = context.Time };
        options = busyTimeout is { } shorter ? options with { BusyTimeout = shorter } : options;
        return OpenAsync(() => StoreAccessor.OpenAsync(settings, options, cancel), use, alerts, settings?.Retention, context);
    }

    /// <inheritdoc cref="OpenAsync(StoreSettings?, StoreUse, TimeSpan?, RunAlerts?, UseCaseContext, CancellationToken)"/>
    /// <param name="open">Opens it.</param>
    /// <param name="use">What it is for.</param>
    /// <param name="alerts">Who is alerted to changes; null for nobody.</param>
    /// <param name="retention">How long runs are kept; null for ever.</param>
    /// <param name="context">The program that runs it.</param>
    public static async Task<RunStorage> OpenAsync(
        Func<Task<FleetStore>> open, StoreUse use, RunAlerts? alerts, TimeSpan? retention, UseCaseContext context)
    {
        if (use == StoreUse.None)
        {
            return new RunStorage(store: null, saves: false, alerts, context);
        }

        try
        {
            return new RunStorage(await open(), use == StoreUse.Save, alerts, context) { Retention = retention };
        }
        catch (UseCaseException away) when (use == StoreUse.Read && StoreAccessor.IsAway(away))
        {
            context.Dialog.Complain($"the store is not used for now: {away.Message}");
            return new RunStorage(store: null, saves: false, alerts, context) { IsPartial = true };
        }
        catch (UseCaseException full) when (use == StoreUse.Save && StoreAccessor.IsFull(full))
        {
            return new RunStorage(store: null, saves: true, alerts, context, open) { Retention = retention };
        }
    }

    /// <summary>
    /// Saves the run and sends the alerts that are due, then lets it be reported: what the store refused ends it afterwards.
    /// </summary>
    /// <exception cref="UseCaseException">The store refuses, or the run could not be reported.</exception>
    public async Task SaveAsync(RunResult result, Action report, Action<SavedRun>? saved, CancellationToken cancel)
    {
        ExceptionDispatchInfo? refused = null;
        try
        {
            if (Saves)
            {
                var done = await SaveAsync(result, cancel);
                saved?.Invoke(done);
                await DeliverAsync(cancel);
            }
        }
        catch (Exception error) when (error is UseCaseException or OperationCanceledException)
        {
            refused = ExceptionDispatchInfo.Capture(error);
        }

        try
        {
            report();
        }
        catch (UseCaseException error) when (refused is not null)
        {
            _context.Dialog.Complain(error.Message);
        }

        refused?.Throw();
    }

    /// <summary>Saves a run.</summary>
    /// <exception cref="UseCaseException">The store refuses.</exception>
    public async Task<SavedRun> SaveAsync(RunResult result, CancellationToken cancel)
    {
        var store = Store ??= await _open!();
        var saved = await StoreAccessor.GuardAsync(() => result.SaveAsync(store, Alerts?.Options, cancel));
        Facts = Facts! with { SavedAt = _context.Time.GetUtcNow() };
        return saved;
    }

    /// <summary>Sends the alerts that are due.</summary>
    public async Task DeliverAsync(CancellationToken cancel)
    {
        if (Target is not { } store)
        {
            return;
        }

        var report = Alerts is { } alerts ? await alerts.DeliverAsync(store, cancel) : null;
        try
        {
            var (pending, oldest) = await store.Alerts.PendingAsync(cancel);
            Facts = Facts! with
            {
                FailedDeliveries = (report?.PutOff + report?.GivenUp) ?? 0,
                PendingAlerts = pending,
                OldestPendingAlertAt = oldest
            };
        }
        catch (StoreException)
        {
            // The run is saved; that the alerts cannot be counted shows where they are.
        }
    }

    /// <summary>Closes the store.</summary>
    public ValueTask DisposeAsync() => Store?.DisposeAsync() ?? ValueTask.CompletedTask;
}

/// <summary>What a run found, on its way into a store or to a server.</summary>
public sealed class RunResult
{
    private readonly Func<FleetStore, SaveOptions?, CancellationToken, Task<SavedRun>> _save;
    private readonly Action<Stream> _write;

    private RunResult(
        Guid id, string kind, Func<FleetStore, SaveOptions?, CancellationToken, Task<SavedRun>> save, Action<Stream> write) =>
        (Id, Kind, _save, _write) = (id, kind, save, write);

    /// <summary>Its unique id; the ids of this program are in the order of time.</summary>
    public Guid Id { get; }

    /// <summary>Which command made it: one of <see cref="RunKinds"/>.</summary>
    public string Kind { get; }

    /// <summary>What a check found.</summary>
    public static RunResult From(CheckDocument document) => new(
        document.Id,
        RunKinds.Check,
        (store, options, cancel) => store.SaveAsync(document, options, cancel),
        stream => DocumentJson.Write(stream, document));

    /// <summary>What a run on a SQL Server found.</summary>
    public static RunResult From(SqlDocument document) => new(
        document.Id,
        RunKinds.Sql,
        (store, options, cancel) => store.SaveAsync(document, options, cancel),
        stream => DocumentJson.Write(stream, document));

    /// <summary>What a scan found.</summary>
    /// <param name="document">The scan.</param>
    /// <param name="isClaimed">Whether it had claimed what it read in the store.</param>
    public static RunResult From(ScanDocument document, bool isClaimed = false) => new(
        document.Id,
        RunKinds.Scan,
        (store, options, cancel) => store.SaveAsync(document, (options ?? new SaveOptions()) with { IsClaimed = isClaimed }, cancel),
        stream => DocumentJson.Write(stream, document));

    /// <summary>What a watch says.</summary>
    internal static RunResult From(WatchLine line) => new(
        line.Id,
        RunKinds.Watch,
        (store, options, cancel) => store.SaveAsync(line, options, cancel),
        stream => stream.Write(WatchJson.Write(line)));

    /// <summary>Saves it; what is there already is left as it is.</summary>
    /// <exception cref="StoreException">The store refuses.</exception>
    internal Task<SavedRun> SaveAsync(FleetStore store, SaveOptions? options, CancellationToken cancel) => _save(store, options, cancel);

    internal void Write(Stream stream) => _write(stream);
}
