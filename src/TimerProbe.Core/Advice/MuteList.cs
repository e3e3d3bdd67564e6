using TimerProbe.Core.Documents;

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

    /// <summary>The document with its findings divided: those to hear of, and those muted, with the reason.</summary>
    /// <param name="document">A document with all its findings.</param>
    /// <param name="today">The day, in UTC.</param>
    public ScanDocument Apply(ScanDocument document, DateOnly today)
    {
        if (RulesOff.Count + Mutes.Count == 0)
        {
            return document;
        }

        var heard = new List<Finding>();
        var muted = new List<MutedFinding>();
        foreach (var finding in document.Findings.Where(finding => !RulesOff.Contains(finding.Rule, StringComparer.Ordinal)))
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

        return document with
        {
            Findings = heard,
            Muting = new MutingFacts { RulesOff = RulesOff, Muted = muted, Expired = [.. Mutes.Where(mute => mute.HasExpired(today))] },
        };
    }
}
