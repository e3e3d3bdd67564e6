namespace TimerProbe.Fleet.Store;

public enum StoreAccess
{
    Write,

    Read,
}
