using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Application.SqlRunning;

/// <summary>Makes figures of the runs. The server's time counts; a run during which its clock was set does not.</summary>
internal static class WorkloadFigures
{
    private static readonly Problem NothingTested = Problem.Create(
        SqlProblem.NoFigure,
        $"no odd number was tested: the argument has a factor of 2 or is too small; a prime such as 1000000000000037 takes longest");

    private static readonly Problem ClockWasSet = Problem.Create(SqlProblem.NoFigure, $"the server's clock was set during the runs");

    /// <summary>Why a workload makes no sense on a server, in this program's words.</summary>
    public static Problem NotApplicable(string reason) => Problem.Create(SqlProblem.NotApplicable, $"{ProblemArgument.Term(reason)}");

    public static SqlWorkloadFacts Create(SqlRunStep step, WorkloadResult result)
    {
        if (result.Skipped is { } reason)
        {
            return SqlWorkloadFacts.NotRun(step.Name, NotApplicable(reason));
        }

        var seconds = result.Runs.Where(run => !run.ClockWasSet).Select(run => Seconds(run.Server)).ToList();
        return result.Iterations == 0 ? SqlWorkloadFacts.NotRun(step.Name, NothingTested)
            : seconds.Count < SqlWorkloadFacts.FewestRuns ? SqlWorkloadFacts.NotRun(step.Name, ClockWasSet)
            : SqlWorkloadFacts.From(step.Name, step.Argument, result.Iterations, seconds) with { Inlineable = result.Inlineable };
    }

    public static SqlWorkloadFacts OfClient(long number, IReadOnlyList<Duration> runs)
    {
        var iterations = PrimalityWork.Iterations(number, PrimalityWork.SmallestFactor(number));
        return iterations == 0
            ? SqlWorkloadFacts.NotRun(SqlWorkload.PrimalityClient, NothingTested)
            : SqlWorkloadFacts.From(SqlWorkload.PrimalityClient, number, iterations, [.. runs.Select(Seconds)]);
    }

    /// <summary>What a clock call costs, by the pairs of loops; null for other workloads.</summary>
    public static SqlClockCall? ClockCall(WorkloadResult result) =>
        result.Workload == Workload.ClockCalls ? PairedLoops.Difference(Pairs(result)) : null;

    /// <summary>What a statement costs, by the pairs of functions; null for other workloads.</summary>
    public static SqlStatementCost? StatementCost(WorkloadResult result) =>
        result.Workload == Workload.StatementCost ? PairedLoops.Statement(Pairs(result)) : null;

    private static IReadOnlyList<LoopPair> Pairs(WorkloadResult result) =>
    [
        .. result.Runs.Zip(result.TwinRuns)
            .Where(pair => !pair.First.ClockWasSet && !pair.Second.ClockWasSet)
            .Select(pair => new LoopPair(pair.First.Server, pair.Second.Server, result.Iterations)),
    ];

    private static double Seconds(Duration time) => Math.Round(time.Nanoseconds / 1e9, 7);
}
