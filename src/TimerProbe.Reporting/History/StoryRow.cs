using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting.History;

/// <summary>One line of a history, for people.</summary>
/// <param name="At">When.</param>
/// <param name="When">What that time is: <c>from</c>, since when something was so; <c>at</c>, when it happened; <c>by</c>, when it had happened.</param>
/// <param name="What">What it was, in a word or two.</param>
/// <param name="Detail">The rest; it may hold names.</param>
/// <param name="Kind">What is bad about it, as a class of the page: <c>slow</c>, <c>away</c>, or nothing.</param>
public sealed record StoryRow(DateTimeOffset At, string When, string What, string Detail, string Kind = "")
{
    /// <summary>States, changes and measurements in the order of time.</summary>
    public static IReadOnlyList<StoryRow> Of(HistoryDocument document) =>
    [
        .. document.Changes.Select(change => ChangeWords.Row(change, document.Subject))
            .Concat(document.MachineStates.Select(state => StateWords.Row(state, document.Subject)))
            .Concat(document.HostStates.Select(StateWords.Row))
            .Concat(document.Measurements.Select(MeasurementWords.Row))
            .OrderBy(row => row.At),
    ];
}
