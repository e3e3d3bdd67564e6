using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Watching;

/// <summary>Two levels between which a clock goes to and fro.</summary>
internal sealed class MixedLevel
{
    private readonly LevelSamples[] _levels;
    private int _at;
    private int _run;
    private SampleMark? _last;

    /// <summary>Joins two levels.</summary>
    public MixedLevel(LevelSamples one, LevelSamples other)
    {
        _levels = one.Level.PreciseTimeNs < other.Level.PreciseTimeNs ? [one, other] : [other, one];
        Level = _levels[1].Level with
        {
            State = ClockState.Unclear,
            Cause = ClockCause.Intermittent,
            AlternatesWithNs = _levels[0].Level.PreciseTimeNs,
        };
    }

    /// <summary>Both as one level: the slow one's figures, and the fast one's cost.</summary>
    public WatchLevel Level { get; }

    /// <summary>The first of the samples that have been at one of the two without a break; null before there was one.</summary>
    public SampleMark? FirstOfRun { get; private set; }

    /// <summary>The last sample that was at the other one.</summary>
    public SampleMark? LastOfOther { get; private set; }

    /// <summary>How a sample stands to both.</summary>
    public LevelStanding Compare(WatchSample sample)
    {
        var (fast, slow) = (_levels[0].Compare(sample), _levels[1].Compare(sample));
        return fast == LevelStanding.Same || slow == LevelStanding.Same ? LevelStanding.Same
            : fast == LevelStanding.Away && slow == LevelStanding.Away ? LevelStanding.Away
            : LevelStanding.Unsure;
    }

    /// <summary>Takes a sample that is at one of them.</summary>
    /// <returns>That one, when the clock has been there for <see cref="WatchLimits.SettledSamples"/>; else null.</returns>
    public LevelSamples? Settled(WatchSample sample)
    {
        var at = _levels[0].Compare(sample) == LevelStanding.Same ? 0 : 1;
        if (at != _at || FirstOfRun is null)
        {
            (_at, _run, FirstOfRun, LastOfOther) = (at, 0, sample.Mark, _last);
        }

        _last = sample.Mark;
        return ++_run >= WatchLimits.SettledSamples ? _levels[at] : null;
    }
}
