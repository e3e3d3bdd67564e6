namespace TimerProbe.Fleet.Store;

/// <summary>What went wrong with a store.</summary>
public enum StoreErrorKind
{
    /// <summary>The text names no store.</summary>
    BadTarget,

    /// <summary>There is no store to read.</summary>
    NotFound,

    /// <summary>The file is damaged, or no database at all.</summary>
    Corrupt,

    /// <summary>It is a database, but of another program.</summary>
    NotAStore,

    /// <summary>A newer version of this program has changed the store's form.</summary>
    NewerSchema,

    /// <summary>There is no room left.</summary>
    DiskFull,

    /// <summary>The store can be read but not written.</summary>
    ReadOnly,

    /// <summary>Another process held it for longer than was to be waited.</summary>
    Busy,

    /// <summary>Another process serves it, and it is for one.</summary>
    Occupied,

    /// <summary>The server, or the folder, could not be reached.</summary>
    CannotConnect,

    /// <summary>The account may not do that.</summary>
    NoRights,

    /// <summary>A document that is not to be saved, such as one with pseudonyms.</summary>
    NotKept,

    /// <summary>Anything else that the database refused.</summary>
    Failed,
}
