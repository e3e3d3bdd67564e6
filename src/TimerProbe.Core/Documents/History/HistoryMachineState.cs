namespace TimerProbe.Core.Documents;

/// <summary>How a virtual machine was for a time.</summary>
public sealed record HistoryMachineState : MachineState
{
    /// <summary>The scan that first saw it so.</summary>
    public required DateTimeOffset Since { get; init; }

    /// <summary>The scan that first saw it otherwise, or no more; null while it is so.</summary>
    public required DateTimeOffset? Until { get; init; }

    [JsonConstructor]
    public HistoryMachineState()
    {
    }

    [SetsRequiredMembers]
    public HistoryMachineState(DateTimeOffset since, DateTimeOffset? until, MachineState state)
        : base(state) => (Since, Until) = (since, until);
}
