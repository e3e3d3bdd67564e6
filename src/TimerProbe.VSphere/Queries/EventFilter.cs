namespace TimerProbe.VSphere.Queries;

/// <summary>Which events to read. Full messages are never asked for.</summary>
/// <param name="EventTypeIds">
/// Concrete event types, such as <c>VmPoweredOnEvent</c>, and the ids of extended events, such as
/// <c>com.vmware.vc.ha.VmRestartedByHAEvent</c>. A type does not stand for those derived from it.
/// </param>
/// <param name="From">The server's time of the first event; null from the oldest kept.</param>
/// <param name="Until">The server's time of the last event; null to the newest.</param>
public sealed record EventFilter(IReadOnlyList<string> EventTypeIds, DateTimeOffset? From = null, DateTimeOffset? Until = null)
{
    /// <summary>Where: an entity and all below it; null for all.</summary>
    public ManagedObjectReference? Entity { get; init; }

    /// <summary>The reading ends with the page that makes it this many, the oldest first; null reads all.</summary>
    public int? AtMost { get; init; }
}
