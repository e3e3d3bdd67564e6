namespace TimerProbe.Core.Documents;

/// <summary>How a host was for a time.</summary>
public sealed record HistoryHostState : HostState
{
    /// <summary>The scan that first saw it so.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>The scan that first saw it otherwise, or no more; null while it is so.</summary>
    public required DateTimeOffset? Until { get; init; }

    [JsonConstructor]
    public HistoryHostState()
    {
    }

    [SetsRequiredMembers]
    public HistoryHostState(DateTimeOffset since, DateTimeOffset? until, HostState state) : base(state) => (Since, Until) = (since, until);
}
