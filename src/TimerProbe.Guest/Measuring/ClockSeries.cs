using TimerProbe.Core.Facts;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>Which series belongs to which clock. Plain loops: this runs in a cold process while the budget is spent.</summary>
internal sealed class ClockSeries(IEnumerable<Clock> clocks, IReadOnlyList<BatchSeries> series)
{
    private readonly ClockSource[] _sources = Array.ConvertAll<Clock, ClockSource>([.. clocks], clock => clock.Source);

    /// <summary>The series of a clock; null when it is not measured.</summary>
    public BatchSeries? Of(ClockSource source)
    {
        var index = Array.IndexOf(_sources, source);
        return index < 0 ? null : series[index];
    }

    /// <summary>The series of a clock if it has batches; null else.</summary>
    public BatchSeries? Measured(ClockSource source) => Of(source) is { Count: > 0 } measured ? measured : null;

    /// <summary>The series of sources that read a clock's hardware, or of those that do not.</summary>
    public BatchSeries[] Where(bool readsClock)
    {
        var found = new List<BatchSeries>();
        for (var i = 0; i < _sources.Length; i++)
        {
            if (series[i].Count > 0 && ChangeSigns.ReadsClock(_sources[i]) == readsClock)
            {
                found.Add(series[i]);
            }
        }

        return [.. found];
    }
}
