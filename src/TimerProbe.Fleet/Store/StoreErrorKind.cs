namespace TimerProbe.Fleet.Store;

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
