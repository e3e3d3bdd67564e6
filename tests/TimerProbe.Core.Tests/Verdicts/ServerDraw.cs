using static TimerProbe.Core.Tests.Verdicts.SqlMeasurementBuilder;

namespace TimerProbe.Core.Tests.Verdicts;

/// <summary>Draws one server. The ranges are those that docs/measuring.md gives as expected.</summary>
internal sealed class ServerDraw
{
    private const double Divisors = 1_000_000;

    private readonly Random _random;
    private readonly Trouble _trouble;
    private readonly bool _sqlServer;
    private readonly bool _local;
    private readonly bool _fineClock;
    private readonly double _starvation;
    private readonly double _statement;
    private readonly double _select;
    private readonly double _row;
    private readonly double _division;
    private readonly double _call;
    private readonly double _rowOfCommits;
    private readonly double _commit;
    private readonly double _clockFactor;
    private readonly double _recording;
    private readonly bool _seesWaits;
    private readonly bool _beside;

    /// <param name="trouble">What is wrong with it; null for anything.</param>
    public ServerDraw(Random random, Trouble? trouble = null)
    {
        _random = random;
        _sqlServer = Chance(0.7);
        _trouble = trouble ?? Enum.GetValues<Trouble>()[random.Next(_sqlServer ? 5 : 4)];
        _local = Chance(0.5);
        _fineClock = Chance(0.3);
        _starvation = _trouble == Trouble.Cpu ? Between(2, 10) : 1;
        _clockFactor = _trouble == Trouble.Clock ? Between(2, 10) : 1;
        _recording = _trouble == Trouble.Recorded ? Between(2_000, 50_000) : 0;
        _statement = _sqlServer ? Between(100, 250) : Between(40, 1_500);
        _select = Between(0, 800);
        _row = Between(40, 150);
        _division = Between(4, 52);
        _call = !_sqlServer ? Between(50, 1_500) : _fineClock && _trouble == Trouble.Clock ? Between(600, 1_500) + 60 : Between(25, 150);
        _rowOfCommits = Between(8_000, 30_000);
        _beside = Chance(0.5);
        _seesWaits = _sqlServer && Chance(0.8);
        _commit = _trouble == Trouble.Storage ? Between(11e6, 40e6) : Between(20_000, 300_000);
    }

    public GeneratedServer Server()
    {
        var withControl = Chance(0.9);
        var withPrice = !withControl || Chance(0.8);
        var measured = new SqlMeasurement
        {
            Server = Facts(),
            Workloads = Workloads(_starvation, _clockFactor, _recording, withControl, withPrice),
            StatementCost = withPrice ? Price(_starvation, _clockFactor, _recording) : null,
            ClockCall = Chance(0.7) ? LoopPair.GetCallCost(Pairs(_call * _starvation, 3 * _statement * _clockFactor * _starvation)) : null,
            Earlier = Chance(0.4) ? Earlier() : null,
        };
        return new GeneratedServer(_trouble, _local ? Checked(measured) : measured);
    }

    /// <summary>Half of those that may not look at traces have none.</summary>
    private SqlServerFacts Facts()
    {
        var (sessions, traces) = (Chance(0.8), Chance(0.6));
        var recordedBy = _trouble == Trouble.Recorded ? _random.Next(4) : -1;
        return new SqlServerFacts
        {
            Name = "DB01",
            Version = "16.0.4135.4",
            Engine = _sqlServer ? SqlServerFacts.SqlServer : "Another Server 9",
            Local = _local,
            ClockStepNs = new Duration(_fineClock ? 1_000 : 1e6),
            ProfilingSessions = !sessions ? null : recordedBy == 0 ? ["plans (query_post_execution_showplan)"] : [],
            StatementTraces = !_sqlServer || !traces ? null : recordedBy == 1 ? ["2 (SP:StmtCompleted)"] : [],
            LiveQueryStatistics = recordedBy == 2 ? true : null,
            QueryStoreCapture = recordedBy == 3 ? "ALL" : Chance(0.5) ? "AUTO" : null,
        };
    }

    private List<SqlWorkloadFacts> Workloads(double starvation, double clock, double recording, bool withControl, bool withPrice)
    {
        var statement = ((_statement * clock) + recording) * starvation;
        List<SqlWorkloadFacts> all =
        [
            Runs(SqlWorkload.Primality, (3 * statement) + (_division * starvation)),
            Runs(SqlWorkload.CommitOneTransaction, (_rowOfCommits + (4 * statement)) * starvation),
            Runs(SqlWorkload.CommitLoop, ((_rowOfCommits + (4 * statement)) * starvation) + (2 * _commit * starvation)) with
            {
                LogWriteNs = _seesWaits ? new Duration(_commit * starvation * Between(0.7, 0.95)) : null,
            },
        ];
        if (withControl)
        {
            all.Add(Runs(SqlWorkload.SetControl, _row * starvation));
        }

        // Newer runs have the control beside each workload too.
        if (_beside)
        {
            all = [.. all.Select(workload => workload.Name is SqlWorkload.SetControl ? workload : workload with { ControlNs = Rows(starvation) })];
        }

        if (withPrice)
        {
            all.Add(Runs(SqlWorkload.StatementCost, 9 * statement));
        }

        if (_sqlServer && Chance(0.2))
        {
            all.Add(Runs(SqlWorkload.PrimalityNative, _division * starvation));
        }

        return all;
    }

    /// <summary>On another engine one statement of eight assignments may cost more than eight of one, and then the slope is below zero.</summary>
    private SqlStatementCost? Price(double starvation, double clock, double recording)
    {
        var statement = ((_statement * clock) + recording) * starvation;
        return LoopPair.GetStatementCost(Pairs(7 * (_sqlServer ? statement : statement - _select), 2 * statement));
    }

    private List<LoopPair> Pairs(double more, double pass) =>
        [.. Enumerable.Range(0, _random.Next(6, 10)).Select(_ => new LoopPair(
            new Duration(Math.Max(1, (pass + more) * Divisors * Noise(1))),
                new Duration(pass * Divisors * Noise(1)), (long)Divisors))];

    /// <summary>A run of a day on which nothing was wrong; what it concluded then may be anything that was right.</summary>
    private SqlEarlierRun Earlier() =>
        new(Guid.Empty, DateTimeOffset.UnixEpoch, Chance(0.7), Workloads(1, 1, 0, Chance(0.9), withPrice: true))
        {
            StatementCostNs = Chance(0.7) ? Price(1, 1, 0) : null,
        };

    /// <summary>The checks of this program beside the server. A machine that is starved starves them too, but often they alone are.</summary>
    private SqlMeasurement Checked(SqlMeasurement measured)
    {
        var starved = _trouble == Trouble.Cpu || Chance(0.2);
        var (state, cause) = _trouble == Trouble.Clock
            ? (ClockState.Slow, Chance(0.7) ? ClockCause.TscTrapped : ClockCause.Unknown)
            : starved ? (_random.Next(3) switch { 0 => ClockState.Healthy, 1 => ClockState.Slow, _ => ClockState.Unclear },
                ClockCause.CpuStarved)
            : (Chance(0.9) ? ClockState.Healthy : ClockState.Unclear, ClockCause.Unknown);
        var client = Runs(SqlWorkload.PrimalityClient, _division * (starved ? Between(1, 10) : 1));
        return measured with
        {
            Workloads = [.. measured.Workloads, client],
            Check = Check(state, cause, starved),
            CheckAfter = Check(Chance(0.95) ? state : ClockState.Unclear, cause, starved),
        };
    }

    private Duration[] Rows(double starvation) => [.. Enumerable.Range(0, 4).Select(_ => new Duration(_row * starvation * Noise(2)))];

    private SqlWorkloadFacts Runs(SqlWorkload name, double nanoseconds) =>
        RanIn(name, nanoseconds * Noise(1), nanoseconds * Noise(1), nanoseconds * Noise(1));

    /// <summary>Some percent, and now and then a run that was disturbed.</summary>
    private double Noise(double scale) =>
        1 + (scale * 0.03 * Math.Sqrt(-2 * Math.Log(1 - _random.NextDouble())) * Math.Cos(2 * Math.PI * _random.NextDouble()))
        + (Chance(0.02) ? Between(0.2, 1.5) : 0);

    private bool Chance(double share) => _random.NextDouble() < share;

    private double Between(double low, double high) => low + ((high - low) * _random.NextDouble());
}
