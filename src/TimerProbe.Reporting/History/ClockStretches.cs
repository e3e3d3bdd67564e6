using TimerProbe.Core.Documents;
using TimerProbe.Core.Json;

namespace TimerProbe.Reporting.History;

/// <summary>The state of a guest's clock, from one measurement to the next or to what can change it.</summary>
internal static class ClockStretches
{
    private static readonly HashSet<string> Unsettling = new(StringComparer.Ordinal)
    {
        "moved", "poweredOn", "poweredOff", "suspended", "resumed", "powerCycled", "reverted", "sessionChanged", "settingChanged", "hostFrequencyChanged", "machineGone",
    };

    public static IReadOnlyList<Stretch> Of(HistoryDocument document)
    {
        var unsettled = document.Changes.Where(change => Unsettling.Contains(change.Kind)).Select(change => change.At).ToList();
        var stretches = new List<Stretch?>();
        foreach (var (index, measured) in document.Measurements.Index())
        {
            var next = index + 1 < document.Measurements.Count ? document.Measurements[index + 1].At : document.To;
            var place = unsettled.BinarySearch(measured.At);
            while (place >= 0 && place < unsettled.Count && unsettled[place] == measured.At)
            {
                place++;
            }

            place = place < 0 ? ~place : place;
            var until = place < unsettled.Count && unsettled[place] < next ? unsettled[place] : next;
            stretches.Add(Stretch.Within(document, measured.At, until, measured.State.ToDocumentName()));
        }

        return [.. stretches.OfType<Stretch>()];
    }
}
