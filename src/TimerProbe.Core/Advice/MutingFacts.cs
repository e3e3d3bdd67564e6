namespace TimerProbe.Core.Advice;

/// <summary>What a configuration keeps out of a document's findings.</summary>
public sealed record MutingFacts
{
    public IReadOnlyList<string> RulesOff { get; init => field = value ?? []; } = [];

    public IReadOnlyList<MutedFinding> Muted { get; init => field = value ?? []; } = [];

    public IReadOnlyList<Mute> Expired { get; init => field = value ?? []; } = [];
}
