namespace TimerProbe.Fuzz.Sql;

/// <summary>Runs on a SQL Server some of whose answers are changed.</summary>
internal sealed class SqlCases : ICaseKind
{
    private const int Statements = 80;
    private static readonly TimeSpan Silence = TimeSpan.FromMilliseconds(500);
    private static readonly string[] Formats = ["text", "json", "csv", "html", "markdown", "openmetrics"];

    public async Task RunAsync(FuzzCase fuzz)
    {
        var plan = Plan(fuzz);
        var model = new QuickServer();
        // One that understood nothing of an answer waits for more of it; nearly always it is told that there is none.
        await using var server = new TdsServer { ShutdownTimeouts = fuzz.OneIn(100) ? Timeout.InfiniteTimeSpan : Silence };
        if (fuzz.OneIn(12))
        {
            server.PreLogin = OddBytes.Spoil(server.PreLogin, fuzz.Random);
            fuzz.Story.Add("before the login: " + Convert.ToHexString(server.PreLogin));
        }

        if (fuzz.OneIn(8))
        {
            var change = AnswerMutations.OfLogin(fuzz);
            server.LogIn = (login, _) => Task.FromResult(change(login));
        }

        var number = 0;
        server.Answer = (request, _) =>
        {
            var answer = model.Answer(request);
            return Task.FromResult(plan.TryGetValue(Interlocked.Increment(ref number), out var change) ? change(answer) : answer);
        };
        var store = fuzz.Path("store.db");
        string[] kept = fuzz.OneIn(3) ? ["--save", "--store", store] : [];
        string[] of = fuzz.OneIn(3) ? ["--workload", fuzz.Pick(["primality", "setControl", "statementCost", "clockCalls", "commitLoop"])] : [];
        await CaseJudge.RunAsync(
            fuzz,
            fuzz.Pick(Formats),
            [
                "sql", "--server", $"127.0.0.1,{server.Port}", "--user", "scan", "--trust-server-certificate",
                "--quick", "--yes", "--timeout", "5s", .. of, .. kept,
            ]);
        if (File.Exists(store))
        {
            // What a hostile server told is read back.
            var listed = await ProgramUnderTest.RunAsync("history", "list", "--store", store);
            CaseJudge.Judge(fuzz, listed);
            if (listed.ExitCode != 0)
            {
                fuzz.Fail($"the runs of a store that is whole cannot be listed: {listed.ExitCode}");
            }

            CaseJudge.Judge(fuzz, await ProgramUnderTest.RunAsync("report", "--from", "latest", "--kind", "sql", "--store", store));
        }
    }

    /// <summary>Which answers are changed, by their number, and how: decided before the first statement.</summary>
    private static Dictionary<int, Func<TdsAnswer, TdsAnswer>> Plan(FuzzCase fuzz)
    {
        var plan = new Dictionary<int, Func<TdsAnswer, TdsAnswer>>();
        for (var left = fuzz.Random.Next(1, 4); left > 0; left--)
        {
            // What the server says of itself comes first, and is the most of what it says.
            var number = fuzz.Random.Next(1, fuzz.Random.Next(2, Statements));
            fuzz.Story.Add($"statement {number}");
            plan[number] = AnswerMutations.Make(fuzz);
        }

        return plan;
    }
}
