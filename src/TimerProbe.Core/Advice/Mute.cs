using System.Text.Json.Serialization;
using TimerProbe.Core.Names;

namespace TimerProbe.Core.Advice;

/// <summary>Findings that are known and accepted for a time.</summary>
/// <param name="Rule">The rule whose findings are meant.</param>
/// <param name="Subject">A name or glob of what they are about; null for anything.</param>
/// <param name="Reason">Why they are accepted.</param>
/// <param name="Expires">The last day, in UTC, on which they are muted.</param>
public sealed record Mute(string Rule, string? Subject, string Reason, DateOnly Expires)
{
    /// <summary>Whether it is over.</summary>
    public bool HasExpired(DateOnly today) => today > Expires;

    /// <summary>Whether it means this finding, expired or not.</summary>
    public bool Means(Finding finding) => finding.Rule == Rule && (Subject is null || new Glob(Subject).IsMatch(finding.Subject.Name));
}

/// <summary>A finding that a mute keeps out of the count.</summary>
/// <param name="Reason">Why it is accepted.</param>
/// <param name="Expires">The last day, in UTC, on which it is muted.</param>
/// <param name="Finding">The finding.</param>
public sealed record MutedFinding(string Reason, DateOnly Expires, Finding Finding);

/// <summary>What a configuration keeps out of a document's findings.</summary>
public sealed record MutingFacts
{
    /// <summary>The rules that were not asked.</summary>
    public IReadOnlyList<string> RulesOff { get; init => field = value ?? []; } = [];

    /// <summary>The findings that were muted.</summary>
    public IReadOnlyList<MutedFinding> Muted { get; init => field = value ?? []; } = [];

    /// <summary>The mutes that are over and no longer mute anything.</summary>
    public IReadOnlyList<Mute> Expired { get; init => field = value ?? []; } = [];

    /// <summary>Whether anything is kept out or was.</summary>
    [JsonIgnore]
    public bool IsEmpty => RulesOff.Count + Muted.Count + Expired.Count == 0;
}
