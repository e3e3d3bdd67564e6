namespace TimerProbe.VSphere.Inventory;

/// <summary>A machine whose statistics are asked for.</summary>
/// <param name="Id">Its managed object id.</param>
/// <param name="ProcessorCount">Its virtual processors; without them it is not asked for.</param>
/// <param name="PoweredOn">When it was powered on, by the server's or its host's clock; without that its home is not asked for.</param>
/// <param name="ClusterId">The managed object id of its cluster; null outside of any.</param>
public sealed record StatisticsRequest(string Id, int? ProcessorCount, DateTimeOffset? PoweredOn, string? ClusterId = null);
