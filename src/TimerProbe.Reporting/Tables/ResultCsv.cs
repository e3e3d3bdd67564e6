namespace TimerProbe.Reporting.Tables;

/// <summary>A plan as RFC 4180 CSV: a row a move, those proposed first, then those of patch rounds.</summary>
public static class PlanCsv
{
    internal static readonly (string Name, Func<(PlannedMove Move, string? PatchedHost, int? PatchStep), object?> Of)[] Columns =
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

    public static void Write(PlanDocument document, TextWriter output) => Csv.Write(
        output,
        [("id", _ => document.Id.ToString()), ("madeAt", _ => document.MadeAt), ("kind", _ => document.Kind), .. Columns],
        Rows(document));

    internal static IReadOnlyList<(PlannedMove Move, string? PatchedHost, int? PatchStep)> Rows(PlanDocument document) =>
    [
        .. document.Moves.Select(move => (move, (string?)null, (int?)null)),
        .. from round in document.Evacuation?.Rounds ?? []
           from step in round.Steps.Index()
           from move in step.Item.Out.Concat(step.Item.Back)
           select (move, step.Item.Host, (int?)(step.Index + 1)),
    ];
}

/// <summary>
/// A check document as RFC 4180 CSV, a row a clock, the machine and the verdict on each; the same in every culture.
/// </summary>
public static class CheckCsv
{
    private static readonly (string Name, Func<ClockFacts, object?> Of)[] Columns =
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
            .. Columns,
        ],
        document.Clocks);
}
