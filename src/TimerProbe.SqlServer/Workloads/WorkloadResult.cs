using TimerProbe.Core.Units;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>How long one run took.</summary>
/// <param name="Server">By the server's clock, read right before and after the work: the figure. Nothing of the client is in it.</param>
/// <param name="Client">By this machine's clock, from sending to the last row: longer by the way there and back.</param>
public sealed record WorkloadRun(Duration Server, Duration Client)
{
    // Before 2016 the server's clock may step by 15.6 ms.
    private static readonly Duration Coarseness = Duration.FromMilliseconds(20);

    /// <summary>
    /// Whether the server's clock was set during the run: it cannot have worked longer than the client waited, nor backwards.
    /// 100 ppm are left for two clocks that run unevenly.
    /// </summary>
    public bool ClockWasSet => Server < Duration.Zero || Server.Nanoseconds > (Client.Nanoseconds * 1.0001) + Coarseness.Nanoseconds;
}

/// <summary>What the runs of a workload gave.</summary>
public sealed record WorkloadResult
{
    /// <summary>Which.</summary>
    public required Workload Workload { get; init; }

    /// <summary>Divisors, rows, calls or commits of one run; 0 when it was skipped.</summary>
    public long Iterations { get; init; }

    /// <summary>The runs kept, in order; of parallel sessions, the first run of each, then the second of each.</summary>
    public IReadOnlyList<WorkloadRun> Runs { get; init; } = [];

    /// <summary>
    /// The runs of the twin, each right after the run of the same place; only the clock calls and the statement's price have one.
    /// </summary>
    public IReadOnlyList<WorkloadRun> TwinRuns { get; init; } = [];

    /// <summary>Whether the server might fold the function into its caller; null when it has no such notion.</summary>
    public bool? Inlineable { get; init; }

    /// <summary>Why it was not run; null when it was.</summary>
    public string? Skipped { get; init; }

    /// <summary>The results of sessions that ran the same at once, as one.</summary>
    internal static WorkloadResult From(IReadOnlyList<WorkloadResult> sessions) => sessions[0] with
    {
        Runs = InTurn([.. sessions.Select(session => session.Runs)]),
        TwinRuns = InTurn([.. sessions.Select(session => session.TwinRuns)]),
    };

    private static IReadOnlyList<WorkloadRun> InTurn(IReadOnlyList<IReadOnlyList<WorkloadRun>> sessions) =>
        [.. Enumerable.Range(0, sessions[0].Count).SelectMany(place => sessions.Select(runs => runs[place]))];
}
