namespace TimerProbe.Fleet.Store;

/// <summary>What a store is opened for.</summary>
public enum StoreAccess
{
    Write,

    Read,
}
