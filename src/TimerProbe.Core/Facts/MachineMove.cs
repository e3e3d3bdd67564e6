namespace TimerProbe.Core.Facts;

/// <summary>A move of a virtual machine from host to host.</summary>
/// <param name="At">When, by vCenter's clock.</param>
/// <param name="From">The host it came from; null when not reported, or no longer in the inventory.</param>
/// <param name="To">The host it came to; null when not reported.</param>
public sealed record MachineMove(
    DateTimeOffset At,
    [property: Pseudonym(NameKind.Host)] string? From,
    [property: Pseudonym(NameKind.Host)] string? To)
{
    /// <summary>Stands for DRS where an account would.</summary>
    public const string ByDrs = "DRS";

    /// <summary>Who made it: <c>DRS</c>, or the account that vCenter's event names; null when not reported.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    [Pseudonym(NameKind.User)]
    public string? By { get; init; }
}

/// <summary>What keeps a virtual machine from every host on which its clock would be at home.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<MoveObstacle>))]
public enum MoveObstacle
{
    /// <summary>A DRS rule that keeps it together with others which are not to be moved, or not to one host.</summary>
    Affinity,

    /// <summary>Its host is not connected: what is reported of it is as of the last contact.</summary>
    HostUnreachable,

    /// <summary>A DRS rule that keeps it apart from others which are on these hosts, are to be moved there, or were not read.</summary>
    AntiAffinity,
}
