using System.Data.Common;

namespace TimerProbe.Fleet.Store.Sql;

/// <summary>A transaction that is undone unless it is committed. Undoing throws nothing: an error on its way out is worth more.</summary>
internal abstract class StoreTransaction : IAsyncDisposable
{
    /// <summary>What the commands in it have to name; null where they need not.</summary>
    public virtual DbTransaction? Own => null;

    public abstract Task CommitAsync(CancellationToken cancel);

    public abstract ValueTask DisposeAsync();
}
