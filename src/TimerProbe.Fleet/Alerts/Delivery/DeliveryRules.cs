namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>How long delivering may take and how often it is tried.</summary>
public sealed record DeliveryRules
{
    /// <summary>How long one attempt may take; at most a minute, which is how long an alert is left to one process.</summary>
    public TimeSpan AttemptLimit { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>After how long no attempt is begun any more.</summary>
    public TimeSpan RunLimit { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The longest pause after the first attempt; it doubles with each.</summary>
    public TimeSpan FirstPause { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>The longest pause; at most a day.</summary>
    public TimeSpan LongestPause { get; init; } = TimeSpan.FromHours(1);

    /// <summary>How old an alert may get before it is given up.</summary>
    public TimeSpan GiveUpAfter { get; init; } = TimeSpan.FromDays(7);

    /// <summary>The pause after an attempt.</summary>
    /// <param name="attempts">How many attempts were made; positive.</param>
    /// <param name="chance">From 0 to 1: by chance, so that those who failed together do not come back together.</param>
    public TimeSpan PauseAfter(int attempts, double chance)
    {
        var doubled = FirstPause * Math.Pow(2, Math.Min(attempts, 30) - 1);
        return (doubled < LongestPause ? doubled : LongestPause) * (0.5 + (chance / 2));
    }
}
