namespace TimerProbe.SqlServer.Inspection;

/// <summary>Asks a server what else records its statements. Only Microsoft's servers know such things.</summary>
internal sealed class RecordingInspector(ServerInspector inspector, ServerIdentity identity)
{
    private const int FirstWithLiveStatistics = 13;
    private const int LastWithTheFlag = 14;
    private const string NoSuchThing = "the server has no such thing";

    /// <summary>The traces that record statements, each with the event; null when they may not be seen.</summary>
    public async Task<IReadOnlyList<string>?> TracesAsync(CancellationToken cancellationToken)
    {
        const string What = "statementTraces";
        if (!identity.IsMicrosoft)
        {
            return None<IReadOnlyList<string>>(What);
        }

        var rows = await inspector.AskAsync(
            "traces", What, row => (MaySee: row.Integer("may_see"), Trace: row.Integer("trace_id"), Event: row.Text("event_name")), cancellationToken);
        if (rows?.Any(row => row.MaySee == 0) == true)
        {
            inspector.Miss(What, "the login lacks the right ALTER TRACE");
            return null;
        }

        return rows is null ? null : [.. rows.Where(row => row.Trace is not null).Select(row => FormattableString.Invariant($"{row.Trace} ({row.Event})"))];
    }

    /// <summary>Whether trace flag 7412 is on; null where it means nothing.</summary>
    public async Task<bool?> LiveStatisticsAsync(CancellationToken cancellationToken)
    {
        const string What = "liveQueryStatistics";
        if (!identity.IsMicrosoft || identity.SyntaxVersion is < FirstWithLiveStatistics or > LastWithTheFlag)
        {
            inspector.Miss(What, identity is { IsMicrosoft: true, SyntaxVersion: > LastWithTheFlag } ? "from SQL Server 2019 on they are always on, and cost little" : NoSuchThing);
            return null;
        }

        var rows = await inspector.AskAsync("live-statistics", What, row => row.Integer("Status"), cancellationToken);
        return rows?.Any(status => status == 1);
    }

    /// <summary>What the Query Store captures; OFF where there is none or it does not write.</summary>
    public async Task<string?> QueryStoreAsync(CancellationToken cancellationToken)
    {
        const string What = "queryStoreCapture";
        if (!identity.IsMicrosoft || identity.SyntaxVersion < FirstWithLiveStatistics)
        {
            return None<string>(What);
        }

        var rows = await inspector.AskAsync("query-store", What, row => (State: row.Text("state"), Capture: row.Text("capture")), cancellationToken);
        return rows is null ? null : rows is [{ State: "READ_WRITE", Capture: { } capture }, ..] ? capture : "OFF";
    }

    private T? None<T>(string what)
        where T : class
    {
        inspector.Miss(what, NoSuchThing);
        return null;
    }
}
