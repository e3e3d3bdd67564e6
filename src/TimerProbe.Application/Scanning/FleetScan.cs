using System.Globalization;
using TimerProbe.Application.Keeping;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Placement;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Scanning;

/// <summary>A scan of vCenters. Beside a store it knows the homes of earlier scans, and if it is kept, no other scan of the store runs meanwhile.</summary>
public sealed class FleetScan : IAsyncDisposable
{
    private readonly ScanSettings _settings;
    private readonly KeptRun _kept;
    private readonly ScanLock? _lock;
    private readonly IHomeHistory? _homes;
    private readonly UseCaseContext _context;

    private FleetScan(ScanSettings settings, KeptRun kept, ScanLock? held, IHomeHistory? homes, UseCaseContext context) =>
        (_settings, _kept, _lock, _homes, _context) = (settings, kept, held, homes, context);

    /// <summary>Takes the lock, if the scan is to be kept, and reads the homes.</summary>
    /// <param name="settings">What is read.</param>
    /// <param name="kept">The store, if any; it stays open as long as the scan.</param>
    /// <param name="context">For whom.</param>
    /// <param name="cancel">Ends it.</param>
    /// <exception cref="UseCaseException">Another scan holds the lock, or the store refuses.</exception>
    public static Task<FleetScan> OpenAsync(ScanSettings settings, KeptRun kept, UseCaseContext context, CancellationToken cancel) => StoreAccessor.GuardAsync(async () =>
    {
        var held = kept.Target is { } target ? await LockAsync(target, context, cancel) : null;
        return new FleetScan(settings, kept, held, kept.Store is { } store ? await HomesAsync(store, context, cancel) : null, context);
    });

    /// <summary>Reads every target and makes one document of them; when nothing could be read, that is kept.</summary>
    /// <exception cref="UseCaseException">Nothing could be read, or the store refuses.</exception>
    public async Task<ScanDocument> RunAsync(CancellationToken cancel)
    {
        var startedAt = _context.Time.GetUtcNow();
        var reading = new FleetReading(_settings, _homes, TrendAsync, _context);
        try
        {
            return await reading.RunAsync(cancel);
        }
        catch (UseCaseException) when (reading.Failures.Count > 0 && _kept.Target is { } target)
        {
            await StoreAccessor.GuardAsync(() => target.SaveFailureAsync(reading.Failures, startedAt, _kept.Alerts?.Options, cancel));
            await DeliverAsync(target, cancel);
            throw;
        }
    }

    /// <summary>Keeps the scan, if it is to be kept, says what changed, and sends the alerts that are due.</summary>
    /// <exception cref="UseCaseException">The store refuses.</exception>
    public async Task SaveAsync(ScanDocument document, CancellationToken cancel)
    {
        if (_kept.Target is not { } target)
        {
            return;
        }

        var saved = await StoreAccessor.GuardAsync(() => target.SaveAsync(document, _kept.Alerts?.Options, cancel));
        _context.Dialog.Progress(string.Create(CultureInfo.InvariantCulture, $"kept in {target.Target}; {saved.Changes.Count:N0} changes since the previous scan"));
        foreach (var late in saved.Late)
        {
            _context.Dialog.Complain($"a newer scan of {late} is already saved: the document of this one is saved, but nothing is concluded from it");
        }

        await DeliverAsync(target, cancel);
        await Retention.ApplyAsync(target, _kept.Retention, _context, cancel);
    }

    /// <summary>Lets the lock go.</summary>
    public ValueTask DisposeAsync() => _lock?.DisposeAsync() ?? ValueTask.CompletedTask;

    /// <summary>A damage that stops no opening stops no scan either: what is seen now is worth more than what was.</summary>
    private static async Task<IHomeHistory?> HomesAsync(FleetStore store, UseCaseContext context, CancellationToken cancel)
    {
        try
        {
            return await store.History.ReadHomesAsync(context.Time.GetUtcNow(), cancel);
        }
        catch (StoreException damaged) when (damaged.Kind == StoreErrorKind.Corrupt)
        {
            context.Dialog.Complain($"homes known from earlier scans are not used: {damaged.Message}");
            return null;
        }
    }

    /// <summary>What the store cannot tell of earlier scans stops no scan either.</summary>
    private async Task<ScanTrend?> TrendAsync(ScanDocument document, CancellationToken cancel)
    {
        try
        {
            return _kept.Store is { } store ? await StoreAccessor.GuardAsync(() => store.History.ReadTrendAsync(document, cancel)) : null;
        }
        catch (UseCaseException refused)
        {
            _context.Dialog.Complain($"earlier scans are not used: {refused.Message}");
            return null;
        }
    }

    private Task DeliverAsync(FleetStore target, CancellationToken cancel) => _kept.Alerts?.DeliverAsync(target, cancel) ?? Task.CompletedTask;

    private static async Task<ScanLock> LockAsync(FleetStore store, UseCaseContext context, CancellationToken cancel)
    {
        var attempt = await store.TryLockScanAsync(ScanLockHolder.ThisProcess("timerprobe scan", context.Time), cancel);
        return attempt.Lock ?? throw new UseCaseException(
            Failure.Locked, $"another scan holds {store.Target}: {attempt.Holder?.ToString() ?? "a process that has not identified itself yet"}");
    }
}
