namespace TimerProbe.SqlServer.Workloads;

/// <summary>How a workload is run.</summary>
public sealed record WorkloadPlan
{
    /// <summary>The number that the field tested: prime, 15.8 million divisors.</summary>
    public const long FieldArgument = 1_000_000_000_000_037;

    public const long MaxRows = 10_000_000;

    // The versions at which a script's text changes: 2014, 2016, 2019.
    private static readonly int[] ScriptVersions = [12, 13, 15];

    public required SqlWorkload Workload { get; init; }

    public long Argument { get; init => field = AtLeast(2, value); } = FieldArgument;

    /// <summary>How many rows, calls or commits: at least 1; the set-based control has <see cref="MaxRows"/> at most.</summary>
    public long Count { get; init => field = AtLeast(1, value); } = 20_000;

    public long ControlRows { get; init; }

    public int Repeat { get; init => field = AtLeast(1, value); } = 3;

    /// <summary>How long one run may take; whole seconds.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>The scripts of any run as they are in the program, without a server.</summary>
    public static IReadOnlyList<SqlScript> ScriptsOfAnyRun =>
    [
        .. SqlScript.All.Where(script => script.Name.StartsWith("inspect/", StringComparison.Ordinal)
            || script.Name.StartsWith("workload/drop-", StringComparison.Ordinal)
            || script.Name == "workload/hold-run"),
    ];

    /// <summary>The scripts of a workload, for servers of every version.</summary>
    public static IReadOnlyList<SqlScript> GetScripts(SqlWorkload workload) =>
    [
        .. ScriptVersions.SelectMany(version => GetScriptNames(workload, version)).Distinct()
            .Select(name => SqlScript.All.Single(script => script.Name == name)),
    ];

    private static IEnumerable<string> GetScriptNames(SqlWorkload workload, int version)
    {
        var identity = new ServerIdentity { Engine = "SQL Server", IsMicrosoft = true, SyntaxVersion = version, Database = "tempdb" };
        var steps = WorkloadSteps.From(new WorkloadPlan { Workload = workload }, RunObject.NewRun(), identity);
        return [.. steps.Made.Select(step => step.Create.Name), steps.Run.Name];
    }

    private static T AtLeast<T>(T min, T value)
        where T : IComparable<T>
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(value, min);
        return value;
    }
}

/// <summary>How long one run took.</summary>
public sealed record WorkloadRun(Duration Server, Duration Client)
{
    // Before 2016 the server's clock may step by 15.6 ms.
    private static readonly Duration Coarseness = Duration.FromMilliseconds(20);

    /// <summary>The server seems to have worked backwards or longer than the client waited; 100 ppm are left for uneven clocks.</summary>
    public bool ClockWasSet => Server < Duration.Zero || Server.Nanoseconds > (Client.Nanoseconds * 1.0001) + Coarseness.Nanoseconds;
}

/// <summary>What the runs of a workload gave.</summary>
public sealed record WorkloadResult
{
    public required SqlWorkload Workload { get; init; }

    public long Iterations { get; init; }

    public IReadOnlyList<WorkloadRun> Runs { get; init; } = [];

    public IReadOnlyList<WorkloadRun> TwinRuns { get; init; } = [];

    /// <summary>Short runs of the set-based control: before, between and after the runs, or between each run and its twin.</summary>
    public IReadOnlyList<WorkloadRun> Controls { get; init; } = [];

    /// <summary>How long a write of the log took during the runs of the commit loop; null where that is not reported.</summary>
    public Duration? LogWrite { get; init; }

    /// <summary>True when the server might fold the function into its caller; null when it knows no such thing.</summary>
    public bool? Inlineable { get; init; }

    /// <summary>Why it was not run; null when it was.</summary>
    public string? Skipped { get; init; }
}
