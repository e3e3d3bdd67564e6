namespace TimerProbe.EndToEnd.Matrix;

[Flags]
internal enum SqlTrouble
{
    None = 0,

    /// <summary>Each statement and each clock call cost 1.2 us more.</summary>
    Clock = 1,

    /// <summary>A quarter of a processor; and each commit waits 12 ms for one.</summary>
    Cpu = 2,

    /// <summary>A write of the log takes 20 ms.</summary>
    Flush = 4,
}

internal enum SqlCourse
{
    Steady,
    Begins,
    Ends,
    ComesAndGoes,
}

/// <summary>What is asked, by whom.</summary>
internal enum SqlPlace
{
    Remote,
    WithoutRights,

    /// <summary>On this machine, whose clock is checked.</summary>
    Here,
}

internal enum SqlEngine
{
    SqlServer,
    Another,

    /// <summary>Another that says it is SQL Server.</summary>
    Impostor,
}

/// <summary>The one sign that is uneven from run to run.</summary>
internal enum SqlSign
{
    None,
    Statement,
    Function,
    Call,
    Check,
}

internal sealed record SqlCell(SqlTrouble Trouble, SqlCourse Course, SqlPlace Place, SqlEngine Engine, bool Earlier, SqlSign Unclear = SqlSign.None)
{
    private static readonly TimeSpan Midway = TimeSpan.FromSeconds(5);

    public int Seed { get; init; } = 1;

    /// <summary>All of them; without a trouble, and with a sign that is unclear, there is only one course.</summary>
    public static IReadOnlyList<SqlCell> All =>
    [
        .. from trouble in Enumerable.Range(0, 8)
           from course in Enum.GetValues<SqlCourse>()
           from place in Enum.GetValues<SqlPlace>()
           from engine in Enum.GetValues<SqlEngine>()
           from earlier in Enumerable.Range(0, 2)
           from unclear in Enum.GetValues<SqlSign>()
           where (trouble != 0 && unclear == SqlSign.None) || course == SqlCourse.Steady
           where unclear != SqlSign.Check || place == SqlPlace.Here
           select new SqlCell((SqlTrouble)trouble, course, place, engine, earlier > 0, unclear),
    ];

    /// <summary>Its clock is slow, one sign is unclear, and another is left: of another engine only a check or an earlier run.</summary>
    public bool IsSlowWithOneUnclear => Unclear != SqlSign.None && Trouble.HasFlag(SqlTrouble.Clock)
        && (Engine == SqlEngine.SqlServer || (Place == SqlPlace.Here && Unclear != SqlSign.Check) || (Earlier && Unclear != SqlSign.Function));

    /// <summary>Runs the workloads as <c>sql --quick</c> does, in a time of the server's own, and judges them.</summary>
    public async Task<SqlVerdict> JudgeAsync()
    {
        var document = await RunAsync(Trouble, Course);
        if (Earlier)
        {
            document = document with
            {
                ComparedWith = SqlDocument.FastestEarlier(
                document.Server, [await (this with { Unclear = SqlSign.None }).RunAsync(SqlTrouble.None, SqlCourse.Steady)])
            };
        }

        if (Place == SqlPlace.Here)
        {
            document = document with
            {
                Server = document.Server with { Local = true },
                Check = Check(Course is SqlCourse.Begins ? SqlTrouble.None : Trouble),
                CheckAfter = Check(Course is SqlCourse.Ends ? SqlTrouble.None : Trouble),
            };
        }

        return SqlJudge.Judge(document.Measurement());
    }

    private CheckDocument Check(SqlTrouble trouble) => SampleCheck.Document with
    {
        Control = new ControlFacts(new(1), 0.01, Starved: trouble.HasFlag(SqlTrouble.Cpu)),
        Verdict = Unclear == SqlSign.Check ? new(ClockState.Unclear, ClockCause.Unknown, Confidence: null, "the reads are uneven") : trouble.HasFlag(SqlTrouble.Clock) ? new(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured,
            "a read is slow") : new(ClockState.Healthy, ClockCause.None, Confidence: null, "a read is fast"),
    };

    private async Task<SqlDocument> RunAsync(SqlTrouble trouble, SqlCourse course)
    {
        var time = new PassedTime();
        var random = new Random(Seed);
        var another = Engine != SqlEngine.SqlServer;
        var runs = 0;
        await using var server = new ModelServer
        {
            Engine = Engine == SqlEngine.Another ? "Another Server 9" : null,
            IsImpostor = Engine == SqlEngine.Impostor,
            SelectNs = another ? 800 : 0,
            StepNs = another || Unclear == SqlSign.Call ? 1_000 : 1_000_000,
            Log = Place == SqlPlace.Remote ? (70_000, 9_000) : null,
            Disturbed = request => Unclear switch
            {
                SqlSign.Statement when request.Says("_statementEight") => runs++ % 2 == 0 ? 0.6 : 1.5,
                SqlSign.Function when request.Says("_primality") => runs++ % 2 == 0 ? 0.5 : 1.4,
                SqlSign.Call when request.Says("_clockCalls") => runs++ % 2 == 0 ? 0.8 : 2.2,
                _ => 1,
            },
            Pass = (took, _) =>
            {
                time.Pass(took);
                return Task.CompletedTask;
            },
        };
        var begun = new Begun(time);
        server.Course = worked =>
        {
            var (now, stay) = At(trouble, course, begun.Since(worked));
            var noise = (random.NextDouble() < 0.02 ? 1.5 : 1) * (1 + (0.05 * random.NextDouble()));
            var slower = noise * (now.HasFlag(SqlTrouble.Cpu) ? 4 : 1);
            // Beside an unclear sign the others are as a trapped read of 1.8 us makes them.
            var clock = !now.HasFlag(SqlTrouble.Clock) ? 0 : Unclear == SqlSign.None ? 1_200 : 1_800;
            server.StatementNs = (150 + clock) * slower;
            server.RowNs = 60 * slower;
            server.ClockCallNs = ((another ? 800 : 60) + clock) * slower;
            server.CommitWaitNs = now.HasFlag(SqlTrouble.Cpu) ? 12e6 * noise : 0;
            server.CommitNs = (now.HasFlag(SqlTrouble.Flush) ? 20e6 : 300_000) * noise;
            return stay;
        };
        var settings = new SqlSettings
        {
            Target = SqlServerTarget.Parse(server.Address),
            Server = new SqlServerOptions
            {
                Credential = new Login("probe", ModelServer.Password),
                TrustServerCertificate = true,
                TimeProvider = time
            },
            Named = null,
            Argument = null,
            Repeat = 3,
            Timeout = TimeSpan.FromMinutes(2),
            Yes = true,
        };
        return (await new SqlServerRun(settings, store: null,
            new UseCaseContext(new ToolInfo("0.0.0"), time, begun, () => TimeSpan.Zero)).RunAsync(Cancel)).Document;
    }

    /// <summary>What is slow at a moment, and for how long it is so.</summary>
    private static (SqlTrouble Now, TimeSpan Stay) At(SqlTrouble trouble, SqlCourse course, TimeSpan worked)
    {
        var forever = TimeSpan.FromDays(1);
        if (course == SqlCourse.Steady)
        {
            return (trouble, forever);
        }

        if (course == SqlCourse.ComesAndGoes)
        {
            var (on, off) = (TimeSpan.FromSeconds(1.7), TimeSpan.FromSeconds(1.3));
            var within = TimeSpan.FromTicks(worked.Ticks % (on + off).Ticks);
            return within < on ? (trouble, on - within) : (SqlTrouble.None, on + off - within);
        }

        var isBefore = worked < Midway;
        return (isBefore == (course == SqlCourse.Ends) ? trouble : SqlTrouble.None, isBefore ? Midway - worked : forever);
    }

    /// <summary>Time that passes only while the server works.</summary>
    private sealed class PassedTime : TimeProvider
    {
        private long _ticks;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public void Pass(TimeSpan time) => Interlocked.Add(ref _ticks, time.Ticks);

        public override long GetTimestamp() => Interlocked.Read(ref _ticks);
    }

    /// <summary>Hears when the trials are over: a course begins with the runs.</summary>
    private sealed class Begun(TimeProvider time) : IDialog
    {
        private TimeSpan? _at;

        public TimeSpan Since(TimeSpan worked) => worked < _at ? TimeSpan.Zero : worked - (_at ?? worked);

        public void ReportProblem(string message)
        {
        }

        public void Progress(string message)
        {
            if (message.StartsWith("running", StringComparison.Ordinal))
            {
                _at ??= TimeSpan.FromTicks(time.GetTimestamp());
            }
        }
    }
}
