namespace TimerProbe.Core.Watching;

/// <summary>What happened lately, to be named beside what happens next.</summary>
internal sealed class RecentEvents
{
    /// <summary>More than happens in a minute on any machine that is worth watching.</summary>
    private const int Most = 32;

    private readonly Queue<(TimeSpan Elapsed, WatchNearbyEvent Event)> _events = new();

    /// <summary>Remembers an event.</summary>
    public void Add(TimeSpan elapsed, WatchNearbyEvent happened)
    {
        _events.Enqueue((elapsed, happened));
        while (_events.Count > Most)
        {
            _events.Dequeue();
        }
    }

    /// <summary>What happened between two moments, or up to a minute before or after.</summary>
    public IReadOnlyList<WatchNearbyEvent> Around(TimeSpan from, TimeSpan to) =>
        [.. _events.Where(recent => recent.Elapsed >= from - WatchLimits.Neighbourhood && recent.Elapsed <= to + WatchLimits.Neighbourhood).Select(recent => recent.Event)];
}
