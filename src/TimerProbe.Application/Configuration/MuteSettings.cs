using TimerProbe.Application.Configuration.Members;
using TimerProbe.Core.Advice;

namespace TimerProbe.Application.Configuration;

/// <summary>Findings that are known and accepted for a time.</summary>
public sealed record MuteSettings
{
    /// <summary>The rule whose findings are meant.</summary>
    [RuleId]
    public required string Rule { get; init; }

    /// <summary>The name of the virtual machine, host or cluster they are about, <c>*</c> and <c>?</c> as wildcards; anything when nothing is said.</summary>
    public string? Subject { get; init; }

    /// <summary>Why they are accepted; reports show it.</summary>
    public required string Reason { get; init; }

    /// <summary>The last day, in UTC, on which they are muted, such as 2027-01-31.</summary>
    [LastDay]
    public required DateOnly Expires { get; init; }

    internal Mute ToMute() => new(Rule, Subject, Reason, Expires);
}

/// <summary>Which rules are asked.</summary>
public sealed record RuleSettings
{
    /// <summary>Rules that are not asked: none of their findings is in any report.</summary>
    [RuleId]
    public IReadOnlyList<string> Off { get; init => field = value ?? []; } = [];
}
