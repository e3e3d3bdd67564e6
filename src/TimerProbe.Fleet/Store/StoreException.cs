namespace TimerProbe.Fleet.Store;

/// <summary>An error to be expected from a store; the message is a sentence the user can act on and holds no secret.</summary>
public sealed class StoreException : Exception
{
    internal StoreException(StoreErrorKind kind, string message, Exception? innerException = null)
        : base(message, innerException) => Kind = kind;

    public StoreErrorKind Kind { get; }
}
