namespace TimerProbe.Application.Scanning;

/// <summary>A scan of vCenters. A store tells the homes of earlier scans; a saved scan lets no other read its vCenters meanwhile.</summary>
public sealed class FleetScan : IAsyncDisposable
{
    private static readonly TimeSpan MaxPruning = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan FarAhead = TimeSpan.FromDays(32);

    private readonly ScanSettings _settings;
    private readonly RunStorage _saved;
    private readonly ScanClaims? _claims;
    private readonly IHomeHistory? _homes;
    private readonly IReadOnlyList<GuestResult> _checks;
    private readonly StoreClock? _clock;
    private readonly UseCaseContext _context;

    private FleetScan(
        ScanSettings settings,
        RunStorage kept,
        ScanClaims? claims,
        StoreClock? clock,
        IHomeHistory? homes,
        IReadOnlyList<GuestResult> checks,
        UseCaseContext context) =>
        (_settings, _saved, _claims, _clock, _homes, _checks, _context, IsWhole) =
            (settings, kept, claims, clock, homes, checks, context, claims is null or { Others.Count: 0 });

    public bool IsWhole { get; private set; }

    /// <summary>Claims the targets, if it is to be saved, and reads the homes. Targets that another scan claimed are left to it.</summary>
    /// <exception cref="UseCaseException">Other scans hold all the targets, or the store refuses.</exception>
    public static Task<FleetScan> OpenAsync(
        ScanSettings settings, RunStorage kept, UseCaseContext context, CancellationToken cancellationToken) =>
            StoreAccessor.GuardAsync(async () =>
    {
        var claims = kept.Target is { } target ? await ClaimAsync(target, settings, context, cancellationToken) : null;
        if (kept.IsPartial)
        {
            context.Dialog.ReportProblem("homes known from earlier scans are not used");
        }

        try
        {
            var own = settings with
            {
                Targets = [.. settings.Targets.Where(item => claims?.Others.ContainsKey(GetName(item)) is not true)]
            };
            const string homesKnown = "homes known from earlier scans";
            if (kept.Store is not { } store || await TryReadAsync(ReadClockAsync, homesKnown, context) is not { } clock)
            {
                return new FleetScan(own, kept, claims, clock: null, homes: null, checks: [], context);
            }

            var homes = await TryReadAsync(() => store.History.ReadHomesAsync(clock.Store, cancellationToken), homesKnown, context);
            var saved = await TryReadAsync(
                () => store.History.ReadChecksAsync(afterRun: 0, clock.Store, cancellationToken), "checks that guests saved", context);
            IReadOnlyList<GuestResult> checks = [.. (saved ?? []).Select(check => check.Result)];
            return new FleetScan(own, kept, claims, clock, homes, checks, context);

            async Task<StoreClock?> ReadClockAsync() => await store.ReadClockAsync(cancellationToken);
        }
        catch
        {
            await (claims?.DisposeAsync() ?? ValueTask.CompletedTask);
            throw;
        }
    });

    /// <summary>Reads every target and makes one document of them; when nothing could be read, that is saved.</summary>
    /// <exception cref="UseCaseException">Nothing could be read, or the store refuses.</exception>
    public async Task<ScanDocument> RunAsync(CancellationToken cancellationToken)
    {
        var startedAt = _context.Time.GetUtcNow();
        var reading = new FleetReading(_settings, _homes, _checks, TrendAsync, _clock, _context);
        try
        {
            return await reading.RunAsync(cancellationToken);
        }
        catch (UseCaseException) when (reading.Failures.Count > 0 && _saved.Target is { } store)
        {
            var options = (_saved.Alerts?.Options ?? new SaveOptions()) with { IsClaimed = _claims is not null };
            await StoreAccessor.GuardAsync(() => store.SaveFailureAsync(reading.Failures, startedAt, options, cancellationToken));
            await _saved.DeliverAsync(cancellationToken);
            throw;
        }
    }

    public async Task SaveAsync(ScanDocument document, Action report, CancellationToken cancellationToken)
    {
        await _saved.SaveAsync(RunResult.From(document, _claims is not null), report, ReportSaved, cancellationToken);
        if (_saved.Target is { } target)
        {
            await PruneAsync(target, cancellationToken);
        }
    }

    public bool IsPartial(ScanDocument document) =>
        _saved.IsPartial
            || !IsWhole
            || document.Problems is { Count: > 0 }
            || document.VCenters.Any(vcenter =>
                !vcenter.IsReadAsExpected || vcenter.Problems.Count > (vcenter.KnownGaps?.Accepted.Count ?? 0));

    public ValueTask DisposeAsync() => _claims?.DisposeAsync() ?? ValueTask.CompletedTask;

    /// <summary>Reads something of the store; null where that has gone away since it was opened, which stops no scan.</summary>
    private static async Task<T?> TryReadAsync<T>(Func<Task<T>> read, string what, UseCaseContext context)
    {
        try
        {
            return await read();
        }
        catch (StoreException ex) when (StoreAccessor.IsAway(ex))
        {
            context.Dialog.ReportProblem($"{what} are not used: {ex.Message}");
            return default;
        }
    }

    private async Task<ScanTrend?> TrendAsync(ScanDocument document, CancellationToken cancellationToken)
    {
        try
        {
            return _saved.Store is { } store && _clock is { } clock
                ? await StoreAccessor.GuardAsync(() =>
                    store.History.ReadTrendAsync(document with { StartedAt = clock.Order(document.StartedAt) }, cancellationToken))
                : null;
        }
        catch (UseCaseException ex)
        {
            _context.Dialog.ReportProblem($"earlier scans are not used: {ex.Message}");
            return null;
        }
    }

    private async Task PruneAsync(FleetStore store, CancellationToken cancellationToken)
    {
        if (_saved.Retention is not { } age)
        {
            return;
        }

        try
        {
            var pruned = await store.PruneAsync(age, cancellationToken, MaxPruning);
            if (pruned.ClockAhead > FarAhead)
            {
                _context.Dialog.ReportProblem(
                    $"the store's clock is {pruned.ClockAhead.TotalDays:N0} days ahead of the newest run that is a week old ({pruned.CountedFrom!.Value.UtcDateTime:yyyy-MM-dd HH:mm} UTC): the retention is counted back from that run until runs were saved by this clock for a week");
            }

            if (pruned.Runs > 0)
            {
                _context.Dialog.Progress($"runs older than the retention: {pruned.Runs:N0} removed");
            }
        }
        catch (StoreException ex)
        {
            _context.Dialog.ReportProblem($"runs older than the retention were not removed: {ex.Message}");
        }
    }

    private void ReportSaved(SavedRun saved)
    {
        _context.Dialog.Progress($"kept in {_saved.Target!.Target}; {Counted.Of(saved.Changes.Count, Noun.Change)} since the previous scan");
        foreach (var late in saved.Late)
        {
            _context.Dialog.ReportProblem(
                $"a newer scan of {late} is already saved: the document of this one is saved, but nothing is concluded from it");
        }

        foreach (var (server, at) in saved.Ahead)
        {
            IsWhole = false;
            _context.Dialog.ReportProblem(
                $"the scan of {server} before this one is dated {at.UtcDateTime:yyyy-MM-dd HH:mm} UTC, in the future of the store, and this one is dated right behind it, as all will be until then: restore a copy of the store from before, or begin another");
        }
    }

    /// <summary>Claims the targets; null where nobody else can have them.</summary>
    private static async Task<ScanClaims?> ClaimAsync(
        FleetStore store, ScanSettings settings, UseCaseContext context, CancellationToken cancellationToken)
    {
        var targets = settings.Targets;
        var holder = LockHolder.ThisProcess(settings.Command, context.Time);
        if (await store.ClaimAsync(targets.Select(GetName), holder, cancellationToken) is not { } claims)
        {
            return null;
        }

        IReadOnlyList<string> held = [
            .. claims.Others.Select(other => $"another scan holds {other.Key} in {store.Target}: {LockHolder.Words(other.Value)}")
        ];
        if (targets.All(target => claims.Others.ContainsKey(GetName(target))))
        {
            await claims.DisposeAsync();
            throw new UseCaseException(ExitCode.Locked, string.Join("; ", held));
        }

        foreach (var sentence in held)
        {
            context.Dialog.ReportProblem($"{sentence}; this one leaves it out");
        }

        return claims;
    }

    private static string GetName(ScanTarget target) => target.Server.ToString();
}
