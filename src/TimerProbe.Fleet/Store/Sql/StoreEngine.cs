using System.Data.Common;

namespace TimerProbe.Fleet.Store.Sql;

/// <summary>What the engines differ in. Everything else is one code on System.Data.Common.</summary>
internal abstract class StoreEngine(TimeProvider time) : IAsyncDisposable
{
    /// <summary>This machine's clock.</summary>
    public TimeProvider Time => time;

    /// <summary>The folder of its scripts.</summary>
    public abstract string Dialect { get; }

    /// <summary>Makes the place for the tables and checks that it is nobody else's; the connection writes to a new store first here.</summary>
    public abstract Task PrepareAsync(DbConnection connection, CancellationToken cancel);

    /// <summary>Whether the place was taken away since it was prepared; its open connections are forgotten then.</summary>
    public virtual bool IsGone() => false;

    /// <summary>Whether the journal of scripts exists.</summary>
    public abstract Task<bool> HasJournalAsync(StoreSession session);

    /// <summary>Makes sure that what goes by the names of the store's tables are these tables, and that nothing acts on its own when they are used.</summary>
    /// <param name="session">A connection.</param>
    /// <param name="scripts">The scripts that were applied; none before the journal was read.</param>
    /// <exception cref="StoreException">It is something else.</exception>
    public abstract Task CheckFormAsync(StoreSession session, IReadOnlyList<SchemaScript> scripts);

    /// <summary>A connection, ready for use.</summary>
    public abstract Task<DbConnection> ConnectAsync(CancellationToken cancel);

    /// <summary>A transaction that sees one moment.</summary>
    public abstract Task<StoreTransaction> BeginReadAsync(DbConnection connection, CancellationToken cancel);

    /// <summary>A transaction that is the only one to write until it ends: what it read stays true.</summary>
    public abstract Task<StoreTransaction> BeginWriteAsync(DbConnection connection, CancellationToken cancel);

    /// <summary>Runs a statement once for each row of values.</summary>
    public abstract Task ExecuteManyAsync(
        DbConnection connection, StoreTransaction? transaction, string text, string[] names, IEnumerable<object?[]> rows, CancellationToken cancel);

    /// <summary>Whether it has a clock of its own, besides those of the machines that use it. One that has none is never earlier than what was saved.</summary>
    public abstract bool HasClock { get; }

    /// <summary>Claims those servers for a scan that nobody else holds, in their order.</summary>
    public abstract Task<ScanClaims> ClaimAsync(IReadOnlyList<string> servers, ScanLockHolder owner, CancellationToken cancel);

    /// <summary>The error as a sentence.</summary>
    public abstract StoreException Explain(Exception error);

    /// <summary>Gives room back after much was removed.</summary>
    public abstract Task ShrinkAsync(DbConnection connection, CancellationToken cancel);

    /// <summary>Closes what is still open.</summary>
    public abstract ValueTask DisposeAsync();
}
