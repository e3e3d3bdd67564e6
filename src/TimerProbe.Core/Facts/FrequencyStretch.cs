namespace TimerProbe.Core.Facts;

/// <summary>A stretch of time that a virtual machine ran at one frequency of its hosts.</summary>
/// <param name="From">From when on, to the period of the statistics.</param>
/// <param name="To">Until when; null for now.</param>
/// <param name="Hz">The frequency of the hosts it ran on.</param>
public sealed record FrequencyStretch(DateTimeOffset From, DateTimeOffset? To, Frequency Hz);
