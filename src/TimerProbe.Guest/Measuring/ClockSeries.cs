using TimerProbe.Core.Facts;
using TimerProbe.Guest.Clocks;

namespace TimerProbe.Guest.Measuring;

/// <summary>Which series belongs to which clock.</summary>
internal sealed class ClockSeries(IEnumerable<Clock> clocks, IReadOnlyList<BatchSeries> series)
{
    private readonly ClockSource[] _sources = [.. clocks.Select(clock => clock.Source)];

    /// <summary>The series of a clock; null when it is not measured.</summary>
    public BatchSeries? Of(ClockSource source)
    {
        var index = Array.IndexOf(_sources, source);
        return index < 0 ? null : series[index];
    }
}
