using System.Text.Json;
using TimerProbe.Core.Documents;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.History;

namespace TimerProbe.Server.Views;

/// <summary>Keeps the view of the fleet as new as the store is: every node of a store saves, so each asks again every few seconds.</summary>
public sealed class LatestFleet(FleetStore store, TimeProvider time, ILogger<LatestFleet> log) : BackgroundService
{
    /// <summary>How often the store is asked whether there is anything newer.</summary>
    public static readonly TimeSpan Every = TimeSpan.FromSeconds(2);

    private TaskCompletionSource _newer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Dictionary<string, Guid> _asked = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _told = new(StringComparer.Ordinal);
    private volatile FleetView _now = FleetView.Empty;

    /// <summary>The newest.</summary>
    public FleetView Now => _now;

    /// <summary>Whether the store could be asked the last time; false before the first.</summary>
    public bool IsCurrent { get; private set; }

    /// <summary>Waits for a view that is newer than a version.</summary>
    public async Task<FleetView> WaitAsync(long version, CancellationToken cancel)
    {
        while (true)
        {
            var newer = Volatile.Read(ref _newer).Task;
            if (_now.Version > version)
            {
                return _now;
            }

            await newer.WaitAsync(cancel);
        }
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                await RefreshAsync(stoppingToken);
                IsCurrent = true;
                _told.Clear();
            }
            catch (StoreException away)
            {
                IsCurrent = false;
                if (_told.Add(away.Message))
                {
                    log.StoreAway(away.Message);
                }
            }
            catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
            {
                return;
            }

            await Task.Delay(Every, time, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task RefreshAsync(CancellationToken cancel)
    {
        var before = _now;
        var latest = (await store.Runs.LatestScansAsync(cancel)).GroupBy(scan => scan.Server, StringComparer.OrdinalIgnoreCase).Select(same => same.Last()).ToList();
        var targets = await store.TargetsAsync(cancel);
        var known = before.VCenters.ToDictionary(vcenter => vcenter.Server, StringComparer.OrdinalIgnoreCase);
        var newer = latest.Where(scan => !_asked.TryGetValue(scan.Server, out var asked) || asked != scan.DocumentId).ToList();
        if (before.Version > 0 && newer.Count == 0 && targets.SequenceEqual(before.Targets))
        {
            return;
        }

        foreach (var document in newer.GroupBy(scan => scan.DocumentId))
        {
            await ReadAsync(document, known, cancel);
        }

        // Only now: what was read before the store went away is read again.
        _asked = latest.ToDictionary(scan => scan.Server, scan => scan.DocumentId, StringComparer.OrdinalIgnoreCase);
        var current = latest.Select(scan => known.GetValueOrDefault(scan.Server)).OfType<VCenterView>();
        IsCurrent = true;
        _now = new FleetView(before.Version + 1, [.. current], targets);
        Interlocked.Exchange(ref _newer, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).SetResult();
    }

    private async Task ReadAsync(IGrouping<Guid, LatestScan> scans, Dictionary<string, VCenterView> known, CancellationToken cancel)
    {
        var parts = new SharedParts();
        var document = await DocumentAsync(scans.Key, cancel);
        foreach (var scan in scans)
        {
            if (document is not null && VCenterView.Of(document, scan.Server, parts) is { } view)
            {
                known[scan.Server] = view;
            }
        }
    }

    private async Task<ScanDocument?> DocumentAsync(Guid id, CancellationToken cancel)
    {
        try
        {
            return await store.Runs.ReadDocumentAsync(id, cancel) is { } bytes ? DocumentJson.Read<ScanDocument>(bytes) : null;
        }
        catch (Exception unreadable) when (unreadable is JsonException or StoreException { Kind: StoreErrorKind.Corrupt })
        {
            log.Unreadable(id, unreadable.Message);
            return null;
        }
    }
}

/// <summary>What it says.</summary>
internal static partial class LatestFleetLog
{
    [LoggerMessage(Level = LogLevel.Warning, Message = "the fleet is shown as it was: {Problem}")]
    public static partial void StoreAway(this ILogger<LatestFleet> log, string problem);

    [LoggerMessage(Level = LogLevel.Warning, Message = "document {Document} cannot be read and is left out: {Problem}")]
    public static partial void Unreadable(this ILogger<LatestFleet> log, Guid document, string problem);
}
