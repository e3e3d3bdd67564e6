using System.Data.Common;
using TimerProbe.Fleet.Store.Sql;

namespace TimerProbe.Fleet.Postgres;

internal sealed class PostgresTransaction(DbTransaction own) : StoreTransaction
{
    public override DbTransaction? Own => own;

    public override Task CommitAsync(CancellationToken cancel) => own.CommitAsync(cancel);

    public override async ValueTask DisposeAsync()
    {
        try
        {
            await own.DisposeAsync();
        }
        catch (DbException)
        {
            // The connection is gone, and the transaction with it.
        }
    }
}
