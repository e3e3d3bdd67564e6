namespace TimerProbe.Application.SqlRunning;

internal sealed record SqlRunStep
{
    public required SqlWorkload Name { get; init; }

    /// <summary>What the server is to run; null for this program's own loop and for what is not run.</summary>
    public WorkloadPlan? Plan { get; init; }

    /// <summary>The number to test; null where there is none.</summary>
    public long? Argument { get; init; }

    public double Seconds { get; init; }

    /// <summary>Why it is not run; null when it is.</summary>
    public Problem? Skipped { get; init; }

    public bool Failed { get; init; }
}

/// <summary>How large a workload's runs are.</summary>
/// <param name="QuickSeconds">How long a quick run should take; all quick runs together stay below ten seconds.</param>
internal sealed record WorkloadSize(SqlWorkload Workload, long Trial, long Full, double QuickSeconds)
{
    private const long Rows = 4_000_000;
    private const long Calls = 300_000;
    private const long Iterations = 200_000;
    private const long Commits = 20_000;

    public static WorkloadSize From(SqlWorkload workload, long? argument) => workload switch
    {
        SqlWorkload.Primality or SqlWorkload.PrimalityNative =>
            new(workload, 1_000, MaxIterations(argument ?? WorkloadPlan.FieldArgument), 1),
        SqlWorkload.SetControl => new(workload, 10_000, Rows, 0.2),
        SqlWorkload.StatementCost => new(workload, 1_000, Iterations, 0.1),
        SqlWorkload.ClockCalls => new(workload, 1_000, Calls, 0.08),
        _ => new(workload, 100, Commits, 0.15),
    };

    public long Quick(double nsPerIteration)
    {
        var max = TestsNumber ? PrimalityWork.MaxIterations : Full;
        return Math.Clamp((long)(QuickSeconds * 1e9 / nsPerIteration), 1, max);
    }

    public WorkloadPlan Sized(WorkloadPlan plan, long iterations) =>
        TestsNumber ? plan with { Argument = PrimalityWork.PrimeTaking(iterations) } : plan with { Count = iterations };

    public bool HasTwin => Workload is SqlWorkload.StatementCost or SqlWorkload.ClockCalls;

    public bool TestsNumber => Workload is SqlWorkload.Primality or SqlWorkload.PrimalityNative;

    private static long MaxIterations(long number) => Math.Max(1, PrimalityWork.Iterations(number, number));
}

public sealed record SqlSettings
{
    public required SqlServerTarget Target { get; init; }

    public required SqlServerOptions Server { get; init; }

    /// <summary>The workloads asked for by name; null for all of them.</summary>
    public required IReadOnlyList<SqlWorkload>? Named { get; init; }

    /// <summary>The number to test; null when it is chosen by how fast the server is.</summary>
    public required long? Argument { get; init; }

    /// <summary>The runs of a workload that count; one more warms up.</summary>
    public required int Repeat { get; init; }

    public required TimeSpan Timeout { get; init; }

    /// <summary>Whether a long run needs no consent.</summary>
    public required bool Yes { get; init; }

    public MuteList Mutes { get; init; } = MuteList.None;

    /// <summary>Pseudonyms for the document; null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }

    public bool Quick => Argument is null;

    internal bool Wants(SqlWorkload workload) => Named?.Contains(workload) ?? true;

    internal WorkloadPlan Plan(SqlWorkload workload) => new() { Workload = workload, Repeat = Repeat, Timeout = Timeout };
}
