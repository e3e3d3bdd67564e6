namespace TimerProbe.Core.Watching;

/// <summary>One moment by three clocks.</summary>
/// <param name="Wall">The wall clock, which people and time services set.</param>
/// <param name="Elapsed">A clock nobody sets, which goes on while the machine sleeps.</param>
/// <param name="Awake">A clock nobody sets, which stands still while the machine sleeps.</param>
public readonly record struct WatchMoment(DateTimeOffset Wall, TimeSpan Elapsed, TimeSpan Awake);

/// <summary>A sample by its number and time.</summary>
/// <param name="Sample">Its number, from 1.</param>
/// <param name="At">When it was taken.</param>
public sealed record SampleMark(long Sample, DateTimeOffset At);
