using TimerProbe.Fleet;

namespace TimerProbe.Server.Views;

/// <summary>A node of the server.</summary>
/// <param name="Name">What tells it from the others.</param>
/// <param name="State">What it is able to do: <c>ready</c>, <c>starting</c>, <c>stopping</c>, <c>clockApart</c>,
/// <c>storeAway</c>, <c>newerStore</c>, or <c>gone</c> when nothing was heard of it for a while.</param>
/// <param name="Program">The version of its program.</param>
/// <param name="StartedAt">When it started, by the store's clock.</param>
/// <param name="SeenAt">When it was last heard of, by the store's clock.</param>
/// <param name="ClockApartMs">How far its clock is ahead of the store's in milliseconds; negative when it is behind.</param>
public sealed record NodeView(
    string Name, string State, string Program, DateTimeOffset StartedAt, DateTimeOffset SeenAt, double ClockApartMs)
{
    /// <summary>Three times the pace at which a node notes itself.</summary>
    public static readonly TimeSpan GoneAfter = TimeSpan.FromSeconds(15);

    /// <summary>The nodes of a store, by name.</summary>
    /// <param name="store">The store.</param>
    /// <param name="own">The node that tells: it is there, however long its notes have to wait for others who write.</param>
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
                Math.Round(node.ClockApart.TotalMilliseconds, 1))),
        ];
    }
}
