namespace TimerProbe.EndToEnd.Sql;

/// <summary>
/// A SQL Server in the one respect that matters here: each workload takes as long as the costs say, by the server's clock and in truth.
/// It remembers what was made and dropped.
/// </summary>
internal sealed partial class ModelServer : ServerModel, IAsyncDisposable
{
    public const string Password = "p'ä;\"}ss";

    /// <summary>A prime of 15,811 divisors: a run takes milliseconds and not the field's 7 s.</summary>
    public static readonly string[] Short = ["--argument", "1000000007", "--yes"];

    private static readonly DateTime Start = new(2026, 11, 21, 3, 0, 0, DateTimeKind.Unspecified);

    private readonly TdsServer _server = new();

    // By name, and whether its rows go in one transaction.
    private readonly ConcurrentDictionary<string, bool> _objects = new(StringComparer.Ordinal);
    private long _clock;

    public ModelServer() => _server.Answer = AnswerAsync;

    /// <summary>What one statement of an interpreted loop costs, its clock reads included.</summary>
    public double StatementNs { get; set; } = 20;

    /// <summary>What a statement of eight assignments costs more than one of one: on another engine more than seven statements.</summary>
    public double SelectNs { get; init; }

    /// <summary>What SYSUTCDATETIME costs beyond a constant.</summary>
    public double ClockCallNs { get; set; } = 90;

    public double RowNs { get; set; } = 10;

    /// <summary>What the log waits for its storage in each commit.</summary>
    public double CommitNs { get; set; } = 60_000;

    /// <summary>What a commit waits for a processor besides.</summary>
    public double CommitWaitNs { get; set; }

    /// <summary>Sets the costs of a moment, told by how long it worked so far, and says how long they stay; null where they never change.</summary>
    public Func<TimeSpan, TimeSpan>? Course { get; set; }

    /// <summary>How many times as long as its costs say a run takes.</summary>
    public Func<TdsRequest, double> Disturbed { get; init; } = _ => 1;

    public Func<TimeSpan, CancellationToken, Task> Pass { get; init; } = Task.Delay;

    /// <summary>What it says otherwise; null where it behaves.</summary>
    public Func<TdsRequest, TdsAnswer?> Otherwise { get; init; } = _ => null;

    public Func<TdsLogin, TdsAnswer> LogIn
    {
        init => _server.LogIn = (login, _) => Task.FromResult(value(login));
    }

    /// <summary>The objects that were made and not dropped.</summary>
    public IReadOnlyList<string> Left => [.. _objects.Keys.Where(name => !name.StartsWith('#'))];

    /// <summary>The objects that were made at all.</summary>
    public ConcurrentQueue<string> Made { get; } = [];

    public IReadOnlyList<TdsRequest> Requests => [.. _server.Requests];

    public string Address => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"127.0.0.1,{_server.Port}");

    public ProgramRun Sql(params IEnumerable<string> options) => By(TimerProbeProgram.InProcess, options);

    public ProgramRun By(ProgramRun program, params IEnumerable<string> options) => program
        .With("sql", "--server", Address, "--user", "probe", "--trust-server-certificate").With(options).WithEnvironment("TIMERPROBE_SQL_PASSWORD", Password);

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    private async Task<TdsAnswer> AnswerAsync(TdsRequest request, CancellationToken stop)
    {
        Note(request);
        if (Otherwise(request) is { } otherwise)
        {
            return otherwise;
        }

        return request.Says("AS result") ? await RunAsync(request, stop) : Facts(request);
    }

    private void Note(TdsRequest request)
    {
        if (Creates().Match(request.Text) is { Success: true } created)
        {
            Made.Enqueue(created.Groups["name"].Value);
            _objects.TryAdd(created.Groups["name"].Value, request.Says("BEGIN TRANSACTION"));
        }
        else if (Drops().Match(request.Text) is { Success: true } dropped)
        {
            _objects.TryRemove(dropped.Groups["name"].Value, out _);
        }
    }

    private async Task<TdsAnswer> RunAsync(TdsRequest request, CancellationToken stop)
    {
        var (result, ns) = Course is null ? WorkAll(request) : WorkInTurns(request, Course);
        var took = TimeSpan.FromTicks((long)Math.Ceiling(ns * Disturbed(request) / 100));
        await Pass(took, stop);
        var started = Start.AddTicks(Interlocked.Add(ref _clock, took.Ticks));
        return TdsAnswer.Row(("started", started), ("ended", started + took), ("result", result));
    }

    private (long Result, double Ns) WorkAll(TdsRequest request)
    {
        var work = Work(request);
        WriteLog(request, 1);
        return work;
    }

    /// <summary>As much of a run as fits before the costs change, then the rest of it.</summary>
    private (long Result, double Ns) WorkInTurns(TdsRequest request, Func<TimeSpan, TimeSpan> course)
    {
        var (left, spent) = (1.0, 0.0);
        while (true)
        {
            var stay = course(TimeSpan.FromTicks(_clock + (long)(spent / 100))).Ticks * 100.0;
            var (result, ns) = Work(request);
            var share = Math.Min(left, stay / ns);
            WriteLog(request, share);
            left -= share;
            spent += share * ns;
            if (left <= 0)
            {
                return (result, spent);
            }
        }
    }

    private (long Result, double Ns) Work(TdsRequest request)
    {
        long Parameter(string name) => Convert.ToInt64(request.Parameters["@" + name], System.Globalization.CultureInfo.InvariantCulture);
        if (request.Says("@number % divisors.divisor"))
        {
            return (0, Parameter("count") * RowNs);
        }

        if (request.Parameters.ContainsKey("@number"))
        {
            var number = Parameter("number");
            return (number, (Math.Sqrt(number) - 1) / 2 * (request.Says("_primalityNative") ? DivisionNs!.Value : 2 * StatementNs));
        }

        var count = Parameter("count");
        return (count, count * (request.Says("_statementEight") ? 9 * StatementNs
            : request.Says("_statementOne") ? (2 * StatementNs) + SelectNs
            : request.Says("_clockCalls") ? (2 * StatementNs) + ClockCallNs
            : request.Says("_clockConstant") ? 2 * StatementNs
            : CommitCost(request)));
    }

    private double CommitCost(TdsRequest request) => (4 * StatementNs) + (Commits(request) * (CommitNs + CommitWaitNs));

    private int Commits(TdsRequest request) => _objects.GetValueOrDefault(Procedure().Match(request.Text).Groups["name"].Value) ? 0 : 2;

    private void WriteLog(TdsRequest request, double share)
    {
        if (request.Says("_commits") && Log is { } log)
        {
            var writes = Convert.ToInt64(request.Parameters["@count"], System.Globalization.CultureInfo.InvariantCulture) * Commits(request) * share;
            Log = (log.Milliseconds + (long)(writes * CommitNs / 1e6), log.Writes + (long)writes);
        }
    }

    [GeneratedRegex(@"^CREATE (FUNCTION|PROCEDURE|TABLE) (dbo\.)?(?<name>#?TimerProbe_\w+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Creates();

    [GeneratedRegex(@"DROP (FUNCTION|PROCEDURE|TABLE) (dbo\.)?(?<name>#?TimerProbe_\w+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Drops();

    [GeneratedRegex(@"EXEC (?<name>#\w+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Procedure();
}
