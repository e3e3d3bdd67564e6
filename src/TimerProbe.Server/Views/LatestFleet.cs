namespace TimerProbe.Server.Views;

/// <summary>
/// Keeps the view of the fleet as new as the store is: every node of a store saves, so each asks again every second. A check
/// that a guest saved or submitted is joined to the latest scan as soon as it is in the store.
/// </summary>
internal sealed class LatestFleet(FleetStore store, TimeProvider time, Faults faults, NodeLog log) : NodePart(faults, time)
{
    public static readonly TimeSpan Every = TimeSpan.FromSeconds(1);

    /// <summary>After a join there is none for this many times as long as it took, to leave time when guests check at one hour.</summary>
    private const int RestFactor = 4;

    private const string Part = "fleet";
    private const string Unreadable = "its latest scan is saved and cannot be read: the last one that can be is shown";

    /// <summary>A store is asked every second: one that was silent for so long does not answer.</summary>
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(15);

    private static readonly TimeSpan MaxStart = TimeSpan.FromSeconds(15);

    private readonly GuestChecks _checks = new();
    private TimeSpan _rest;
    private long _joinedAt;
    private long _lastRun;
    private TaskCompletionSource _newer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Dictionary<string, Guid> _asked = new(StringComparer.OrdinalIgnoreCase);
    private long _answeredAt;
    private volatile bool _isReading;
    private volatile FleetView _now = FleetView.Empty;

    public FleetView Now => _now;

    public bool IsCurrent { get; private set; }

    public DateTimeOffset? AwaySince =>
        (IsCurrent && (_isReading || Time.GetUtcNow() - AnsweredAt <= Silence)) || AnsweredAt == default ? null : AnsweredAt;

    private DateTimeOffset AnsweredAt => new(Interlocked.Read(ref _answeredAt), TimeSpan.Zero);

    public Func<MuteList> Mutes { get; init; } = () => MuteList.None;

    public async Task<FleetView> WaitAsync(long version, CancellationToken cancellationToken)
    {
        while (true)
        {
            var newer = Volatile.Read(ref _newer).Task;
            if (_now.Version > version)
            {
                return _now;
            }

            await newer.WaitAsync(cancellationToken);
        }
    }

    /// <summary>A new node lets requests wait until it has read the fleet; 503 when that takes too long or the node ends before.</summary>
    public static async ValueTask<object?> WaitForFirstAsync(EndpointFilterInvocationContext context, EndpointFilterDelegate next)
    {
        var (http, services) = (context.HttpContext, context.HttpContext.RequestServices);
        using var late = new CancellationTokenSource(MaxStart, services.GetRequiredService<TimeProvider>());
        var life = services.GetRequiredService<IHostApplicationLifetime>();
        using var end = CancellationTokenSource.CreateLinkedTokenSource(http.RequestAborted, life.ApplicationStopping, late.Token);
        try
        {
            await services.GetRequiredService<LatestFleet>().WaitAsync(FleetView.Empty.Version, end.Token);
        }
        catch (OperationCanceledException) when (!http.RequestAborted.IsCancellationRequested)
        {
            return Results.Problem("This node has not read the fleet yet.", statusCode: StatusCodes.Status503ServiceUnavailable);
        }

        return await next(context);
    }

    /// <summary>The scan with its checks; null when the store has it no longer or it cannot be read.</summary>
    /// <exception cref="StoreException">The store does not answer.</exception>
    internal async Task<ScanDocument?> ReadScanAsync(FleetView fleet, SavedScan scan, CancellationToken cancellationToken) =>
        await DocumentAsync(scan.Document.Id, cancellationToken) is { } document
            ? FleetFindings.Join(document, fleet.Checks, Mutes(), Time.GetUtcNow())
            : null;

    protected override async Task RoundAsync(CancellationToken stopping)
    {
        try
        {
            await RefreshAsync(stopping);
            IsCurrent = true;
            Interlocked.Exchange(ref _answeredAt, Time.GetUtcNow().UtcTicks);
            Faults.End(Faults.Store, Part);
        }
        catch (StoreException ex)
        {
            IsCurrent = false;
            Faults.Begin(Faults.Store, Part, ex.Message);
        }
        finally
        {
            _isReading = false;
        }

        await Task.Delay(Every, Time, stopping);
    }

    private async Task RefreshAsync(CancellationToken cancellationToken)
    {
        var before = _now;
        var latest = (await store.Runs.LatestScansAsync(cancellationToken)).GroupBy(scan => scan.Server, StringComparer.OrdinalIgnoreCase)
            .Select(same => same.Last())
            .ToList();
        var targets = await store.TargetsAsync(cancellationToken);
        await ReadChecksAsync(before, cancellationToken);
        var known = before.Scans.ToDictionary(scan => scan.Server, StringComparer.OrdinalIgnoreCase);
        var newer = latest.Where(scan => !_asked.TryGetValue(scan.Server, out var asked) || asked != scan.DocumentId).ToList();
        var rests = Time.GetElapsedTime(_joinedAt) < _rest;
        var behind = rests
            ? []
            : _checks.Stale(before.Scans).Select(vcenter => vcenter.Server).ToHashSet(StringComparer.OrdinalIgnoreCase);
        var unknown = _checks.UnknownTo(before.Scans);
        if (before.Version > 0
            && newer.Count + behind.Count == 0
            && targets.SequenceEqual(before.Targets)
            && unknown.SequenceEqual(before.UnknownGuests))
        {
            return;
        }

        Interlocked.Exchange(ref _answeredAt, Time.GetUtcNow().UtcTicks);
        var start = Time.GetTimestamp();
        var areAll = latest.TrueForAll(scan => known.ContainsKey(scan.Server));
        var checks = newer.Count + behind.Count == 0 ? [] : _checks.For(before.Scans, areAll);
        foreach (var document in latest.Where(scan => newer.Contains(scan) || behind.Contains(scan.Server))
            .GroupBy(scan => scan.DocumentId))
        {
            _isReading = true;
            await ReadAsync(document, known, checks, cancellationToken);
        }

        if (behind.Count > 0)
        {
            (_joinedAt, _rest) = (Time.GetTimestamp(), Time.GetElapsedTime(start) * RestFactor);
        }

        if (!rests)
        {
            _checks.MarkShown(areAll);
        }

        // Only now: what was read before the store went away is read again.
        _asked = latest.ToDictionary(scan => scan.Server, scan => scan.DocumentId, StringComparer.OrdinalIgnoreCase);
        IReadOnlyList<SavedScan> current = [.. latest.Select(scan => known.GetValueOrDefault(scan.Server)).OfType<SavedScan>()];
        IsCurrent = true;
        _now = new FleetView(before.Version + 1, current, targets)
        {
            UnknownGuests = _checks.UnknownTo(current),
            Checks = newer.Count + behind.Count == 0 ? before.Checks : checks,
        };
        Interlocked.Exchange(ref _newer, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).SetResult();
    }

    private async Task ReadChecksAsync(FleetView shown, CancellationToken cancellationToken)
    {
        var last = await store.Runs.LastNumberAsync(cancellationToken);
        if (last != _lastRun)
        {
            _checks.Add(await store.History.ReadChecksAsync(
                _lastRun, (await store.ReadClockAsync(cancellationToken)).Store, cancellationToken), shown.Scans);
            _lastRun = last;
        }
    }

    private async Task ReadAsync(
        IGrouping<Guid, (string Server, Guid DocumentId, DateTimeOffset At)> scans,
        Dictionary<string, SavedScan> known,
        IReadOnlyList<GuestResult> checks,
        CancellationToken cancellationToken)
    {
        var parts = new PartInterning();
        var document = await DocumentAsync(scans.Key, cancellationToken);
        document = document is null ? null : FleetFindings.Join(document, checks, Mutes(), Time.GetUtcNow());
        foreach (var scan in scans)
        {
            if (document is not null && SavedScan.From(document, scan.Server, parts) is { } view)
            {
                known[scan.Server] = view;
            }
            else if (document is null
                && (known.GetValueOrDefault(scan.Server)
                    ?? await EarlierAsync(scan.Server, scan.At, parts, cancellationToken)) is { } earlier)
            {
                known[scan.Server] = earlier.With(Unreadable);
            }
        }
    }

    /// <summary>The view of the last scan before one that cannot be read; null where none can be.</summary>
    private async Task<SavedScan?> EarlierAsync(
        string server, DateTimeOffset before, PartInterning parts, CancellationToken cancellationToken)
    {
        var runs = await store.Runs.ListAsync(new RunQuery { Kind = RunKinds.Scan, To = before }, cancellationToken);
        foreach (var run in runs.Where(run => run.Subject.Contains(server, StringComparison.OrdinalIgnoreCase)))
        {
            if (await DocumentAsync(run.DocumentId, cancellationToken) is { } document
                && SavedScan.From(document, server, parts) is { } view)
            {
                return view;
            }
        }

        return null;
    }

    private async Task<ScanDocument?> DocumentAsync(Guid id, CancellationToken cancellationToken)
    {
        try
        {
            return await store.Runs.ReadDocumentAsync(id, cancellationToken) is { } bytes ? DocumentJson.Read<ScanDocument>(bytes) : null;
        }
        catch (Exception ex) when (ex is JsonException or StoreException { Kind: StoreErrorKind.Corrupt })
        {
            log.Say(LogLevel.Warning, nameof(LatestFleet), $"document {id} cannot be read and is left out: {ex.Message}");
            return null;
        }
    }
}
