using System.Text.RegularExpressions;

namespace TimerProbe.SqlServer.Tests.RealServer;

/// <summary>
/// A stand-in that remembers what was made and dropped and which runs hold their lock, and refuses to run what is not there. It does the
/// divisors itself; a number of more than ten million of them never ends unless it is stopped.
/// </summary>
internal sealed partial class RememberingServer : IAsyncDisposable
{
    private const long Endless = 10_000_000;

    private readonly ConcurrentDictionary<string, string> _objects = new(StringComparer.Ordinal);
    private readonly ConcurrentDictionary<string, int> _locks = new(StringComparer.Ordinal);
    private readonly TdsServer _server;

    public RememberingServer() => _server = StandIn.But(AnswerAsync);

    public SqlServerTarget Target => _server.Target;

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private async Task<TdsAnswer?> AnswerAsync(TdsRequest request, CancellationToken asked)
    {
        if (request.Says("AS result"))
        {
            return await RunAsync(request, asked);
        }

        if (Change().Match(request.Text) is { Success: true } change)
        {
            return Apply(change);
        }

        return request.Says("FROM sys.objects") ? Objects()
            : request.Says("APPLOCK_TEST") ? TdsAnswer.Row(("ended", _locks.ContainsKey(Run().Match(request.Text).Value) ? 0 : 1))
            : request.Says("sp_getapplock") ? TdsAnswer.Row(("granted", _locks.TryAdd(Run().Match(request.Text).Value, request.Connection) ? 0 : -1))
            : request.Says("sys.filegroups") ? TdsAnswer.Row(("filegroups", 1))
            : request.Says("HAS_PERMS_BY_NAME") ? TdsAnswer.Row(("view_server_state", 0), ("view_server_performance_state", 0), ("create_function", 1), ("create_procedure", 1), ("create_table", 1), ("alter_schema", 1), ("execute_schema", 1), ("select_schema", 1), ("insert_schema", 1), ("delete_schema", 1))
            : request.Says("FROM sys.dm_") ? TdsAnswer.Error(300, 14, "VIEW SERVER PERFORMANCE STATE permission was denied on object 'server', database 'master'.")
            : null;
    }

    private TdsAnswer? Apply(Match change)
    {
        var (verb, kind, name) = (change.Groups["verb"].Value, change.Groups["kind"].Value, change.Groups["name"].Value);
        if (verb == "DROP")
        {
            _objects.TryRemove(name, out _);
            return TdsAnswer.Done;
        }

        return _objects.TryAdd(name, kind switch { "FUNCTION" => "FN", "PROCEDURE" => "P ", _ => "U " })
            ? TdsAnswer.Done
            : TdsAnswer.Error(2714, 16, $"There is already an object named '{name}' in the database.");
    }

    private TdsAnswer Objects()
    {
        (string, object?)[][] rows = [.. _objects.Where(item => !item.Key.StartsWith('#'))
            .Select(item => ((string, object?)[])[("name", item.Key), ("type", item.Value)])];
        return rows.Length > 0 ? TdsAnswer.Rows(rows) : TdsAnswer.NoRows(("name", ""), ("type", ""));
    }

    private async Task<TdsAnswer> RunAsync(TdsRequest request, CancellationToken asked)
    {
        if (Object().Match(request.Text) is { Success: true } named && !_objects.ContainsKey(named.Value))
        {
            return TdsAnswer.Error(208, 16, $"Invalid object name '{named.Value}'.");
        }

        if (request.Parameters.TryGetValue("@count", out var count) && count is long passes)
        {
            return StandIn.Run(0, passes);
        }

        var number = (long)request.Parameters["@number"]!;
        if (PrimalityWork.Iterations(number, number) > Endless)
        {
            await Task.Delay(Timeout.Infinite, asked);
        }

        return StandIn.Run(0, PrimalityWork.MinFactor(number));
    }

    [GeneratedRegex(@"^(?:IF [^\n]* )?(?<verb>CREATE|DROP) (?<kind>FUNCTION|PROCEDURE|TABLE) (?:dbo\.)?(?<name>#?\w+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Change();

    [GeneratedRegex(@"#?TimerProbe_[0-9a-f]{32}_[A-Za-z]+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Object();

    [GeneratedRegex("TimerProbe_[0-9a-f]{32}", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Run();
}
