namespace TimerProbe.Fleet.Store.Serving;

/// <summary>What the store knows of a token: not the token itself, which nobody can tell from its hash.</summary>
/// <param name="Id">What names it to people: its first part.</param>
/// <param name="Name">What it is for.</param>
/// <param name="Hash">The SHA-256 of the whole token.</param>
/// <param name="Scopes">What it is good for, by the names of the server.</param>
public sealed record ServerToken(string Id, string Name, byte[] Hash, IReadOnlyList<string> Scopes)
{
    /// <summary>The one machine that it may write about; null for any.</summary>
    public string? Machine { get; init; }

    /// <summary>That machine's SMBIOS UUID; null until a document tells it.</summary>
    public string? SmbiosUuid { get; init; }

    /// <summary>When it was made, by the store's clock; set by the store.</summary>
    public DateTimeOffset CreatedAt { get; init; }

    /// <summary>Who made it.</summary>
    public required string CreatedBy { get; init; }

    /// <summary>From when on it is no longer good; null for never.</summary>
    public DateTimeOffset? ExpiresAt { get; init; }

    /// <summary>When it was revoked; null while it is not.</summary>
    public DateTimeOffset? RevokedAt { get; init; }

    /// <summary>When it was last used, to a few minutes; null for never.</summary>
    public DateTimeOffset? LastUsedAt { get; init; }

    /// <summary>Whether it is good at a time.</summary>
    public bool IsGood(DateTimeOffset now) => RevokedAt is null && (ExpiresAt is not { } end || now < end);
}
