using System.Text.RegularExpressions;
using Microsoft.SqlServer.TransactSql.ScriptDom;
using TimerProbe.SqlServer.Tests.Connecting;

namespace TimerProbe.SqlServer.Tests.Pasted;

/// <summary>The script that is pasted into SSMS: its syntax, what it takes from the other scripts and the program, and what it says.</summary>
[Collection(HostileServerTests.Name)]
public sealed partial class PastedScriptTests
{
    private static readonly string[] Columns =
    [
        "verdict", "cause", "confidence", "reason", "next_step", "statement_ns", "statement_low_ns", "statement_high_ns", "row_ns", "row_low_ns", "row_high_ns",
        "iteration_ns", "iteration_low_ns", "iteration_high_ns", "statement_rows", "clock_step_ns", "pairs", "seconds",
    ];

    private static readonly string Text = File.ReadAllText(Repository.Path("sqlscripts", "timerprobe.sql"));
    private static readonly TSqlFragment Tree = Parse(Text);
    private static readonly SqlScript Script = new("timerprobe", Text);

    public static TheoryData<SqlVersion> Dialects =>
    [
        SqlVersion.Sql110, SqlVersion.Sql120, SqlVersion.Sql130, SqlVersion.Sql140, SqlVersion.Sql150, SqlVersion.Sql160, SqlVersion.Sql170,
    ];

    public static TheoryData<string> Servers => TestedServer.Names;

    [Theory]
    [MemberData(nameof(Dialects))]
    public void Every_version_understands_it_and_what_it_sends_on(SqlVersion dialect)
    {
        Parse(Text, dialect);
        var sent = new Sent();
        Tree.Accept(sent);
        Assert.Equal(6, sent.Texts.Count);
        Assert.All(sent.Texts, text => Parse(text, dialect));
    }

    [Fact]
    public void It_is_one_batch_that_makes_changes_and_opens_nothing()
    {
        Assert.Single(((TSqlScript)Tree).Batches);
        Assert.DoesNotMatch(@"(?im)^\s*GO\b", Script.Batch);
        var statements = new Statements();
        Tree.Accept(statements);
        Assert.Equal(
            [
                nameof(BeginEndBlockStatement), nameof(BreakStatement), nameof(DeclareTableVariableStatement),
                    nameof(DeclareVariableStatement), nameof(ExecuteStatement), nameof(IfStatement), nameof(InsertStatement),
                nameof(PredicateSetStatement), nameof(RaiseErrorStatement), nameof(SelectStatement), nameof(SetVariableStatement),
                    nameof(TryCatchStatement), nameof(WhileStatement),
            ],
            statements.All.Select(statement => statement.GetType().Name).Distinct().Order(StringComparer.Ordinal));
        Assert.All(statements.All.OfType<InsertStatement>(),
            insert => Assert.IsType<VariableTableReference>(insert.InsertSpecification.Target));
        Assert.All(statements.All.OfType<SelectStatement>(), select => Assert.Null(select.Into));
    }

    /// <summary>What an engine or a login may lack is in a text that is sent on, so that it costs its figure alone.</summary>
    [Fact]
    public void Nothing_that_may_be_missing_is_in_the_batch_itself()
    {
        var named = new Named();
        Tree.Accept(named);
        Assert.Empty(named.Missable);
    }

    [Theory]
    [InlineData("sys.dm_os_sys_info")]
    [InlineData("sys.dm_xe_sessions")]
    [InlineData("sys.fn_my_permissions")]
    [InlineData("sys.traces")]
    [InlineData("sys.database_query_store_options")]
    [InlineData("DBCC TRACESTATUS", "14.0.1000.169")]
    public void What_is_missing_costs_its_figure_and_not_the_answer(string missing, string version = "16.0.4135.4")
    {
        var server = Run(new SimulatedServer { Missing = missing, Version = version, Error = new string('x', 2_000) });
        AssertSays(server, "NORMAL", "none", null);
        Assert.Equal(Columns, server.Row.Keys);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void The_session_counts_rows_as_it_did_and_long_texts_fit(bool countsNothing)
    {
        var server = new SimulatedServer
        {
            CountsNothing = countsNothing,
            StatementNs = _ => 1500,
            MaySeeTraces = false,
            Recorder = $"{new string('s', 200)}: {new string('e', 150)}",
            VersionText = $"Microsoft SQL Server 2022{new string('v', 500)}",
        };
        Assert.Equal(countsNothing, Run(server).CountsNothing);
        Assert.EndsWith(server.Recorder!, (string)server.Row["reason"]!, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("workload/create-statement-one")]
    [InlineData("workload/create-statement-eight")]
    [InlineData("workload/create-primality")]
    [InlineData("workload/run-set-control")]
    [InlineData("inspect/clock-step")]
    public void The_work_is_that_of_the_other_scripts(string name)
    {
        // A batch has no value to return: it leaves the loop.
        var text = SqlScript.Get(name, 11).Text.Replace("$(Object)", "x", StringComparison.Ordinal).Replace("RETURN @divisor;", "BREAK;", StringComparison.Ordinal);
        var work = Work(Parse(text)).ToList();
        Assert.NotEmpty(work);
        Assert.All(work, item => Assert.Contains(item, Work(Tree)));
    }

    [Theory]
    [InlineData("inspect/profiling", "[a-z]+(_[a-z]+)+", "query_post_execution_showplan")]
    [InlineData("inspect/traces", "(?<=IN \\()[0-9, ]+", "40, 41")]
    public void It_looks_for_the_recorders_of_the_other_scripts(string name, string what, string among)
    {
        var script = Code(SqlScript.Get(name, 11).Text);
        var looked = Regex.Matches(script[script.IndexOf("IN (", StringComparison.Ordinal)..].Split("ORDER BY")[0], what,
            RegexOptions.None, TimeSpan.FromSeconds(1)).Select(match => match.Value).ToList();
        Assert.Contains(looked, item => item.StartsWith(among, StringComparison.Ordinal));
        Assert.All(looked, item => Assert.Contains(item, Text, StringComparison.Ordinal));
    }

    [Fact]
    public void Its_limits_are_those_of_the_program()
    {
        var server = Run(new SimulatedServer());
        Assert.Equal(SqlLimits.StatementNormal.Nanoseconds, server["@statement_normal"]);
        Assert.Equal(SqlLimits.StatementSlow.Nanoseconds, server["@statement_slow"]);
        Assert.Equal(SqlLimits.StatementOverRow, server["@statement_over_row"]);
        Assert.Equal(SqlLimits.InterpretedOverRow, server["@interpreted_over_row"]);
        Assert.Equal(SqlLimits.SlowerThanBefore, server["@slower_than_before"]);
        Assert.Equal(SqlLimits.UnchangedFactor, server["@unchanged_factor"]);
        Assert.Equal((long)LoopPair.MinPairs, server["@fewest_pairs"]);
    }

    [Theory]
    [InlineData(6, 1)]
    [InlineData(7, 1)]
    [InlineData(8, 1)]
    [InlineData(9, 2)]
    public void Its_intervals_have_the_ends_of_the_programs(int pairs, int rank)
    {
        var median = OrderStatistics.Median([.. Enumerable.Range(1, pairs).Select(value => (double)value)], SqlWorkloadFacts.Misrate);
        Assert.Equal((rank, pairs + 1 - rank), ((int)median.Low.Nanoseconds, (int)median.High.Nanoseconds));
        Assert.Contains("WHEN s.n >= 9 THEN 2 ELSE 1", Text, StringComparison.Ordinal);
        Assert.Equal(9L, Run(new SimulatedServer())["@pairs"]);
    }

    [Fact]
    public void A_fast_clock_is_normal_in_the_time_that_was_given()
    {
        var server = Run(new SimulatedServer { Head = Seconds(4) });
        AssertSays(server, "NORMAL", "none", null);
        Assert.Equal(Columns, server.Row.Keys);
        Assert.InRange((double)server.Row["statement_ns"]!, 120, 160);
        Assert.Equal(80, (double)server.Row["row_ns"]!, 1);
        Assert.InRange(server.Seconds, 2, 4);
    }

    [Theory]
    [Trait("Takes", "seconds")]
    [InlineData(15_625_000)]
    [InlineData(1_000_000)]
    public void A_coarse_clock_times_it_too(double step) =>
        AssertSays(Run(new SimulatedServer { StepNs = step, Head = Seconds(4) }), "NORMAL", "none", null);

    /// <summary>What a statement and a row of the control cost; from a time on a statement costs ten times as much, or the server stands nearly still.</summary>
    [Theory]
    [InlineData(1500, 80, 99, 0, null, "SLOW", "clock", "expected", "")]
    [InlineData(1500, 800, 99, 0, null, "UNCLEAR", "unknown", null, "")]
    [InlineData(150, 80, 0.9, 1500, null, "UNCLEAR", "unknown", null, "")]
    [InlineData(150, 80, 0.8, 60_000, null, "UNCLEAR", "unknown", null, "pairs of runs")]
    [InlineData(1500, 80, 99, 0, "trouble: sql_statement_completed", "UNCLEAR", "unknown", null, "trouble: sql_statement_completed")]
    public void A_slow_clock_is_slow_and_what_starves_changes_or_is_recorded_is_not_laid_to_it(
        double statement, double row, double from, double later, string? recorder, string verdict, string cause, string? confidence, string reason)
    {
        var server = Run(new SimulatedServer { StatementNs = seconds => seconds < from ? statement : later, RowNs = _ => row, Recorder = recorder });
        AssertSays(server, verdict, cause, confidence);
        Assert.Contains(reason, (string)server.Row["reason"]!, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, false, "a trace", "ALTER TRACE decides: run this again with it")]
    [InlineData(false, true, "an event session", "VIEW SERVER STATE (from 2022 VIEW SERVER PERFORMANCE STATE) decides: run this again with it")]
    [InlineData(false, false, "an event session or a trace", "timerprobe check in the server's machine decides")]
    public void Who_may_not_see_what_records_statements_is_told_what_was_found_and_what_decides(bool sessions, bool traces, string unseen, string next)
    {
        var server = Run(new SimulatedServer { StatementNs = _ => 1500, MaySeeSessions = sessions, MaySeeTraces = traces });
        AssertSays(server, "UNCLEAR", "unknown", null);
        Assert.Matches($"^a statement costs 1[45]\\d\\d ns, 1\\d\\.\\d rows of the control that reads no clock: slow, unless {unseen} that this login cannot see records statements$",
            (string)server.Row["reason"]!);
        Assert.Equal(next, server.Row["next_step"]);
        AssertSays(Run(new SimulatedServer { MaySeeSessions = sessions, MaySeeTraces = traces }), "NORMAL", "none", null);
    }

    [Fact]
    public void Where_only_the_interpreted_function_is_slow_it_leads_what_was_found()
    {
        var server = Run(new SimulatedServer
        {
            MaySeeTraces = false,
            Measured = [.. Enumerable.Repeat<(string, double)[]>([("statement", 600), ("row", 80), ("iteration", 5040), ("first", 600), ("second", 600)], 9).SelectMany(pair => pair)],
        });

        AssertSays(server, "UNCLEAR", "unknown", null);
        Assert.Equal("the interpreted function takes 63 times its control: slow, unless a trace that this login cannot see records statements", server.Row["reason"]);
    }

    [Fact]
    public void Its_first_comment_is_read_in_twenty_seconds_and_says_which_login_can_be_told_slow()
    {
        var comment = string.Join(' ', Text.Split('\n').TakeWhile(line => line.StartsWith("--", StringComparison.Ordinal)));

        // At 240 words a minute.
        Assert.InRange(comment.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Count(word => word != "--"), 1, 80);
        Assert.Contains("SLOW takes VIEW SERVER STATE", comment, StringComparison.Ordinal);
        Assert.Contains("ALTER TRACE", comment, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("PostgreSQL speaking TDS", "16.0.1", 3)]
    [InlineData("Microsoft SQL Azure (RTM) - 12.0.2000.8", "12.0.2000.8", 5)]
    [InlineData("Microsoft SQL Server 2008 R2", "10.50.1600.1", 3)]
    [InlineData("Microsoft SQL Server 2022", "16.0.4135.4", 3, null)]
    [InlineData("Microsoft SQL Server 2022", "16.0.4135.4", 3, "16.00.4135", "5.2.0")]
    public void Of_another_engine_nothing_is_said(string text, string version, int edition, string? resource = "16.00.4135", string? babelfish = null)
    {
        var server = Run(new SimulatedServer
        {
            StatementNs = _ => 1500,
            VersionText = text,
            Version = version,
            Edition = edition,
            ResourceVersion = resource,
            BabelfishVersion = babelfish,
        });
        AssertSays(server, "UNCLEAR", "unknown", null);
        Assert.StartsWith("this is not SQL Server", (string)server.Row["reason"]!, StringComparison.Ordinal);
    }

    /// <summary>Of slow and normal the script says what the program would; what only the program names is unclear.</summary>
    [Fact]
    public void Its_verdict_is_that_of_the_program_on_the_same_figures()
    {
        var random = new Random(20_261_127);
        var seen = new Dictionary<(string?, string?, string?), int>();
        for (var i = 0; i < Cases.Of(3_000); i++)
        {
            double Between(double low, double high) => low * Math.Pow(high / low, random.NextDouble());
            var (statement, row, iteration, noise) = (
                Between(60, 4_000), Between(40, 600), Between(300, 20_000), random.Next(3) == 0 ? 1.0 : 0.05);
            var later = random.Next(5) == 0 ? 2 : 1;
            double Noisy(double value, int pair) => value * (pair > 4 ? later : 1) * (1 + (noise * (random.NextDouble() - 0.3)));
            var statements = Enumerable.Range(0, 9).Select(pair => random.Next(40) == 0 ? -1 : Noisy(statement, pair)).ToArray();
            var rows = Enumerable.Range(0, 9).Select(_ => Noisy(row, 0)).ToArray();
            var iterations = Enumerable.Range(0, 9).Select(pair => Noisy(iteration, pair)).ToArray();
            var hasGoodDay = random.Next(2) == 0;
            var mayLook = random.Next(4) > 0;
            var server = Run(new SimulatedServer
            {
                MaySeeTraces = mayLook,
                Head = hasGoodDay ? new Dictionary<string, object?> { ["@good_statement_ns"] = 150d, ["@good_row_ns"] = 80d } : new Dictionary<string, object?>(),
                Measured =
                [
                    .. statements.Select(value => ("statement", value)), .. rows.Select(value => ("row", value)), .. iterations.Select(value => ("iteration", value)),
                    .. statements.Take(5).Select(value => ("first", value)), .. statements.TakeLast(5).Select(value => ("second", value)),
                ],
            });
            var verdict = SqlJudge.Judge(ProgramsView(statements, rows, iterations, hasGoodDay, mayLook));
            var expected = verdict is { State: SqlState.Normal } or { State: SqlState.Slow, Cause: SqlCause.Clock }
                ? (verdict.State.ToString().ToUpperInvariant(), verdict.Cause.ToDocumentName(), verdict.Confidence?.ToDocumentName())
                : ("UNCLEAR", "unknown", null);
            AssertSays(server, expected.Item1, expected.Item2, expected.Item3);
            seen[expected] = seen.GetValueOrDefault(expected) + 1;
        }

        Assert.Equal(4, seen.Count(item => item.Value > Cases.Of(3_000) / 150));
    }

    [Theory]
    [MemberData(nameof(Servers))]
    public async Task It_runs_to_its_end_and_leaves_nothing(string name)
    {
        await using var server = name == Servers.First().Data ? null : TestedServer.Named(name);
        await using var standIn = StandIn.But(request => request.Says("AS verdict") ? TdsAnswer.Row(("verdict", "UNCLEAR")) : null);
        await using var connection = await ServerConnection.OpenAsync(server?.Target ?? standIn.Target,
            (server?.Options ?? StandIn.Options) with { CommandTimeout = TimeSpan.FromSeconds(60) }, Cancel);
        var before = server is null ? [] : await server.LeftAsync();
        // The figures come behind it, in a table of their own.
        var rows = await connection.QueryAsync(Script, row => row.Columns.GetValueOrDefault("verdict") as string, Cancel);
        var verdict = Assert.Single(rows.OfType<string>());
        Assert.Contains(verdict, Enum.GetNames<SqlState>().Select(state => state.ToUpperInvariant()));
        Assert.Equal(before, server is null ? [] : await server.LeftAsync());
    }

    private static void AssertSays(SimulatedServer server, string verdict, string cause, string? confidence) =>
        Assert.Equal((verdict, cause, confidence), ((string?)server.Row["verdict"], (string?)server.Row["cause"], (string?)server.Row["confidence"]));

    private static SqlMeasurement ProgramsView(double[] statements, double[] rows, double[] iterations, bool hasGoodDay, bool mayLook)
    {
        static MedianInterval Median(IEnumerable<double> values) => OrderStatistics.Median([.. values.Order()], SqlWorkloadFacts.Misrate);
        static Duration[] Ends(MedianInterval median) => [median.Low, median.Median, median.High];
        static SqlWorkloadFacts Workload(SqlWorkload name, MedianInterval cost, MedianInterval? control) =>
            SqlWorkloadFacts.From(name, argument: null, iterations: 1_000_000_000,
                [.. Ends(cost).Select(item => item.Nanoseconds)]) with
            { ControlNs = control is { } row ? Ends(row) : null };

        var (price, control) = (Median(statements), Median(rows));
        return new SqlMeasurement
        {
            Server = new SqlServerFacts
            {
                Name = "DB01",
                Engine = SqlServerFacts.SqlServer,
                Local = false,
                ProfilingSessions = [],
                StatementTraces = mayLook ? [] : null
            },
            Workloads =
            [
                Workload(SqlWorkload.Primality, Median(iterations), control), Workload(SqlWorkload.SetControl, control, control: null),
                new SqlWorkloadFacts { Name = SqlWorkload.StatementCost, ControlNs = Ends(control) },
            ],
            StatementCost = new SqlStatementCost(
                price.Median, price.Low, price.High, 9, Median(statements.Take(5)).Median, Median(statements.TakeLast(5)).Median),
            Earlier = !hasGoodDay ? null : new SqlEarlierRun(Guid.Empty, DateTimeOffset.UnixEpoch, Normal: true, [Workload(SqlWorkload.SetControl, MedianInterval.Exactly(new Duration(80)), control: null), new SqlWorkloadFacts { Name = SqlWorkload.StatementCost }])
            {
                StatementCostNs = new SqlStatementCost(
                    new Duration(150), new Duration(150), new Duration(150), 9, new Duration(150), new Duration(150)),
            },
        };
    }

    private static Dictionary<string, object?> Seconds(long seconds) => new(StringComparer.Ordinal) { ["@seconds"] = seconds };

    private static SimulatedServer Run(SimulatedServer server)
    {
        server.Run(Tree);
        return server;
    }

    private static TSqlFragment Parse(string text, SqlVersion dialect = SqlVersion.Sql160)
    {
        using var reader = new StringReader(text);
        var tree = TSqlParser.CreateParser(dialect, initialQuotedIdentifiers: true).Parse(reader, out var errors);
        Assert.Empty(errors.Select(error => $"line {error.Line}: {error.Message}"));
        return tree;
    }

    /// <summary>The loops that work, and the control's statement, in one spelling.</summary>
    private static IEnumerable<string> Work(TSqlFragment tree)
    {
        var statements = new Statements();
        tree.Accept(statements);
        foreach (var statement in statements.All.Where(
            statement => statement is WhileStatement or SelectStatement { QueryExpression: QuerySpecification { FromClause: not null } }))
        {
            new Sql160ScriptGenerator().GenerateScript(statement, out var text);
            yield return Blank().Replace(text.Trim().TrimEnd(';'), " ");
        }
    }

    private static string Code(string text) =>
        string.Join('\n', text.Split('\n').Where(line => !line.StartsWith("--", StringComparison.Ordinal)));

    [GeneratedRegex(@"\s+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Blank();

    private sealed class Statements : TSqlFragmentVisitor
    {
        public List<TSqlStatement> All { get; } = [];

        public override void Visit(TSqlStatement node) => All.Add(node);
    }

    /// <summary>Names of sys, answers of commands that are inserted, and functions that other engines lack.</summary>
    private sealed class Named : TSqlFragmentVisitor
    {
        public List<string> Missable { get; } = [];

        public override void Visit(SchemaObjectName node)
        {
            if (node.SchemaIdentifier?.Value == "sys")
            {
                Missable.Add(node.BaseIdentifier.Value);
            }
        }

        public override void Visit(ExecuteInsertSource node) => Missable.Add("INSERT EXEC");

        public override void Visit(FunctionCall node)
        {
            if (node.FunctionName.Value == "STR")
            {
                Missable.Add("STR");
            }
        }
    }

    /// <summary>What is sent on as text: of sp_executesql and EXEC.</summary>
    private sealed class Sent : TSqlFragmentVisitor
    {
        public HashSet<string> Texts { get; } = new(StringComparer.Ordinal);

        public override void Visit(StringLiteral node)
        {
            if (node.Value.StartsWith("SELECT @", StringComparison.Ordinal) || node.Value.StartsWith("DECLARE @flags", StringComparison.Ordinal))
            {
                Texts.Add(node.Value);
            }
        }
    }
}
