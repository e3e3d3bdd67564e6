namespace TimerProbe.Fleet.Store;

/// <summary>
/// Brings a store to the form this program knows, forward only: each script in one transaction with its line in the journal. Of
/// two processes that start at once, one applies a script and the other finds it applied.
/// </summary>
internal sealed class SchemaUpdate(
    StoreEngine engine, StoreTarget target, IReadOnlyList<(int Number, string Name, string Text)>? scripts = null)
{
    private readonly IReadOnlyList<(int Number, string Name, string Text)> _scripts = scripts ?? StoreSql.Schema(engine.Dialect);

    /// <exception cref="StoreException">The store is of a form this program does not work with, or not to be written.</exception>
    public async Task ApplyAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        var session = new StoreSession(engine, connection, transaction: null, cancellationToken);
        if (await engine.HasJournalAsync(session))
        {
            var before = await AppliedAsync(session);
            if (before == 0)
            {
                // Whoever makes the journal commits it with its first line.
                throw new StoreException(
                    StoreErrorKind.Corrupt,
                    $"the version table of {target}, schema_script, is empty, so its tables are of an unknown version. Restore a copy of the store, or name another with --store.");
            }

            if (before == _scripts[^1].Number)
            {
                return;
            }
        }

        await engine.PrepareAsync(connection, cancellationToken);
        while (await ApplyNextAsync(connection, cancellationToken))
        {
        }
    }

    /// <exception cref="StoreException">A later version has made another form of the store since it was opened.</exception>
    public Task AssertKnownAsync(StoreSession session) => AppliedAsync(session);

    private async Task<bool> ApplyNextAsync(DbConnection connection, CancellationToken cancellationToken)
    {
        await using var transaction = await engine.BeginWriteAsync(connection, cancellationToken);
        var session = new StoreSession(engine, connection, transaction, cancellationToken);
        await session.ExecuteAsync("journal-create");
        var applied = await AppliedAsync(session);
        if (applied >= _scripts[^1].Number)
        {
            return false;
        }

        var script = _scripts.First(script => script.Number > applied);
        await session.RunTextAsync(script.Text);
        await session.ExecuteAsync(
            "journal-insert", ("number", (long)script.Number), ("name", script.Name), ("program", StoreSql.ProgramVersion));
        await transaction.CommitAsync(cancellationToken);
        return true;
    }

    private async Task<long> AppliedAsync(StoreSession session)
    {
        var (number, program) = await session.FirstAsync("journal-last", row => (row.Long(0), row.Text(1)));
        return number > 0 && number < _scripts[0].Number
            ? throw new StoreException(
                StoreErrorKind.OtherSchema,
                $"{target} has form {number}, which no version reads any more: rename it to keep it, a database's by its schema, and a store of form {_scripts[^1].Number} is made in its place.")
            : number <= _scripts[^1].Number ? number
            : throw new StoreException(
                StoreErrorKind.OtherSchema,
                $"{target} has form {number}, made by timerprobe {program}; this is timerprobe {StoreSql.ProgramVersion}, which knows form {_scripts[^1].Number}. Use the newer program, or another store.");
    }
}
