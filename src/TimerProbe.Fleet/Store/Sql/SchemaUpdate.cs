using System.Data.Common;
using System.Globalization;

namespace TimerProbe.Fleet.Store.Sql;

/// <summary>
/// Brings a store to the form this program knows, forward only: each script in one transaction with its line in the journal. Of two
/// processes that start at once, one applies a script and the other finds it applied. A store on a server is changed by the owner of its
/// tables only.
/// </summary>
internal sealed class SchemaUpdate(StoreEngine engine, StoreTarget target, IReadOnlyList<SchemaScript>? scripts = null)
{
    private readonly IReadOnlyList<SchemaScript> _scripts = scripts ?? StoreSql.Schema(engine.Dialect);

    /// <returns>The form that the store has, and what this account may do.</returns>
    /// <exception cref="StoreException">The store is of a form this program does not work with, or not to be written.</exception>
    public async Task<StoreForm> ApplyAsync(DbConnection connection, CancellationToken cancel)
    {
        var session = new StoreSession(engine, connection, transaction: null, cancel);
        var before = 0L;
        await engine.CheckFormAsync(session, []);
        if (await engine.HasJournalAsync(session))
        {
            var rights = await engine.RightsAsync(session);
            before = await AppliedAsync(session);
            if (before == 0)
            {
                // Whoever makes the journal commits it with its first line.
                throw new StoreException(
                    StoreErrorKind.Corrupt,
                    $"{target} has the table schema_script, which says of what form the store is, and nothing in it: somebody emptied it, and nobody can tell what the other tables are. Restore a copy of the store, or name another with --store.");
            }

            await engine.CheckFormAsync(session, [.. _scripts.Take((int)Math.Min(before, _scripts.Count))]);
            if (before == _scripts.Count)
            {
                return new StoreForm(before, before, rights);
            }

            AssertOwns(before, rights);
        }

        await engine.PrepareAsync(connection, cancel);
        while (await ApplyNextAsync(connection, cancel))
        {
        }

        return new StoreForm(before, await AppliedAsync(session), await engine.RightsAsync(session));
    }

    /// <exception cref="StoreException">A later version has made another form of the store since it was opened.</exception>
    public Task AssertKnownAsync(StoreSession session) => AppliedAsync(session);

    private void AssertOwns(long applied, StoreRights rights)
    {
        if (!rights.Owns)
        {
            throw new StoreException(
                StoreErrorKind.OlderSchema,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{target} has form {applied}, and this is timerprobe {StoreSql.ProgramVersion}, which makes form {_scripts[^1].Number} of it; {rights.Account} may not do that. Run timerprobe store migrate as {rights.Owner}, who owns the tables."));
        }
    }

    private async Task<bool> ApplyNextAsync(DbConnection connection, CancellationToken cancel)
    {
        await using var transaction = await engine.BeginWriteAsync(connection, cancel);
        var session = new StoreSession(engine, connection, transaction, cancel);
        await session.ExecuteAsync("journal-create");
        var applied = await AppliedAsync(session);
        if (applied >= _scripts.Count)
        {
            return false;
        }

        var script = _scripts[(int)applied];
        await session.RunTextAsync(script.Text);
        await session.ExecuteAsync(
            "journal-insert", ("number", (long)script.Number), ("name", script.Name), ("program", StoreSql.ProgramVersion));
        await transaction.CommitAsync(cancel);
        return true;
    }

    private async Task<long> AppliedAsync(StoreSession session)
    {
        var (number, program) = await session.FirstAsync("journal-last", row => (row.Long(0), row.Text(1)));
        return number <= _scripts[^1].Number
            ? number
            : throw new StoreException(
                StoreErrorKind.NewerSchema,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{target} has form {number}, made by timerprobe {program}; this is timerprobe {StoreSql.ProgramVersion}, which knows form {_scripts[^1].Number}. Use the newer program, or another store."));
    }
}

internal sealed record StoreRights(string Account, string Owner)
{
    /// <summary>Whoever may write a file may do everything in it.</summary>
    public static StoreRights OfFile { get; } = new("", "") { Writes = true, Owns = true };

    public bool Writes { get; init; }

    /// <summary>Whether the tables are its own, so that it may change their form.</summary>
    public bool Owns { get; init; }
}

/// <summary>The form a store had when it was opened, 0 for one that was made and where it cannot be read, and the one it has.</summary>
internal sealed record StoreForm(long Before, long Now, StoreRights Rights);
