namespace TimerProbe.Fleet.Store;

/// <summary>What is to be done besides when a document is saved.</summary>
public sealed record SaveOptions
{
    /// <summary>
    /// Makes alerts of what changed. They are saved in the same transaction: a run is saved with its alerts or not at all. It is called
    /// while the store is locked, so it must be quick and touch nothing else.
    /// </summary>
    public Func<SavedRun, IReadOnlyList<NewAlert>>? Alerts { get; init; }

    /// <summary>Whether a scan had claimed what it read: then nothing newer can have been saved of that meanwhile.</summary>
    public bool IsClaimed { get; init; }

    /// <summary>
    /// Whether a guest submitted it: one that is more than 366 days old was dated by a clock
    /// that was behind, and is saved under the time of the store.
    /// </summary>
    public bool IsSubmitted { get; init; }
}
