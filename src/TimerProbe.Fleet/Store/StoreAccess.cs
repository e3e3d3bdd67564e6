namespace TimerProbe.Fleet.Store;

/// <summary>What a store is opened for.</summary>
public enum StoreAccess
{
    /// <summary>To save: a store that does not exist yet is made.</summary>
    Write,

    /// <summary>To read: a store that does not exist is an error.</summary>
    Read,
}
