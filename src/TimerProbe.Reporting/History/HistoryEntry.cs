using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.History;

/// <summary>One line of a history, for people.</summary>
/// <param name="At">When.</param>
/// <param name="When">What that time is: <c>from</c>, since when something was so; <c>at</c>, when it happened; <c>by</c>, when it had happened.</param>
/// <param name="What">What it was, in a word or two.</param>
/// <param name="Detail">The rest; it may hold names.</param>
/// <param name="Kind">What is bad about it, as a class of the page: <c>slow</c>, <c>away</c>, or nothing.</param>
public sealed record HistoryEntry(DateTimeOffset At, string When, string What, string Detail, string Kind = "")
{
    /// <summary>
    /// States, changes and measurements in the order of time. Measurements with one verdict and nothing in between are one row; of a
    /// cluster, what began before the window is told of machines that were away only.
    /// </summary>
    public static IReadOnlyList<HistoryEntry> From(HistoryDocument document)
    {
        var turns = new StateChangeTimes(document);
        return Merged(
            document.Changes.Select(change => ChangeText.Row(change, document.Subject))
                .Concat(document.MachineStates.Where(state => IsListed(state, document)).Select(state => StateText.Row(state, document.Subject) with { At = turns.Since(state) }))
                .Concat(document.HostStates.Select(StateText.Row))
                .Concat(document.Measurements.Select(MeasurementText.Row))
                .OrderBy(row => row.At));
    }

    private static bool IsListed(HistoryMachineState state, HistoryDocument document) =>
        document.Subject.Kind != SubjectKind.Cluster || state.Since >= document.From || state.Placement == Placement.Away;

    private static List<HistoryEntry> Merged(IEnumerable<HistoryEntry> rows)
    {
        var (merged, run) = (new List<HistoryEntry>(), new List<HistoryEntry>());
        foreach (var row in rows)
        {
            if (run is [var first, ..] && first.What != row.What)
            {
                Close();
            }

            if (row.What.StartsWith(MeasurementText.Measured, StringComparison.Ordinal))
            {
                run.Add(row);
            }
            else
            {
                merged.Add(row);
            }
        }

        Close();
        return merged;

        void Close()
        {
            if (run.Count > 0)
            {
                merged.Add(run.Count == 1 ? run[0] : run[0] with { Detail = $"{run[0].Detail}; and {Counted.Of(run.Count - 1, "time")} more until {Times.Minute(run[^1].At)}" });
                run.Clear();
            }
        }
    }
}
