namespace TimerProbe.Fleet.Store.Serving;

/// <summary>Something that somebody did at a server. It never holds a secret.</summary>
/// <param name="Node">The node that it was done at.</param>
/// <param name="Actor">Who did it.</param>
/// <param name="Action">What was done, such as <c>token-revoked</c>.</param>
public sealed record AuditEntry(string Node, string Actor, string Action)
{
    /// <summary>Its number: the later, the higher; set by the store.</summary>
    public long Id { get; init; }

    /// <summary>When, by the store's clock; set by the store.</summary>
    public DateTimeOffset At { get; init; }

    /// <summary>The address that it was asked from; null for the command line.</summary>
    public string? Address { get; init; }

    /// <summary>What it was done to; null for nothing.</summary>
    public string? Subject { get; init; }

    /// <summary>What else is worth knowing; null for nothing.</summary>
    public string? Detail { get; init; }
}

/// <summary>Which entries are asked for.</summary>
public sealed record AuditQuery
{
    /// <summary>Those with lower numbers only; null for the newest.</summary>
    public long? Before { get; init; }

    /// <summary>What was done; null for everything.</summary>
    public string? Action { get; init; }

    /// <summary>A part of the name of who did it, in any case of letters; null for everybody.</summary>
    public string? Actor { get; init; }

    /// <summary>The most to read.</summary>
    public int Count { get; init; } = 100;
}
