namespace TimerProbe.Fleet.Store.Sql;

/// <summary>What an account may do in a store.</summary>
internal sealed record StoreRights(string Account, string Owner)
{
    /// <summary>What whoever may write a file may do in it.</summary>
    public static StoreRights OfFile { get; } = new("", "") { Writes = true, Owns = true, HasInbox = true };

    /// <summary>Whether it may save runs.</summary>
    public bool Writes { get; init; }

    /// <summary>Whether the tables are its own, so that it may change their form.</summary>
    public bool Owns { get; init; }

    /// <summary>Whether there is a table of documents that were handed in.</summary>
    public bool HasInbox { get; init; }
}

/// <summary>A store as it was opened.</summary>
/// <param name="Before">The form it had; 0 for one that was made, and where that cannot be read.</param>
/// <param name="Now">The form it has.</param>
/// <param name="Rights">What the account may do there.</param>
internal sealed record StoreForm(long Before, long Now, StoreRights Rights);
