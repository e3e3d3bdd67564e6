namespace TimerProbe.Fleet.Store;

/// <summary>What is to be done besides when a document is saved.</summary>
public sealed record SaveOptions
{
    public Func<SavedRun, IReadOnlyList<NewAlert>>? Alerts { get; init; }

    public bool IsClaimed { get; init; }

    /// <summary>Whether a guest submitted it; if over 366 days old, its clock was behind and it is saved under the store's time.</summary>
    public bool IsSubmitted { get; init; }
}
