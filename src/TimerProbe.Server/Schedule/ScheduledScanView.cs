namespace TimerProbe.Server.Schedule;

/// <summary>A vCenter that this server scans.</summary>
/// <param name="VCenter">The vCenter.</param>
/// <param name="Schedule">When it is scanned, as the configuration says it.</param>
/// <param name="Node">The node that scanned it last, or scans it now; null when none did.</param>
/// <param name="StartedAt">When that scan started, by the store's clock.</param>
/// <param name="EndedAt">When it ended; null while it runs.</param>
/// <param name="Result">What became of it: <c>complete</c>, <c>partial</c>, <c>failed</c>,
/// <c>held</c> or <c>givenUp</c>; null while it runs.</param>
/// <param name="Problem">What went wrong.</param>
/// <param name="NextAt">When it is scanned next; null while that is not known, and where it is when the one that runs has ended.</param>
public sealed record ScheduledScanView(
    string VCenter,
    string Schedule,
    string? Node,
    DateTimeOffset? StartedAt,
    DateTimeOffset? EndedAt,
    string? Result,
    string? Problem,
    DateTimeOffset? NextAt)
{
    internal bool IsRunning => StartedAt is not null && EndedAt is null;

    internal static async Task<IReadOnlyList<ScheduledScanView>> ListAsync(
        ServerContext context, ScanSchedule schedule, CancellationToken cancellationToken)
    {
        var configuration = context.Configuration;
        if (configuration.VCenters.Count == 0)
        {
            return [];
        }

        var scans = await LastAsync(context.Store, cancellationToken);
        var next = await NextAsync(schedule, cancellationToken);
        var now = schedule.Time.GetUtcNow();
        return
        [
            .. configuration.VCenters.Select(vcenter =>
            {
                var server = vcenter.Server.ToString();
                var scan = scans.GetValueOrDefault(server);
                return new ScheduledScanView(
                    server,
                    ScanSchedule.Of(vcenter, configuration),
                    scan?.Node,
                    scan?.StartedAt,
                    scan?.EndedAt,
                    scan?.Outcome?.Result,
                    scan?.Outcome?.Problem,
                    next?.GetValueOrDefault(server) is { } at && (at > now || scan is not { EndedAt: null }) ? at : null);
            }),
        ];
    }

    private static async Task<IReadOnlyDictionary<string, ScheduledScan>> LastAsync(FleetStore store, CancellationToken cancellationToken)
    {
        try
        {
            return (await store.Scans.ListAsync(cancellationToken)).ToDictionary(scan => scan.Server);
        }
        catch (StoreException)
        {
            return new Dictionary<string, ScheduledScan>();
        }
    }

    private static async Task<IReadOnlyDictionary<string,
        DateTimeOffset?>?> NextAsync(ScanSchedule schedule, CancellationToken cancellationToken)
    {
        try
        {
            return await schedule.ReadNextAsync(cancellationToken);
        }
        catch (SchedulerException)
        {
            // The node cannot begin yet, and says so elsewhere.
            return null;
        }
    }
}
