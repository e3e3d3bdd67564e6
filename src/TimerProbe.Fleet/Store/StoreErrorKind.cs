namespace TimerProbe.Fleet.Store;

/// <summary>What went wrong with a store.</summary>
public enum StoreErrorKind
{
    BadTarget,

    NotFound,

    Corrupt,

    NotAStore,

    OtherSchema,

    DiskFull,

    ReadOnly,

    Busy,

    Occupied,

    CannotConnect,

    NoRights,

    NotKept,

    Failed,
}
