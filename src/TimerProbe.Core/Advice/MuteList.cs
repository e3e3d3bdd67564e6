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
        var (heard, muting) = Divide(document.Findings, today);
        return muting is null ? document : document with { Findings = heard, Muting = muting };
    }

    /// <inheritdoc cref="Apply(ScanDocument, DateOnly)"/>
    public CheckDocument Apply(CheckDocument document, DateOnly today)
    {
        var (heard, muting) = Divide(document.Findings, today);
        return muting is null ? document : document with { Findings = heard, Muting = muting };
    }

    /// <inheritdoc cref="Apply(ScanDocument, DateOnly)"/>
    public SqlDocument Apply(SqlDocument document, DateOnly today)
    {
        var (heard, muting) = Divide(document.Findings, today);
        return muting is null ? document : document with { Findings = heard, Muting = muting };
    }

    private (IReadOnlyList<Finding> Heard, MutingFacts? Muting) Divide(IReadOnlyList<Finding> findings, DateOnly today)
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
