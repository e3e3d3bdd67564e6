using System.Globalization;
using TimerProbe.Cli.Alerting;
using TimerProbe.Cli.Options;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Placement;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Locking;

namespace TimerProbe.Cli.Commands.Scan;

/// <summary>A scan beside a store: it knows the homes of earlier scans, and if it is kept, no other scan of the store runs meanwhile.</summary>
internal sealed class KeptScan : IAsyncDisposable
{
    private readonly FleetStore _store;
    private readonly ScanLock? _lock;
    private readonly RunAlerts? _alerts;
    private readonly TimeProvider _time;
    private readonly Terminal _terminal;

    private KeptScan(FleetStore store, ScanLock? held, IHomeHistory? homes, RunAlerts? alerts, TimeProvider time, Terminal terminal) =>
        (_store, _lock, Homes, _alerts, _time, _terminal) = (store, held, homes, alerts, time, terminal);

    /// <summary>What earlier scans knew of homes; null when that cannot be read.</summary>
    public IHomeHistory? Homes { get; }

    /// <summary>Takes the lock, if the scan is to be kept, and reads the homes.</summary>
    /// <exception cref="CommandException">Another scan holds the lock, or the store refuses.</exception>
    public static Task<KeptScan> OpenAsync(
        FleetStore store, bool saves, RunAlerts? alerts, TimeProvider time, Terminal terminal, CancellationToken cancel) => StoreOption.GuardAsync(async () =>
    {
        var held = saves ? await LockAsync(store, time, cancel) : null;
        return new KeptScan(store, held, await HomesAsync(store, time, terminal, cancel), alerts, time, terminal);
    });

    /// <summary>Runs the scan; when nothing could be read, that is kept.</summary>
    /// <exception cref="CommandException">Nothing could be read, or the store refuses.</exception>
    public async Task<ScanDocument> RunAsync(FleetScan scan, CancellationToken cancel)
    {
        var startedAt = _time.GetUtcNow();
        try
        {
            return await scan.RunAsync(cancel);
        }
        catch (CommandException) when (_lock is not null && scan.Failures.Count > 0)
        {
            await StoreOption.GuardAsync(() => _store.SaveFailureAsync(scan.Failures, startedAt, _alerts?.Options, cancel));
            await DeliverAsync(cancel);
            throw;
        }
    }

    /// <summary>Keeps the scan, if it is to be kept, says what changed, and sends the alerts that are due.</summary>
    /// <exception cref="CommandException">The store refuses.</exception>
    public async Task SaveAsync(ScanDocument document, CancellationToken cancel)
    {
        if (_lock is null)
        {
            return;
        }

        var saved = await StoreOption.GuardAsync(() => _store.SaveAsync(document, _alerts?.Options, cancel));
        _terminal.Progress(string.Create(CultureInfo.InvariantCulture, $"kept in {_store.Target}; {saved.Changes.Count:N0} changes since the scan before"));
        foreach (var late in saved.Late)
        {
            _terminal.Complain($"a newer scan of {late} was kept before: of this one the document is kept, and nothing is concluded");
        }

        await DeliverAsync(cancel);
    }

    public ValueTask DisposeAsync() => _lock?.DisposeAsync() ?? ValueTask.CompletedTask;

    /// <summary>A damage that stops no opening stops no scan either: what is seen now is worth more than what was.</summary>
    private static async Task<IHomeHistory?> HomesAsync(FleetStore store, TimeProvider time, Terminal terminal, CancellationToken cancel)
    {
        try
        {
            return await store.History.ReadHomesAsync(time.GetUtcNow(), cancel);
        }
        catch (StoreException damaged) when (damaged.Kind == StoreErrorKind.Corrupt)
        {
            terminal.Complain($"what earlier scans knew of homes is left out: {damaged.Message}");
            return null;
        }
    }

    private Task DeliverAsync(CancellationToken cancel) => _alerts?.DeliverAsync(_store, cancel) ?? Task.CompletedTask;

    private static async Task<ScanLock> LockAsync(FleetStore store, TimeProvider time, CancellationToken cancel)
    {
        var attempt = await ScanLock.TryAcquireAsync(store, ScanLockHolder.ThisProcess("timerprobe scan", time), cancel);
        return attempt.Lock ?? throw new CommandException(
            ExitCode.Locked, $"another scan holds {store.Target}: {attempt.Holder?.ToString() ?? "a process that has not said yet who it is"}");
    }
}
