using Quartz;

namespace TimerProbe.Server.Views;

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
    /// <summary>Whether it is scanned now, or its node died and another is to begin again.</summary>
    internal bool IsRunning => StartedAt is not null && EndedAt is null;

    /// <summary>One for each vCenter of the configuration, in its order.</summary>
    internal static async Task<IReadOnlyList<ScheduledScanView>> ListAsync(
        ServerContext context, ScanSchedule schedule, CancellationToken cancel)
    {
        var configuration = context.Configuration;
        if (configuration.VCenters.Count == 0)
        {
            return [];
        }

        var scans = await LastAsync(context.Store, cancel);
        var next = await NextAsync(schedule, cancel);
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

    /// <summary>While the store is away a page shows the rest.</summary>
    private static async Task<IReadOnlyDictionary<string, ScheduledScan>> LastAsync(FleetStore store, CancellationToken cancel)
    {
        try
        {
            return (await store.Scans.ListAsync(cancel)).ToDictionary(scan => scan.Server);
        }
        catch (StoreException)
        {
            return new Dictionary<string, ScheduledScan>();
        }
    }

    private static async Task<IReadOnlyDictionary<string, DateTimeOffset?>?> NextAsync(ScanSchedule schedule, CancellationToken cancel)
    {
        try
        {
            return await schedule.ReadNextAsync(cancel);
        }
        catch (SchedulerException)
        {
            // The node cannot begin yet, and says so elsewhere.
            return null;
        }
    }
}

/// <summary>A node of the server.</summary>
/// <param name="Name">Its unique name.</param>
/// <param name="State">What it is able to do: <c>ready</c>, <c>starting</c>, <c>stopping</c>, <c>clockApart</c>,
/// <c>scheduleStalled</c>, <c>storeAway</c>, <c>newerStore</c>, or <c>gone</c> when it has not reported for a while.</param>
/// <param name="Program">The version of its program.</param>
/// <param name="StartedAt">When it started, by the store's clock.</param>
/// <param name="SeenAt">When it last reported, by the store's clock.</param>
/// <param name="ClockApartMs">How far its clock is ahead of the store's in milliseconds; negative when it is behind.</param>
/// <param name="LastStep">How and when the store's clock was last set while this node ran; null where it was not.</param>
public sealed record NodeView(
    string Name, string State, string Program, DateTimeOffset StartedAt, DateTimeOffset SeenAt, double ClockApartMs, string? LastStep)
{
    /// <summary>Three times the pace at which a node notes itself.</summary>
    public static readonly TimeSpan GoneAfter = TimeSpan.FromSeconds(15);

    /// <summary>The nodes of a store, by name.</summary>
    /// <param name="store">The store.</param>
    /// <param name="own">The node that answers: it is there, however long its notes have to wait for other writers.</param>
    /// <param name="cancel">Ends it.</param>
    public static async Task<IReadOnlyList<NodeView>> ListAsync(FleetStore store, string own, CancellationToken cancel)
    {
        var (nodes, now) = await store.Nodes.ListAsync(cancel);
        return
        [
            .. nodes.Select(node => new NodeView(
                node.Name,
                node.Name != own && now - node.SeenAt > GoneAfter ? "gone" : node.State,
                node.Program,
                node.StartedAt,
                node.SeenAt,
                Math.Round(node.ClockApart.TotalMilliseconds, 1),
                node.LastStep)),
        ];
    }
}
