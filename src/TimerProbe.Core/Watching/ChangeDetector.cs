namespace TimerProbe.Core.Watching;

/// <summary>
/// Finds the moments at which reading the clock became slower or faster. A sample counts by what its own control says, and a change
/// is one only when several samples in a row lie beyond the level and agree with each other; its time is that of the first of them.
/// A clock that goes to and fro between two levels changes once, to both of them.
/// </summary>
public sealed class ChangeDetector
{
    private readonly Alternation _alternation = new();
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
                return Settle(mixed, sample);
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
    private LevelChange? Settle(MixedLevel mixed, WatchSample sample)
    {
        _candidate = null;
        if (mixed.Settled(sample) is not { } settled)
        {
            _lastOfLevel = mixed.LastOfOther ?? _lastOfLevel;
            return null;
        }

        var change = new LevelChange(mixed.Level, settled.Level, _lastOfLevel, mixed.FirstOfRun!, sample.Mark);
        (_level, _mixed, _lastOfLevel) = (settled, null, sample.Mark);
        _alternation.Begin(settled.Level);
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
        var alternates = _mixed is null && before is not null && _alternation.Take(after.Level, after.First.Sample);
        var mixed = alternates ? new MixedLevel(before!, after) : null;
        var change = new LevelChange(Level, mixed?.Level ?? after.Level, _lastOfLevel, after.First, sample.Mark);
        if (before is null || _mixed is not null)
        {
            _alternation.Begin(after.Level);
        }

        (_level, _mixed, _candidate, _lastOfLevel) = (after, mixed, null, sample.Mark);
        return change;
    }
}

/// <summary>A change of level.</summary>
/// <param name="From">The level before; null for the first one.</param>
/// <param name="To">The level since.</param>
/// <param name="LastBefore">The last sample that belonged to the level before; null for the first one.</param>
/// <param name="First">The first sample of the new level.</param>
/// <param name="Confirmed">The sample that made it certain.</param>
public sealed record LevelChange(WatchLevel? From, WatchLevel To, SampleMark? LastBefore, SampleMark First, SampleMark Confirmed);
