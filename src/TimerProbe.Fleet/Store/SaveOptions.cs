namespace TimerProbe.Fleet.Store;

/// <summary>What is to be done besides when a document is saved.</summary>
public sealed record SaveOptions
{
    public Func<SavedRun, IReadOnlyList<NewAlert>>? Alerts { get; init; }

    public bool IsClaimed { get; init; }

    /// <summary>
    /// Whether a guest submitted it: one that is more than 366 days old was dated by a clock that was behind, and is saved under the
    /// time of the store.
    /// </summary>
    public bool IsSubmitted { get; init; }
}
