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

    public bool Saves { get; }

    /// <summary>The store that the run is saved in; null when it is not to be.</summary>
    public FleetStore? Target => Saves ? Store : null;

    /// <summary>Who is alerted to changes; null for nobody.</summary>
    public RunAlerts? Alerts { get; }

    /// <summary>How long runs are kept; null for ever.</summary>
    public TimeSpan? Retention { get; private init; }

    public bool IsPartial { get; internal set; }

    /// <summary>What became of the run so far; null when it is not to be saved.</summary>
    public SaveResult? Facts { get; private set; }

    /// <summary>
    /// Opens the store, so that a wrong one is known before anything is measured. One that is only read and is away is reported; one
    /// whose disk is full is opened again to save, so that the run is reported.
    /// </summary>
    /// <param name="settings">What names it; null for this user's own.</param>
    /// <param name="busyTimeout">How long another that writes is waited for; null for as long as usual.</param>
    /// <param name="alerts">Who is alerted to changes; null for nobody.</param>
    /// <exception cref="UseCaseException">It is no store, or refuses.</exception>
    public static Task<RunStorage> OpenAsync(
        StoreSettings? settings, StoreAccess? use, TimeSpan? busyTimeout, RunAlerts? alerts, UseCaseContext context,
            CancellationToken cancellationToken)
    {
        var options = new StoreOptions { Access = use ?? StoreAccess.Read, Time = context.Time };
        options = busyTimeout is { } shorter ? options with { BusyTimeout = shorter } : options;
        return OpenAsync(() => StoreAccessor.OpenAsync(settings, options, cancellationToken), use, alerts, settings?.Retention, context);
    }

    public static async Task<RunStorage> OpenAsync(
        Func<Task<FleetStore>> open, StoreAccess? use, RunAlerts? alerts, TimeSpan? retention, UseCaseContext context)
    {
        if (use is null)
        {
            return new RunStorage(store: null, saves: false, alerts, context);
        }

        try
        {
            return new RunStorage(await open(), use == StoreAccess.Write, alerts, context) { Retention = retention };
        }
        catch (UseCaseException ex) when (use == StoreAccess.Read && StoreAccessor.IsAway(ex))
        {
            context.Dialog.ReportProblem($"the store is not used for now: {ex.Message}");
            return new RunStorage(store: null, saves: false, alerts, context) { IsPartial = true };
        }
        catch (UseCaseException ex) when (use == StoreAccess.Write && StoreAccessor.IsFull(ex))
        {
            return new RunStorage(store: null, saves: true, alerts, context, open) { Retention = retention };
        }
    }

    /// <summary>Saves the run and sends the alerts that are due, then lets it be reported: what the store refused ends it later.</summary>
    /// <exception cref="UseCaseException">The store refuses, or the run could not be reported.</exception>
    public async Task SaveAsync(RunResult result, Action report, Action<SavedRun>? saved, CancellationToken cancellationToken)
    {
        ExceptionDispatchInfo? refused = null;
        try
        {
            if (Saves)
            {
                var done = await SaveAsync(result, cancellationToken);
                saved?.Invoke(done);
                await DeliverAsync(cancellationToken);
            }
        }
        catch (Exception ex) when (ex is UseCaseException or OperationCanceledException)
        {
            refused = ExceptionDispatchInfo.Capture(ex);
        }

        try
        {
            report();
        }
        catch (UseCaseException ex) when (refused is not null)
        {
            _context.Dialog.ReportProblem(ex.Message);
        }

        refused?.Throw();
    }

    /// <summary>Saves a run.</summary>
    /// <exception cref="UseCaseException">The store refuses.</exception>
    public async Task<SavedRun> SaveAsync(RunResult result, CancellationToken cancellationToken)
    {
        var store = Store ??= await _open!();
        var saved = await StoreAccessor.GuardAsync(() => result.SaveAsync(store, Alerts?.Options, cancellationToken));
        Facts = Facts! with { SavedAt = _context.Time.GetUtcNow() };
        return saved;
    }

    public async Task DeliverAsync(CancellationToken cancellationToken)
    {
        if (Target is not { } store)
        {
            return;
        }

        var report = Alerts is { } alerts ? await alerts.DeliverAsync(store, cancellationToken) : null;
        try
        {
            var (pending, oldest) = await store.Alerts.PendingAsync(cancellationToken);
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

    public ValueTask DisposeAsync() => Store?.DisposeAsync() ?? ValueTask.CompletedTask;
}
