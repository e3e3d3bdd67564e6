using TimerProbe.SqlServer.Connecting;
using TimerProbe.SqlServer.Inspection;
using TimerProbe.SqlServer.Scripts;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>The objects of one run: they are made, and dropped on every way out.</summary>
internal sealed class RunObjects(SessionConnection connection, ServerIdentity identity)
{
    private readonly Stack<RunObject> _made = new();

    /// <summary>Makes them in order; where one outlives its connection, a lock first tells other runs that this one lives.</summary>
    public async Task MakeAsync(RunName run, WorkloadSteps steps, CancellationToken cancellationToken)
    {
        if (steps.OutlivesItsConnection && identity.IsMicrosoft)
        {
            await connection.Now.ExecuteAsync(
                ScriptCatalogue.Get("workload/hold-run", identity.SyntaxVersion).With("Run", run.Text), cancellationToken);
        }

        foreach (var (item, create) in steps.Made)
        {
            // Noted first: a statement whose answer is lost may have worked.
            _made.Push(item);
            await connection.Now.ExecuteAsync(create, cancellationToken);
        }
    }

    /// <summary>Drops them in the reverse order, whatever was cancelled; connects once more where the connection is lost.</summary>
    /// <param name="failed">What the run failed with; null when it did not.</param>
    /// <exception cref="SqlServerException">Something is left (<see cref="SqlServerErrorKind.LeftBehind"/>).</exception>
    public async Task DropAsync(Exception? failed)
    {
        SqlServerException? trouble = null;
        if (connection.Now.IsUsable)
        {
            trouble = await TryDropAsync();
        }

        if (!connection.Now.IsUsable)
        {
            ForgetTemporary();
            trouble = _made.Count > 0 ? await TryDropAgainAsync() : null;
        }

        ForgetTemporary();
        if (_made.Count > 0)
        {
            throw LeftBehind(trouble, failed);
        }
    }

    private async Task<SqlServerException?> TryDropAsync()
    {
        try
        {
            while (_made.TryPeek(out var item))
            {
                await connection.Now.ExecuteAsync(item.Drop, CancellationToken.None);
                _made.Pop();
            }

            return null;
        }
        catch (SqlServerException error)
        {
            return error;
        }
    }

    private async Task<SqlServerException?> TryDropAgainAsync()
    {
        try
        {
            await connection.ConnectAgainAsync();
        }
        catch (SqlServerException error)
        {
            return error;
        }

        return await TryDropAsync();
    }

    // They went with their connection, or go with it.
    private void ForgetTemporary()
    {
        var permanent = _made.Where(item => !item.IsTemporary).Reverse().ToList();
        _made.Clear();
        permanent.ForEach(_made.Push);
    }

    private SqlServerException LeftBehind(SqlServerException? trouble, Exception? failed)
    {
        var statements = _made.Select(item => item.DropStatement).ToList();
        return new SqlServerException(
            SqlServerErrorKind.LeftBehind,
            $"something is left in the database {identity.Database}: {trouble?.Message}. Remove it with: {string.Join(' ', statements)}",
            failed ?? trouble)
        {
            Leftovers = statements,
        };
    }
}
