namespace TimerProbe.Core.Advice;

/// <summary>Which rules and findings are not to be heard of.</summary>
public sealed record MuteList
{
    /// <summary>Nothing is muted.</summary>
    public static MuteList None { get; } = new();

    /// <summary>Rules that are switched off.</summary>
    public IReadOnlyList<string> RulesOff { get; init; } = [];

    /// <summary>Findings accepted for a time.</summary>
    public IReadOnlyList<Mute> Mutes { get; init; } = [];

    /// <summary>Divides findings into those to hear of, and those muted, with the reason.</summary>
    /// <param name="findings">All findings.</param>
    /// <param name="today">The day, in UTC.</param>
    /// <returns>Those to hear of, and what is kept out of them; null where nothing is to be kept out.</returns>
    public (IReadOnlyList<Finding> Heard, MutingFacts? Muting) Divide(IReadOnlyList<Finding> findings, DateOnly today)
    {
        if (RulesOff.Count + Mutes.Count == 0)
        {
            return (findings, null);
        }

        var heard = new List<Finding>();
        var muted = new List<MutedFinding>();
        foreach (var finding in findings.Where(finding => !RulesOff.Contains(finding.Rule, StringComparer.Ordinal)))
        {
            if (Mutes.FirstOrDefault(mute => !mute.HasExpired(today) && mute.Means(finding)) is { } mute)
            {
                muted.Add(new MutedFinding(mute.Reason, mute.Expires, finding));
            }
            else
            {
                heard.Add(finding);
            }
        }

        return (heard, new MutingFacts { RulesOff = RulesOff, Muted = muted, Expired = [.. Mutes.Where(mute => mute.HasExpired(today))] });
    }
}
