using System.Globalization;
using System.Runtime.ExceptionServices;
using TimerProbe.Application.Alerting;
using TimerProbe.Core.Facts;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Saving;

/// <summary>
/// A run beside a store: kept there or not, with alerts of what it changed or without. While the store is away, busy or full, what is to be
/// kept waits on this machine's disk, and the next run that reaches the store saves it.
/// </summary>
public sealed class RunStorage : IAsyncDisposable
{
    // Who does not wait for other writers does not wait for a dead line either.
    private static readonly TimeSpan GuestsPatience = TimeSpan.FromSeconds(30);

    private readonly StoreConnection? _reach;
    private readonly RunSpool? _spool;
    private readonly UseCaseContext _context;
    private string? _reported;
    private bool _isSpooling;

    private RunStorage(StoreConnection? reach, RunSpool? spool, RunAlerts? alerts, UseCaseContext context) =>
        (_reach, _spool, Alerts, _context) = (reach, spool, alerts, context);

    /// <summary>The store to read from; null when none is of use, or it is away.</summary>
    public FleetStore? Store => _reach?.Store;

    /// <summary>Whether the run is to be kept.</summary>
    public bool Saves => _spool is not null;

    /// <summary>The store that the run is kept in; null when it is not to be, or the store is away.</summary>
    public FleetStore? Target => Saves ? _reach?.Store : null;

    /// <summary>Who is told of changes; null for nobody.</summary>
    public RunAlerts? Alerts { get; }

    /// <summary>How long runs are kept; null for ever.</summary>
    public TimeSpan? Retention { get; private init; }

    /// <summary>Whether a store was of use and was away, or the run waits for it.</summary>
    public bool IsPartial { get; private set; }

    /// <summary>What became of the run so far; null when it is not to be kept.</summary>
    public SaveResult? Facts { get; private set; }

    /// <summary>
    /// Opens the store, so that a wrong one is known before anything is measured. One that is away is only complained of.
    /// </summary>
    /// <param name="settings">What names it; null for this user's own.</param>
    /// <param name="use">What it is for.</param>
    /// <param name="lockTimeout">How long another that writes is waited for; null as long as for a server.</param>
    /// <param name="alerts">Who is told of changes; null for nobody.</param>
    /// <param name="context">For whom.</param>
    /// <param name="cancel">Ends the opening.</param>
    /// <exception cref="UseCaseException">It is no store, or refuses for good.</exception>
    public static async Task<RunStorage> OpenAsync(
        StoreSettings? settings, StoreUse use, TimeSpan? lockTimeout, RunAlerts? alerts, UseCaseContext context, CancellationToken cancel)
    {
        if (use == StoreUse.None)
        {
            return new RunStorage(reach: null, spool: null, alerts, context);
        }

        var options = new StoreOptions
        {
            Access = use == StoreUse.Save ? StoreAccess.Write : StoreAccess.Read,
            LockTimeout = lockTimeout,
            Time = context.Time
        };
        options = lockTimeout is null ? options : options with { AnswerTimeout = GuestsPatience };
        var spool = use == StoreUse.Save
            ? await StoreAccessor.GuardAsync(() => Task.FromResult(RunSpool.For(StoreAccessor.TargetOf(settings))))
            : null;
        return await OpenAsync(
            token => StoreAccessor.OpenAsync(settings, options, token), spool, alerts, settings?.Retention, context, cancel);
    }

    internal static async Task<RunStorage> OpenAsync(
        Func<CancellationToken, Task<FleetStore>> open,
        RunSpool? spool,
        RunAlerts? alerts,
        TimeSpan? retention,
        UseCaseContext context,
        CancellationToken cancel)
    {
        var kept = new RunStorage(new StoreConnection(open, context.Time), spool, alerts, context)
        {
            Facts = spool is null ? null : new SaveResult(),
            Retention = retention
        };
        if (await kept._reach!.TryAsync(cancel) is { } away)
        {
            kept.IsPartial = true;
            kept._reported = away.Message;
            context.Dialog.Complain($"the store is not used for now: {away.Message}");
        }

        return kept;
    }

    /// <summary>
    /// Keeps the run and sends the alerts that are due, then lets it be reported: what the store refused for good ends it afterwards.
    /// </summary>
    /// <exception cref="UseCaseException">The store refuses for good, the run can neither be
    /// saved nor wait, or it could not be reported.</exception>
    public async Task SaveAsync(RunResult result, Action report, Action<SavedRun>? saved, CancellationToken cancel)
    {
        ExceptionDispatchInfo? refused = null;
        try
        {
            if (Saves && await SaveAsync(result, cancel) is { } done)
            {
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

    /// <summary>Saves what waited, and then a run; where the store is away the run waits too.</summary>
    /// <returns>What saving it did; null when it waits.</returns>
    /// <exception cref="UseCaseException">The store refuses for good, or the run can neither be saved nor wait.</exception>
    public async Task<SavedRun?> SaveAsync(RunResult result, CancellationToken cancel)
    {
        if (await _reach!.TryAsync(cancel) is { } away)
        {
            Spool(result, away);
            return null;
        }

        try
        {
            var store = _reach.Store!;
            await DrainAsync(store, cancel);
            var saved = await StoreAccessor.GuardAsync(() => result.SaveAsync(store, Alerts?.Options, cancel));
            _reach.Worked();
            (_isSpooling, IsPartial) = (false, false);
            Facts = Facts! with { SavedAt = _context.Time.GetUtcNow(), Waiting = _spool!.Count() };
            return saved;
        }
        catch (UseCaseException refused) when (StoreAccessor.IsAway(refused))
        {
            _reach.Refused(refused);
            Spool(result, refused);
            return null;
        }
    }

    /// <summary>Saves what waits, once the store can be reached again. It never ends a run.</summary>
    public async Task DrainAsync(CancellationToken cancel)
    {
        try
        {
            if (_isSpooling && await _reach!.TryAsync(cancel) is null)
            {
                await DrainAsync(_reach.Store!, cancel);
                _reach.Worked();
                _isSpooling = IsPartial = _spool!.Count() > 0;
            }
        }
        catch (UseCaseException refused)
        {
            _reach!.Refused(refused);
        }
    }

    /// <summary>Sends the alerts that are due.</summary>
    public async Task DeliverAsync(CancellationToken cancel)
    {
        if (Store is not { } store)
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
    public ValueTask DisposeAsync() => _reach?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async Task DrainAsync(FleetStore store, CancellationToken cancel)
    {
        try
        {
            await StoreAccessor.GuardAsync(async () =>
            {
                await new SpoolDrain(_spool!, Alerts?.Options, _context).RunAsync(store, cancel);
                return true;
            });
        }
        catch (UseCaseException refused) when (!StoreAccessor.IsAway(refused))
        {
            _context.Dialog.Complain($"earlier runs still wait in {_spool!.Folder}: {refused.Message}");
        }
    }

    private void Spool(RunResult result, UseCaseException away)
    {
        try
        {
            var dropped = _spool!.Add(result, tells: Alerts is not null);
            IsPartial = true;
            Facts = Facts! with { SavedAt = null, Waiting = _spool.Count() };
            if (!_isSpooling)
            {
                _isSpooling = true;
                if (away.Message != _reported)
                {
                    _context.Dialog.Complain($"not saved for now: {away.Message}");
                }

                _context.Dialog.Complain(
                    $"the run waits in {_spool.Folder}: the next run of {Environment.UserName} on this machine that saves to the same store saves it too");
            }

            if (dropped > 0)
            {
                _context.Dialog.Complain(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{dropped:N0} older {(dropped == 1 ? "run" : "runs")} that waited there had to go for it, and {(dropped == 1 ? "is" : "are")} lost"));
            }
        }
        catch (Exception full) when (full is IOException or UnauthorizedAccessException)
        {
            throw new UseCaseException(
                away.Failure, $"{away.Message} The run cannot wait in {_spool!.Folder} either, and is lost: {full.Message}", full);
        }
    }
}
