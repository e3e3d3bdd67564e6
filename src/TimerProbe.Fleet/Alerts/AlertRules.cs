using TimerProbe.Fleet.Changes;

namespace TimerProbe.Fleet.Alerts;

/// <summary>Of what alerts are made, and for whom.</summary>
public sealed record AlertRules
{
    /// <summary>Above so many alerts of one kind of one vCenter in one run there is one for all of them.</summary>
    public const int DefaultMostOfAKind = 20;

    /// <summary>The names of the channels they go to. Without any no alert is made.</summary>
    public required IReadOnlyList<string> Channels { get; init; }

    /// <summary>After how many scans without an answer a vCenter is worth an alert; positive.</summary>
    public int NotAnsweredAfter { get; init; } = 3;

    /// <inheritdoc cref="DefaultMostOfAKind"/>
    public int MostOfAKind { get; init; } = DefaultMostOfAKind;

    /// <summary>Whether a change is accepted and not to be heard of.</summary>
    public Func<FleetChange, bool> IsMuted { get; init; } = _ => false;
}
