using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Watching;

/// <summary>Notices that levels change to and fro: a thread that wanders between a fast and a slow processor, for one.</summary>
internal sealed class Alternation
{
    private readonly Queue<(WatchLevel Level, long Sample)> _last = new();

    /// <summary>Begins with a level that nothing is known of.</summary>
    public void Begin(WatchLevel level)
    {
        _last.Clear();
        _last.Enqueue((level, long.MinValue));
    }

    /// <summary>Takes a change.</summary>
    /// <param name="to">The new level.</param>
    /// <param name="sample">The number of its first sample.</param>
    /// <returns>Whether it is the third in a row between two levels, all within <see cref="WatchLimits.AlternationSamples"/>.</returns>
    public bool Take(WatchLevel to, long sample)
    {
        _last.Enqueue((to, sample));
        if (_last.Count > WatchLimits.AlternationChanges + 1)
        {
            _ = _last.Dequeue();
        }

        var levels = _last.ToArray();
        return levels.Length == WatchLimits.AlternationChanges + 1
            && sample - levels[1].Sample <= WatchLimits.AlternationSamples
            && AreAlike(levels[0].Level, levels[2].Level)
            && AreAlike(levels[1].Level, levels[3].Level);
    }

    private static bool AreAlike(WatchLevel one, WatchLevel other) =>
        one.Cause == other.Cause && !VerdictTable.Differ(one.PreciseTimeNs, other.PreciseTimeNs);
}
