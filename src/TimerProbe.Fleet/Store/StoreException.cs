namespace TimerProbe.Fleet.Store;

/// <summary>
/// An error that was to be expected from a store. The message is a sentence the user can act on; it holds no secret.
/// </summary>
public sealed class StoreException : Exception
{
    internal StoreException(StoreErrorKind kind, string message, Exception? innerException = null)
        : base(message, innerException) => Kind = kind;

    public StoreErrorKind Kind { get; }
}
