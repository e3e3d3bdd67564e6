using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Application.SqlRunning;

/// <summary>What will be run, in order, and what that is expected to cost.</summary>
internal sealed record SqlRunPlan(IReadOnlyList<SqlRunStep> Steps, int Parallel)
{
    private const double LongSeconds = 10;

    public SqlEstimate Estimate => new(Math.Round(Steps.Sum(step => step.Seconds), 1), Parallel);

    /// <summary>Whether it holds a processor so long that somebody has to agree.</summary>
    public bool IsLong => Estimate.Seconds > LongSeconds;

    public string Sentence => string.Create(
        CultureInfo.InvariantCulture,
        $"the runs will take about {Estimate.Seconds:0} s and hold {(Parallel == 1 ? "one processor" : $"{Parallel} processors")} of the server all that time");
}

internal sealed record SqlRunStep
{
    public required SqlWorkload Name { get; init; }

    /// <summary>What the server is told to do; null for this program's own loop and for what is not run.</summary>
    public WorkloadPlan? Plan { get; init; }

    /// <summary>The number to test; null where there is none.</summary>
    public long? Argument { get; init; }

    public double Seconds { get; init; }

    /// <summary>Why it is not run; null when it is.</summary>
    public Problem? Skipped { get; init; }

    /// <summary>Whether the reason is a failure, and not that it makes no sense here.</summary>
    public bool Failed { get; init; }
}
