using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;

namespace TimerProbe.Core.Verdicts;

/// <summary>What a verdict about a SQL Server rests on.</summary>
public sealed record SqlMeasurement
{
    /// <summary>The instance.</summary>
    public required SqlServerFacts Server { get; init; }

    /// <summary>The workloads.</summary>
    public required IReadOnlyList<SqlWorkloadFacts> Workloads { get; init; }

    /// <summary>What asking for the time costs inside the server.</summary>
    public SqlClockCall? ClockCall { get; init; }

    /// <summary>This machine's clocks before the workloads, where the instance runs on it.</summary>
    public CheckDocument? Check { get; init; }

    /// <summary>This machine's clocks after the workloads, where the instance runs on it.</summary>
    public CheckDocument? CheckAfter { get; init; }

    /// <summary>The earlier run to compare with.</summary>
    public SqlEarlierRun? Earlier { get; init; }

    /// <summary>What a document says.</summary>
    public static SqlMeasurement Of(SqlDocument document) => new()
    {
        Server = document.Server,
        Workloads = document.Workloads,
        ClockCall = document.ClockCallNs,
        Check = document.Check,
        CheckAfter = document.CheckAfter,
        Earlier = document.ComparedWith,
    };

    /// <summary>Whether something profiles every statement, which multiplies clock reads.</summary>
    public bool Profiled => Server.ProfilingSessions is { Count: > 0 };

    /// <summary>The checks of this machine; none when the instance runs elsewhere.</summary>
    public IEnumerable<CheckDocument> Checks => Server.Local ? new[] { Check, CheckAfter }.OfType<CheckDocument>() : [];

    /// <summary>A workload; null when it is not listed.</summary>
    public SqlWorkloadFacts? Workload(SqlWorkload name) => Workloads.FirstOrDefault(workload => workload.Name == name);

    /// <summary>The cost of one iteration of a workload; null without figures enough.</summary>
    public MedianInterval? Cost(SqlWorkload name) => Workload(name)?.PerIteration();

    /// <summary>A workload's cost over what it was in the earlier run; null when the two cannot be compared.</summary>
    public RatioInterval? AgainstEarlier(SqlWorkload name)
    {
        var (now, before) = (Workload(name), Earlier?.Workloads.FirstOrDefault(workload => workload.Name == name));
        return now is { Inlineable: not true } && before is { Inlineable: not true } && now.Parallel == before.Parallel
            && now.PerIteration() is { } cost && before.PerIteration() is { } earlier
                ? cost.Over(earlier)
                : null;
    }
}
