namespace TimerProbe.Core.Advice;

/// <summary>What a configuration keeps out of a document's findings.</summary>
public sealed record MutingFacts
{
    /// <summary>The rules that were not asked.</summary>
    public IReadOnlyList<string> RulesOff { get; init => field = value ?? []; } = [];

    /// <summary>The findings that were muted.</summary>
    public IReadOnlyList<MutedFinding> Muted { get; init => field = value ?? []; } = [];

    /// <summary>The mutes that are over and no longer mute anything.</summary>
    public IReadOnlyList<Mute> Expired { get; init => field = value ?? []; } = [];
}
