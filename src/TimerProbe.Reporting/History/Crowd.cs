using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.History;

/// <summary>How many machines of a cluster were away.</summary>
internal static class Crowd
{
    public static IReadOnlyList<Stretch> Of(HistoryDocument document)
    {
        if (document.MachineStates.Count == 0)
        {
            return [];
        }

        var last = Timeline.LastLook(document);
        var steps = new SortedDictionary<DateTimeOffset, int>();
        foreach (var away in document.MachineStates.Where(state => state.Placement == Placement.Away))
        {
            Step(away.Since, 1);
            Step(away.Until ?? last, -1);
        }

        var stretches = new List<Stretch?>();
        var (since, count) = (document.MachineStates.Min(state => state.Since), 0);
        foreach (var (at, step) in steps)
        {
            Add(at);
            (since, count) = (at, count + step);
        }

        Add(last);
        return [.. stretches.OfType<Stretch>()];

        void Step(DateTimeOffset at, int step) => steps[at] = steps.GetValueOrDefault(at) + step;

        void Add(DateTimeOffset until)
        {
            if (until > since)
            {
                stretches.Add(Stretch.Within(document, since, until, count > 0 ? "away" : "home", count));
            }
        }
    }
}
