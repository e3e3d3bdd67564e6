namespace TimerProbe.Core.Advice;

/// <summary>Findings that are known and accepted for a time.</summary>
/// <param name="Rule">The rule whose findings are muted.</param>
/// <param name="Subject">A name or glob of what they are about; null for anything.</param>
/// <param name="Reason">Why they are accepted.</param>
/// <param name="Expires">The last day, in UTC, on which they are muted.</param>
public sealed record Mute(string Rule, string? Subject, string Reason, DateOnly Expires)
{
    public bool HasExpired(DateOnly today) => today > Expires;

    public bool Matches(Finding finding) => finding.Rule == Rule && (Subject is null || new Glob(Subject).IsMatch(finding.Subject.Name));
}

/// <summary>A finding that a mute keeps out of the count.</summary>
/// <param name="Reason">Why it is accepted.</param>
/// <param name="Expires">The last day, in UTC, on which it is muted.</param>
/// <param name="Finding">The finding.</param>
public sealed record MutedFinding(string Reason, DateOnly Expires, Finding Finding);
