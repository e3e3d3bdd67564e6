namespace TimerProbe.Core.Documents;

/// <summary>What is remembered of a virtual machine.</summary>
public record MachineState
{
    /// <summary>Its managed object id.</summary>
    public required string Id { get; init; }

    /// <summary>Its name.</summary>
    [Pseudonym(NameKind.Vm)]
    public required string Name { get; init; }

    /// <summary>Its cluster.</summary>
    [Pseudonym(NameKind.Cluster)]
    public string? Cluster { get; init; }

    /// <summary><c>poweredOn</c>, <c>poweredOff</c> or <c>suspended</c>.</summary>
    public string? PowerState { get; init; }

    /// <summary>When it was last powered on, by the host's clock.</summary>
    public DateTimeOffset? BootTime { get; init; }

    /// <summary>Where it was: at home, away, off, or its home was unknown.</summary>
    public required Facts.Placement Placement { get; init; }

    /// <summary>Its host.</summary>
    [Pseudonym(NameKind.Host)]
    public string? Host { get; init; }

    /// <summary>That host's frequency.</summary>
    public Frequency? HostHz { get; init; }

    /// <summary>The host it was powered on at.</summary>
    [Pseudonym(NameKind.Host)]
    public string? HomeHost { get; init; }

    /// <summary>The frequency it was powered on at.</summary>
    public Frequency? HomeHz { get; init; }

    /// <summary>Why the home is believed.</summary>
    public HomeSource? HomeSource { get; init; }

    /// <summary>How sure the home was; null where it was unknown.</summary>
    public HomeCertainty? HomeCertainty { get; init; }

    /// <summary>When it was powered on there.</summary>
    public DateTimeOffset? HomeSince { get; init; }

    /// <summary>What said so, as a sentence; left out when not reported.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? HomeSays { get; init; }

    /// <summary>When an earlier scan than that of this state read it; left out of what was read then.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTimeOffset? HomeKnownAt { get; init; }

    /// <summary>The verdict of its guest that was joined to the scan; null without.</summary>
    public ClockState? State { get; init; }

    /// <summary>The cause of that verdict; null without.</summary>
    public ClockCause? Cause { get; init; }

    /// <summary>Its settings that touch its clock, of those that were set, by name.</summary>
    public required IReadOnlyDictionary<string, string> Settings { get; init; }
}
