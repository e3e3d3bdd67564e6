namespace TimerProbe.Fleet.Store;

public sealed record StoreOptions
{
    public StoreAccess Access { get; init; } = StoreAccess.Write;

    /// <summary>How long to wait for another writer, or, up to 15 s, for a server that does not let in; positive.</summary>
    public TimeSpan BusyTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long a server may take for one statement before the line counts as dead; at least a second.</summary>
    public TimeSpan AnswerTimeout { get; init; } = TimeSpan.FromMinutes(5);

    public LockHolder? Server { get; init; }

    public TimeProvider Time { get; init; } = TimeProvider.System;
}
