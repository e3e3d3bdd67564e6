using TimerProbe.Core.Problems;

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

/// <summary>What a store is opened for.</summary>
public enum StoreAccess
{
    /// <summary>To save: a store that does not exist yet is made.</summary>
    Write,

    /// <summary>To read: a store that does not exist is an error.</summary>
    Read,
}

/// <summary>
/// The clocks of a store and of this machine, read together. The store's is the one that orders runs: a database's own; of a file, which
/// has none, this machine's.
/// </summary>
/// <param name="Store">The time by the store.</param>
/// <param name="Local">The time by this machine.</param>
public readonly record struct StoreClock(DateTimeOffset Store, DateTimeOffset Local)
{
    /// <summary>How far the store's clock is ahead of this machine's; negative when it is behind.</summary>
    public TimeSpan Ahead => Store - Local;

    /// <summary>
    /// When something was by the store. Where both clocks agree to <see cref="ClockSkew.Tolerance"/> it keeps its time, and nothing is in
    /// the store's future.
    /// </summary>
    /// <param name="at">When it was by this machine.</param>
    public DateTimeOffset Order(DateTimeOffset at)
    {
        var ordered = ClockSkew.Is(Ahead) ? at + Ahead : at;
        return ordered > Latest ? Store : ordered;
    }

    /// <summary>No clock that agrees with the store's can have told a later time.</summary>
    internal DateTimeOffset Latest => Store + ClockSkew.Tolerance;
}
