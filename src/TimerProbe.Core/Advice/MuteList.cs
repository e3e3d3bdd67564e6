namespace TimerProbe.Core.Advice;

/// <summary>Which rules and findings are muted.</summary>
public sealed record MuteList
{
    /// <summary>Nothing is muted.</summary>
    public static MuteList None { get; } = new();

    /// <summary>Rules that are switched off.</summary>
    public IReadOnlyList<string> RulesOff { get; init; } = [];

    /// <summary>Findings accepted for a time.</summary>
    public IReadOnlyList<Mute> Mutes { get; init; } = [];

    /// <summary>Divides findings into the active and the muted, with the reason.</summary>
    /// <param name="today">The day, in UTC.</param>
    /// <returns>The active findings, and what is muted; null where nothing is to be muted.</returns>
    public (IReadOnlyList<Finding> Active, MutingFacts? Muting) Split(IReadOnlyList<Finding> findings, DateOnly today)
    {
        if (RulesOff.Count + Mutes.Count == 0)
        {
            return (findings, null);
        }

        var active = new List<Finding>();
        var muted = new List<MutedFinding>();
        foreach (var finding in findings.Where(finding => !RulesOff.Contains(finding.Rule)))
        {
            if (Mutes.FirstOrDefault(mute => !mute.HasExpired(today) && mute.Matches(finding)) is { } mute)
            {
                muted.Add(new MutedFinding(mute.Reason, mute.Expires, finding));
            }
            else
            {
                active.Add(finding);
            }
        }

        return (active, new MutingFacts { RulesOff = RulesOff, Muted = muted, Expired = [.. Mutes.Where(mute => mute.HasExpired(today))] });
    }

    /// <summary>The document without what is muted, and with a list of that.</summary>
    /// <param name="today">The day, in UTC.</param>
    public TDocument Apply<TDocument>(TDocument document, DateOnly today) where TDocument : IConcludedDocument<TDocument> =>
        Split(document.Findings, today) is { Muting: not null } divided ? document.WithFindings(divided) : document;
}

/// <summary>A document with findings, of which some may be muted.</summary>
/// <typeparam name="TSelf">Its record.</typeparam>
public interface IConcludedDocument<TSelf>
    where TSelf : IConcludedDocument<TSelf>
{
    /// <summary>What is worth knowing, the most severe first.</summary>
    IReadOnlyList<Finding> Findings { get; }

    TSelf WithFindings((IReadOnlyList<Finding> Active, MutingFacts? Muting) divided);
}
