namespace TimerProbe.SqlServer.Workloads;

/// <summary>An object of a run, whose name begins with the run's: two runs never have the same.</summary>
/// <param name="Name">The name without the schema.</param>
/// <param name="Kind">What the name of its script ends with: function, procedure, table, temporary-procedure, temporary-table.</param>
internal sealed partial record RunObject(string Name, string Kind)
{
    public string Run => Name[..Name.LastIndexOf('_')].TrimStart('#');

    public bool IsTemporary => Name.StartsWith('#');

    public SqlScript Drop => SqlScript.Get("workload/drop-" + Kind, 0).With("Object", Name);

    public string DropStatement => IsTemporary
        ? $"DROP {Kind["temporary-".Length..].ToUpperInvariant()} {Name};"
        : $"DROP {Kind.ToUpperInvariant()} dbo.{Name};";

    public static string NewRun() => "TimerProbe_" + Guid.NewGuid().ToString("N");

    public static RunObject Permanent(string run, string part, string kind) => new($"{run}_{part}", kind);

    public static RunObject Temporary(string run, string part, string kind) => new($"#{run}_{part}", "temporary-" + kind);

    /// <summary>An object of a type of <c>sys.objects</c>; null when it is not one of this program's.</summary>
    public static RunObject? Found(string? name, string? type)
    {
        var kind = type?.Trim() switch { "FN" => "function", "P" => "procedure", "U" => "table", _ => null };
        return name is null || kind is null || !Own().IsMatch(name)
            ? null
            : new RunObject(name, name.StartsWith('#') ? "temporary-" + kind : kind);
    }

    // A compatible server gives names back in lower case.
    [GeneratedRegex(@"\A#?(TimerProbe|timerprobe)_[0-9a-f]{32}_[A-Za-z]+\z", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Own();
}

/// <summary>The objects of one run: they are made, and always dropped, even after an error.</summary>
internal sealed class RunObjects(SqlServerSession session)
{
    private readonly Stack<RunObject> _made = new();

    public async Task MakeAsync(string run, WorkloadSteps steps, CancellationToken cancellationToken)
    {
        if (steps.OutlivesItsConnection && session.Identity.IsMicrosoft)
        {
            await session.Connection.ExecuteAsync(
                SqlScript.Get("workload/hold-run", session.Identity.SyntaxVersion).With("Run", run), cancellationToken);
        }

        foreach (var (item, create) in steps.Made)
        {
            // Noted first: a statement whose answer is lost may have worked.
            _made.Push(item);
            await session.Connection.ExecuteAsync(create, cancellationToken);
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
        if (session.Connection.IsUsable)
        {
            trouble = await TryDropAsync();
        }

        if (!session.Connection.IsUsable)
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
                await session.Connection.ExecuteAsync(item.Drop, CancellationToken.None);
                _made.Pop();
            }

            return null;
        }
        catch (SqlServerException ex)
        {
            return ex;
        }
    }

    private async Task<SqlServerException?> TryDropAgainAsync()
    {
        try
        {
            await session.ConnectAgainAsync();
        }
        catch (SqlServerException ex)
        {
            return ex;
        }

        return await TryDropAsync();
    }

    // They went with their connection, or go with it; but a compatible server may keep them, for any later connection to drop.
    private void ForgetTemporary()
    {
        if (!session.Identity.IsMicrosoft)
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
            $"something is left in the database {session.Identity.Database}: {trouble?.Message.TrimEnd('.', '?')}. Remove it with: {string.Join(' ', statements)}",
            failed ?? trouble)
        {
            Leftovers = statements,
        };
    }
}
