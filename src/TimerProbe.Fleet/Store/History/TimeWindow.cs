namespace TimerProbe.Fleet.Store.History;

/// <summary>A stretch of time.</summary>
/// <param name="From">Its beginning, inside.</param>
/// <param name="To">Its end, outside.</param>
public sealed record TimeWindow(DateTimeOffset From, DateTimeOffset To)
{
    /// <summary>All of it.</summary>
    public static readonly TimeWindow Everything = new(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(1000));

    internal (string Name, object? Value)[] Parameters => [("from", From.ToUnixTimeMilliseconds()), ("to", To.ToUnixTimeMilliseconds())];
}

/// <summary>A state with the time it held.</summary>
/// <typeparam name="T">What it is the state of.</typeparam>
/// <param name="Since">The scan that first saw it.</param>
/// <param name="Until">The scan that first saw another, or nothing; null when it holds still.</param>
/// <param name="State">The state.</param>
public sealed record StatePeriod<T>(DateTimeOffset Since, DateTimeOffset? Until, T State);
