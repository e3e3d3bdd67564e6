using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Application.SqlRunning;

/// <summary>How large a workload's runs are.</summary>
/// <param name="Workload">Which.</param>
/// <param name="Trial">Iterations of the first trial: short even on a slow server.</param>
/// <param name="Full">Iterations of a run that is not quick.</param>
/// <param name="QuickSeconds">How long a quick run should take; all quick runs together stay below ten seconds.</param>
internal sealed record WorkloadSize(Workload Workload, long Trial, long Full, double QuickSeconds)
{
    private const long Rows = 4_000_000;
    private const long Calls = 300_000;
    private const long Iterations = 200_000;

    /// <param name="workload">Which.</param>
    /// <param name="argument">The number to test; null as long as it is not chosen.</param>
    /// <param name="settings">What was asked for.</param>
    public static WorkloadSize From(Workload workload, long? argument, SqlSettings settings) => workload switch
    {
        Workload.Primality or Workload.PrimalityNative => new(workload, 1_000, MostIterations(argument ?? WorkloadPlan.FieldArgument), 1),
        Workload.SetControl => new(workload, 10_000, Rows, 0.3),
        Workload.StatementCost => new(workload, 1_000, Iterations, 0.12),
        Workload.ClockCalls => new(workload, 1_000, Calls, 0.1),
        _ => new(workload, 100, settings.Commits, 0.2),
    };

    /// <summary>The iterations of a quick run, by what one costs.</summary>
    public long Quick(double nsPerIteration)
    {
        var most = TestsNumber ? PrimeNumber.MostIterations : Full;
        return Math.Clamp((long)(QuickSeconds * 1e9 / nsPerIteration), 1, most);
    }

    /// <summary>The plan with this many iterations.</summary>
    public WorkloadPlan Sized(WorkloadPlan plan, long iterations) =>
        TestsNumber ? plan with { Argument = PrimeNumber.Taking(iterations) } : plan with { Count = iterations };

    /// <summary>Whether its size is that of a number.</summary>
    public bool TestsNumber => Workload is Workload.Primality or Workload.PrimalityNative;

    /// <summary>Those of a prime; a number with a small factor takes less.</summary>
    private static long MostIterations(long number) => Math.Max(1, PrimalityWork.Iterations(number, number));
}
