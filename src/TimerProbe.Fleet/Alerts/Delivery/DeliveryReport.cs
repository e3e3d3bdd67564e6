namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>What became of the alerts that were due.</summary>
public sealed record DeliveryReport
{
    /// <summary>How many were taken by their receivers.</summary>
    public int Delivered { get; init; }

    /// <summary>How many are tried again later.</summary>
    public int PutOff { get; init; }

    /// <summary>How many are too old to be tried again.</summary>
    public int GivenUp { get; init; }

    /// <summary>In how long the next one is due, negative when it is already; null when none is left.</summary>
    public TimeSpan? NextAttemptIn { get; init; }

    /// <summary>What is to be complained of, a sentence each, without secrets or control characters.</summary>
    public IReadOnlyList<string> Complaints { get; init; } = [];
}
