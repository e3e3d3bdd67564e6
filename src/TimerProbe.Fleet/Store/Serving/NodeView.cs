namespace TimerProbe.Fleet.Store;

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
    string Name, string State, string Program, DateTimeOffset StartedAt, DateTimeOffset SeenAt, double ClockApartMs, string? LastStep);
