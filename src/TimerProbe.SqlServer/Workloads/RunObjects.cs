using System.Text.RegularExpressions;
using TimerProbe.Core.Facts;
using TimerProbe.SqlServer.Connecting;
using TimerProbe.SqlServer.Inspection;
using TimerProbe.SqlServer.Scripts;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>The name of a run, which begins the names of its objects: two runs never have the same.</summary>
internal sealed partial record RunName(string Text)
{
    public static RunName New() => new("TimerProbe_" + Guid.NewGuid().ToString("N"));

    public static RunName From(RunObject found) => new(found.Name[..found.Name.LastIndexOf('_')].TrimStart('#'));

    public RunObject Permanent(string part, string kind) => new($"{Text}_{part}", kind);

    public RunObject Temporary(string part, string kind) => new($"#{Text}_{part}", "temporary-" + kind);

    /// <summary>An object of a type of <c>sys.objects</c>; null when it is not one of this program's.</summary>
    public static RunObject? Found(string? name, string? type)
    {
        var kind = type?.Trim() switch { "FN" => "function", "P" => "procedure", "U" => "table", _ => null };
        return name is null || kind is null || !Own().IsMatch(name)
            ? null
            : new RunObject(name, name.StartsWith('#') ? "temporary-" + kind : kind);
    }

    // A compatible server gives names back in lower case.
    [GeneratedRegex(@"\A#?(TimerProbe|timerprobe)_[0-9a-f]{32}_[A-Za-z]+\z", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Own();
}

/// <param name="Name">The name without the schema.</param>
/// <param name="Kind">The end of the name of the script that drops it: function, procedure, table, temporary-procedure, temporary-table.</param>
internal sealed record RunObject(string Name, string Kind)
{
    public bool IsTemporary => Name.StartsWith('#');

    public SqlScript Drop => ScriptCatalogue.Get("workload/drop-" + Kind, 0).With("Object", Name);

    public string DropStatement => IsTemporary
        ? $"DROP {Kind["temporary-".Length..].ToUpperInvariant()} {Name};"
        : $"DROP {Kind.ToUpperInvariant()} dbo.{Name};";
}

/// <summary>The objects of one run: they are made, and dropped on every way out.</summary>
internal sealed class RunObjects(SessionConnection connection, ServerIdentity identity)
{
    private readonly Stack<RunObject> _made = new();

    /// <summary>Makes them in order; where one outlives its connection, a lock first shows other runs that this one lives.</summary>
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

    /// <summary>
    /// Drops them in the reverse order, whatever was cancelled. Where the connection is lost it connects once more for what is left;
    /// where it was given up, in any case: the next workload wants one.
    /// </summary>
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
            var isLost = failed is SqlServerException { Kind: SqlServerErrorKind.ConnectionLost };
            trouble = _made.Count > 0 || !isLost ? await TryDropAgainAsync() : null;
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

    // They went with their connection, or go with it; but a compatible server may keep them, for any later connection to drop.
    private void ForgetTemporary()
    {
        if (!identity.IsMicrosoft)
        {
            return;
        }

        var permanent = _made.Where(item => !item.IsTemporary).Reverse().ToList();
        _made.Clear();
        permanent.ForEach(_made.Push);
    }

    private SqlServerException LeftBehind(SqlServerException? trouble, Exception? failed)
    {
        var statements = _made.Select(item => item.DropStatement).ToList();
        return new SqlServerException(
            SqlServerErrorKind.LeftBehind,
            $"something is left in the database {identity.Database}: {trouble?.Message.TrimEnd('.', '?')}. Remove it with: {string.Join(' ', statements)}",
            failed ?? trouble)
        {
            Leftovers = statements,
        };
    }
}

/// <summary>Drops, once a session, what earlier runs could not drop.</summary>
internal sealed class LeftoverSweep(SessionConnection connection, ServerIdentity identity)
{
    private bool _done;

    public IReadOnlyList<string> Swept { get; private set; } = [];

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        if (_done)
        {
            return;
        }

        _done = true;
        var script = ScriptCatalogue.Get(identity.IsMicrosoft ? "inspect/leftovers" : "inspect/leftovers-by-age", identity.SyntaxVersion);
        var found = await connection.Now.QueryAsync(script, row => RunName.Found(row.Text("name"), row.Text("type")), cancellationToken);
        foreach (var leftover in found.OfType<RunObject>())
        {
            if (identity.IsMicrosoft && !await HasEndedAsync(RunName.From(leftover), cancellationToken))
            {
                continue;
            }

            await connection.Now.ExecuteAsync(leftover.Drop, cancellationToken);
            Swept = [.. Swept, leftover.Name];
        }
    }

    private async Task<bool> HasEndedAsync(RunName run, CancellationToken cancellationToken)
    {
        var script = ScriptCatalogue.Get("inspect/run-ended", identity.SyntaxVersion).With("Run", run.Text);
        return await connection.Now.QueryAsync(script, row => row.Integer("ended"), cancellationToken) is [1];
    }
}

/// <summary>Asks a server how it compiles what it is made to run, and what that waited for.</summary>
internal sealed class ModuleInspector(ServerConnection connection, ServerIdentity identity)
{
    /// <returns>Null when it can run.</returns>
    public async Task<string?> ReasonToSkipAsync(SqlWorkload workload, CancellationToken cancellationToken)
    {
        if (workload != SqlWorkload.PrimalityNative)
        {
            return null;
        }

        if (!identity.IsMicrosoft || identity.SyntaxVersion < 12)
        {
            return "the server does not compile natively";
        }

        var filegroups = await connection.QueryAsync(
            ScriptCatalogue.Get("inspect/memory-optimized", identity.SyntaxVersion), row => row.Integer("filegroups"), cancellationToken);
        return filegroups is [> 0] ? null : "the database has no memory-optimized filegroup; none is added, since it could never be removed";
    }

    /// <returns>Null when the login may not see them, or the server is not Microsoft's: the views of others may hold zeros.</returns>
    public async Task<LogWaits?> LogWaitsAsync(CancellationToken cancellationToken)
    {
        if (!identity.IsMicrosoft)
        {
            return null;
        }

        try
        {
            return await connection.QueryAsync(
                ScriptCatalogue.Get("inspect/log-waits", identity.SyntaxVersion),
                row => new LogWaits(row.Long("stall_ms"), row.Long("writes"), row.Long("wait_ms"), row.Long("waits")),
                cancellationToken) is [var waits] ? waits : null;
        }
        catch (SqlServerException unreported) when (unreported.Kind is SqlServerErrorKind.NoPermission or SqlServerErrorKind.Refused)
        {
            return null;
        }
    }

    /// <returns>True when the server might fold the function into its caller; null when it knows no such thing.</returns>
    public async Task<bool?> InlineableAsync(RunObject function, CancellationToken cancellationToken)
    {
        if (ScriptCatalogue.Find("inspect/inlineable", identity.SyntaxVersion) is not { } script)
        {
            return null;
        }

        var answer = await connection.QueryAsync(
            script.With("Object", function.Name), row => row.Integer("is_inlineable"), cancellationToken);
        return answer is [{ } value] ? value == 1 : null;
    }
}
