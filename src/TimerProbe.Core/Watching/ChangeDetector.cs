using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Watching;

/// <summary>
/// Finds the moments at which reading the clock became slower or faster. A sample counts by what its own control says, and a change
/// is one only when several samples in a row lie beyond the level and agree with each other; its time is that of the first of them.
/// A clock that goes to and fro between two levels changes once, to both of them.
/// </summary>
public sealed class ChangeDetector
{
    private readonly Queue<(WatchLevel Level, long Sample)> _lastLevels = new();
    private LevelSamples? _level;
    private LevelSamples? _candidate;
    private MixedLevel? _mixed;
    private SampleMark? _lastOfLevel;

    /// <summary>The level reads are at; null until there have been samples enough.</summary>
    public WatchLevel? Level => _mixed?.Level ?? _level?.Level;

    /// <summary>Whether the last samples lie beyond the level and more of them would make a change.</summary>
    public bool IsInDoubt => _candidate is not null && Level is not null;

    /// <summary>Takes the next sample.</summary>
    /// <returns>The change that this sample confirmed, the first level included; null for most.</returns>
    public LevelChange? Take(WatchSample sample)
    {
        if (!sample.Decided)
        {
            return null;
        }

        switch (_mixed?.Compare(sample) ?? _level?.Compare(sample) ?? LevelStanding.Away)
        {
            case LevelStanding.Unsure:
                return null;
            case LevelStanding.Same when _mixed is { } mixed:
                return ConfirmMixed(mixed, sample);
            case LevelStanding.Same when !sample.Served && _candidate?.Compare(sample) == LevelStanding.Same:
                return null; // It fits the old level as well as the new one.
            case LevelStanding.Same:
                _level!.Add(sample);
                _candidate = null;
                _lastOfLevel = sample.Mark;
                return null;
            default:
                return Confirm(sample);
        }
    }

    /// <summary>A clock that was seen at one of its two levels only, for long, is there.</summary>
    private LevelChange? ConfirmMixed(MixedLevel mixed, WatchSample sample)
    {
        _candidate = null;
        if (mixed.Settled(sample) is not { } settled)
        {
            _lastOfLevel = mixed.LastOfOther ?? _lastOfLevel;
            return null;
        }

        var change = new LevelChange(mixed.Level, settled.Level, _lastOfLevel, mixed.FirstOfRun!, sample.Mark);
        (_level, _mixed, _lastOfLevel) = (settled, null, sample.Mark);
        BeginAt(settled.Level);
        return change;
    }

    private LevelChange? Confirm(WatchSample sample)
    {
        var standing = _candidate?.Compare(sample) ?? LevelStanding.Away;
        if (standing == LevelStanding.Unsure || !LevelSamples.MayBegin(sample))
        {
            return null;
        }

        if (standing == LevelStanding.Away)
        {
            _candidate = new LevelSamples(sample);
        }

        _candidate!.Add(sample);
        if (_candidate.Weight < WatchLimits.LevelWeight)
        {
            return null;
        }

        var (before, after) = (_level, _candidate);
        var alternates = _mixed is null && before is not null && Alternates(after.Level, after.First.Sample);
        var mixed = alternates ? new MixedLevel(before!, after) : null;
        var change = new LevelChange(Level, mixed?.Level ?? after.Level, _lastOfLevel, after.First, sample.Mark);
        if (before is null || _mixed is not null)
        {
            BeginAt(after.Level);
        }

        (_level, _mixed, _candidate, _lastOfLevel) = (after, mixed, null, sample.Mark);
        return change;
    }

    private void BeginAt(WatchLevel level)
    {
        _lastLevels.Clear();
        _lastLevels.Enqueue((level, long.MinValue));
    }

    /// <summary>
    /// Whether this change to a level, by the number of its first sample, is the third in a row between two levels, all within
    /// <see cref="WatchLimits.AlternationSamples"/>: a thread that wanders between a fast and a slow processor, for one.
    /// </summary>
    private bool Alternates(WatchLevel to, long sample)
    {
        _lastLevels.Enqueue((to, sample));
        if (_lastLevels.Count > WatchLimits.AlternationChanges + 1)
        {
            _ = _lastLevels.Dequeue();
        }

        var levels = _lastLevels.ToArray();
        return levels.Length == WatchLimits.AlternationChanges + 1 && sample - levels[1].Sample <= WatchLimits.AlternationSamples
            && AreAlike(levels[0].Level, levels[2].Level) && AreAlike(levels[1].Level, levels[3].Level);
    }

    private static bool AreAlike(WatchLevel one, WatchLevel other) =>
        one.Cause == other.Cause && !VerdictTable.Differ(one.PreciseTimeNs, other.PreciseTimeNs);
}

/// <summary>A change of level.</summary>
/// <param name="From">The level before; null for the first one.</param>
/// <param name="To">The level since.</param>
/// <param name="LastBefore">The last sample that belonged to the level before; null for the first one.</param>
/// <param name="First">The first sample of the new level.</param>
/// <param name="Confirmed">The sample that made it certain.</param>
public sealed record LevelChange(WatchLevel? From, WatchLevel To, SampleMark? LastBefore, SampleMark First, SampleMark Confirmed);

/// <summary>Two levels between which a clock goes to and fro.</summary>
internal sealed class MixedLevel
{
    private readonly LevelSamples[] _levels;
    private int _at;
    private int _run;
    private SampleMark? _last;

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

    public SampleMark? LastOfOther { get; private set; }

    public LevelStanding Compare(WatchSample sample)
    {
        var (fast, slow) = (_levels[0].Compare(sample), _levels[1].Compare(sample));
        return fast == LevelStanding.Same || slow == LevelStanding.Same ? LevelStanding.Same
            : fast == LevelStanding.Away && slow == LevelStanding.Away ? LevelStanding.Away
            : LevelStanding.Unsure;
    }

    /// <summary>The one that a sample is at, when the clock has been there for <see cref="WatchLimits.SettledSamples"/>; else null.</summary>
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
