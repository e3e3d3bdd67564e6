using TimerProbe.Core.Documents;
using static TimerProbe.Reporting.Csv.CsvCell;

namespace TimerProbe.Reporting.Csv;

/// <summary>A plan as RFC 4180 CSV: a row a move, those proposed first, then those of patch rounds, or what became of each.</summary>
public static class PlanCsv
{
    private static readonly (string Name, Func<PlanRow, string?> Of)[] Columns =
    [
        ("patchedHost", row => row.PatchedHost),
        ("patchStep", row => Number(row.PatchStep)),
        ("server", row => row.Move.Server),
        ("cluster", row => row.Move.Cluster),
        ("virtualMachine", row => row.Move.Machine),
        ("virtualMachineId", row => row.Move.MachineId),
        ("from", row => row.Move.From),
        ("fromId", row => row.Move.FromId),
        ("to", row => row.Move.To),
        ("toId", row => row.Move.ToId),
        ("wave", row => Number(row.Move.Wave)),
        ("reason", row => Member(row.Move.Reason)),
        ("before", row => Member(row.Move.Before)),
        ("after", row => Member(row.Move.After)),
        ("memoryBytes", row => Number(row.Move.MemoryBytes)),
        ("cpuHz", row => Number(row.Move.CpuHz)),
        ("outcome", row => Member(row.Verified?.Outcome)),
        ("host", row => row.Verified?.Host),
        ("now", row => Member(row.Verified?.Now)),
        ("measured", row => Member(row.Verified?.Measured)),
        ("measuredAt", row => Time(row.Verified?.MeasuredAt)),
        ("powerCycled", row => Flag(row.Verified?.PowerCycled)),
    ];

    /// <summary>Writes the whole table with its header.</summary>
    public static void Write(PlanDocument document, TextWriter output) => CsvTable.Write(
        output,
        [("id", _ => document.Id.ToString()), ("madeAt", _ => Time(document.MadeAt)), ("kind", _ => Member(document.Kind)), .. Columns],
        Rows(document));

    private static IEnumerable<PlanRow> Rows(PlanDocument document) =>
    [
        .. document.Moves.Select(move => new PlanRow(move)),
        .. from round in document.Evacuation?.Rounds ?? []
           from step in round.Steps.Index()
           from move in step.Item.Out.Concat(step.Item.Back)
           select new PlanRow(move, step.Item.Host, step.Index + 1),
        .. (document.Verification?.Moves ?? []).Select(each => new PlanRow(each.Move, Verified: each)),
    ];

    private sealed record PlanRow(PlannedMove Move, string? PatchedHost = null, int? PatchStep = null, VerifiedMove? Verified = null);
}
