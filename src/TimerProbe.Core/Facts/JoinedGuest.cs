namespace TimerProbe.Core.Facts;

/// <summary>A guest's result that was joined to a virtual machine.</summary>
/// <param name="DocumentId">The id of its check document, or of the line of its <c>watch</c>.</param>
/// <param name="State">Its verdict.</param>
/// <param name="Cause">Its cause.</param>
/// <param name="MatchedBy">What joined it: <c>machine</c> for one that the guest left with
/// its own hypervisor, else <c>uuid</c> or <c>name</c>.</param>
public sealed record JoinedGuest(Guid DocumentId, ClockState State, ClockCause Cause, string MatchedBy)
{
    /// <summary>When it was measured.</summary>
    public DateTimeOffset? MeasuredAt { get; init; }

    /// <summary>The median cost of a precise-time read.</summary>
    public Duration? PreciseTimeNs { get; init; }

    /// <summary>The TSC frequency the hypervisor gave the guest at its power-on.</summary>
    public Frequency? VirtualTscHz { get; init; }

    /// <summary>How it came here.</summary>
    public required GuestSource Source { get; init; }

    /// <summary>Why it says nothing of now, as a sentence; null when it does.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Sentence(nameof(StaleDetails))]
    public string? Stale { get; init; }

    /// <summary>The same as data; null when it does.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public Problem? StaleDetails { get; init; }
}
