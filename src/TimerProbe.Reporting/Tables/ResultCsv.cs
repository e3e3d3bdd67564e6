namespace TimerProbe.Reporting.Tables;

/// <summary>A plan, a check or a run on a SQL Server as RFC 4180 CSV.</summary>
public static class ResultCsv
{
    internal static readonly (string Name, Func<(PlannedMove Move, string? PatchedHost, int? PatchStep), object?> Of)[] MoveColumns =
    [
        ("patchedHost", row => row.PatchedHost),
        ("patchStep", row => row.PatchStep),
        ("server", row => row.Move.Server),
        ("cluster", row => row.Move.Cluster),
        ("virtualMachine", row => row.Move.Machine),
        ("virtualMachineId", row => row.Move.MachineId),
        ("from", row => row.Move.From),
        ("fromId", row => row.Move.FromId),
        ("to", row => row.Move.To),
        ("toId", row => row.Move.ToId),
        ("wave", row => row.Move.Wave),
        ("reason", row => row.Move.Reason),
        ("before", row => row.Move.Before),
        ("after", row => row.Move.After),
        ("memoryBytes", row => row.Move.MemoryBytes),
        ("cpuHz", row => new Frequency(row.Move.CpuHz)),
    ];

    private static readonly (string Name, Func<ClockFacts, object?> Of)[] ClockColumns =
    [
        ("source", clock => clock.Source),
        ("api", clock => clock.Api),
        ("medianNs", clock => clock.CallNs?.Median),
        ("lowNs", clock => clock.CallNs?.Low),
        ("highNs", clock => clock.CallNs?.High),
        ("p99Ns", clock => clock.CallNs?.P99),
        ("callsPerSecond", clock => clock.CallsPerSecond),
        ("ratioToVmExit", clock => clock.RatioToVmExit?.Median),
        ("granularityNs", clock => clock.GranularityNs),
        ("backwardSteps", clock => clock.BackwardSteps),
        ("batches", clock => clock.Batches),
        ("callsPerBatch", clock => clock.CallsPerBatch),
        ("why", clock => clock.Why),
    ];

    /// <summary>A row a move, those proposed first, then those of patch rounds.</summary>
    public static void Write(PlanDocument document, TextWriter output) => Csv.Write(
        output,
        [("id", _ => document.Id.ToString()), ("madeAt", _ => document.MadeAt), ("kind", _ => document.Kind), .. MoveColumns],
        GetMoves(document));

    /// <summary>A row a clock, the machine and the verdict on each.</summary>
    public static void Write(CheckDocument document, TextWriter output) => Csv.Write(
        output,
        [
            ("id", _ => document.Id.ToString()),
            ("startedAt", _ => document.StartedAt),
            ("machine", _ => document.Machine.Name),
            ("smbiosUuid", _ => document.Machine.SmbiosUuid),
            ("os", _ => document.Machine.Os),
            ("hypervisor", _ => document.Machine.Hypervisor.Name),
            ("state", _ => document.Verdict.State),
            ("cause", _ => document.Verdict.Cause),
            ("confidence", _ => document.Verdict.Confidence),
            .. ClockColumns,
        ],
        document.Clocks);

    /// <summary>A row a workload, the instance and the verdict on each.</summary>
    public static void Write(SqlDocument document, TextWriter output)
    {
        var measured = document.Measurement();
        Csv.Write(
            output,
            [
                ("id", _ => document.Id.ToString()),
                ("startedAt", _ => document.StartedAt),
                ("server", _ => document.Server.Name),
                ("engine", _ => document.Server.Engine),
                ("version", _ => document.Server.Version),
                ("edition", _ => document.Server.Edition),
                ("database", _ => document.Server.Database),
                ("timeSource", _ => document.Server.TimeSource),
                ("tscHz", _ => document.Server.TscHz),
                ("state", _ => document.Verdict.State),
                ("cause", _ => document.Verdict.Cause),
                ("confidence", _ => document.Verdict.Confidence),
                ("clockCallNs", _ => document.ClockCallNs?.Median),
                ("clockCallLowNs", _ => document.ClockCallNs?.Low),
                ("clockCallHighNs", _ => document.ClockCallNs?.High),
                ("workload", workload => workload.Name),
                ("argument", workload => workload.Argument),
                ("iterations", workload => workload.Iterations),
                ("runs", workload => workload.Seconds?.Count),
                ("medianSeconds", workload => workload.MedianSeconds),
                ("nsPerIteration", workload => workload.NsPerIteration),
                ("lowNs", workload => workload.PerIteration()?.Low),
                ("highNs", workload => workload.PerIteration()?.High),
                ("timesEarlier", workload => measured.AgainstEarlier(workload.Name)?.Median),
                ("inlineable", workload => workload.Inlineable),
                ("skipped", workload => workload.Skipped),
                ("statementCostNs", _ => document.StatementCostNs?.Median),
                ("statementCostLowNs", _ => document.StatementCostNs?.Low),
                ("statementCostHighNs", _ => document.StatementCostNs?.High),
            ],
            document.Workloads);
    }

    internal static IReadOnlyList<(PlannedMove Move, string? PatchedHost, int? PatchStep)> GetMoves(PlanDocument document) =>
    [
        .. document.Moves.Select(move => (move, (string?)null, (int?)null)),
        .. from round in document.Evacuation?.Rounds ?? []
           from step in round.Steps.Index()
           from move in step.Item.Out.Concat(step.Item.Back)
           select (move, step.Item.Host, (int?)(step.Index + 1)),
    ];
}
