namespace TimerProbe.Fleet.Store;

/// <summary>How a store is opened.</summary>
public sealed record StoreOptions
{
    /// <summary>What it is opened for.</summary>
    public StoreAccess Access { get; init; } = StoreAccess.Write;

    /// <summary>How long to wait for another process that writes, or, up to 15 s, for a server that does not let in; positive.</summary>
    public TimeSpan BusyTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long a server may take for one statement before the line counts as dead; at least a second.</summary>
    public TimeSpan AnswerTimeout { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>The server that opens and serves it until disposal: a store in a file is for one at a time. Null for none.</summary>
    public LockHolder? Server { get; init; }

    /// <summary>This machine's clock. A database's own decides when an alert is due; a file has only this one.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
