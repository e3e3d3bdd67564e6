using TimerProbe.Core.Facts;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Clocks;
using TimerProbe.Guest.Measuring;

namespace TimerProbe.Guest.Watching;

/// <summary>
/// Compares the rates of precise and coarse time from one window's end to the next. <see cref="DriftProbe"/> spins until coarse time
/// steps; this one sleeps through most of the step, so that it may go on for weeks.
/// </summary>
/// <param name="clocks">The clocks, precise and coarse time among them; without, there is no drift.</param>
/// <param name="time">The time that windows are counted in.</param>
public sealed class DriftMeter(IReadOnlyList<Clock> clocks, TimeProvider time)
{
    /// <summary>The length of a window, or the time between two samples if that is longer.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromMinutes(1);

    private const int Comparisons = 5;

    private static readonly Duration LongestSpin = Duration.FromMilliseconds(1);

    private readonly IClockReader? _precise = Values(clocks, ClockSource.PreciseTime);
    private readonly IClockReader? _coarse = Values(clocks, ClockSource.CoarseTime);
    private (Offset Offset, long At)? _last;

    /// <summary>Ends the window if it is long enough, and begins the next.</summary>
    /// <returns>The drift over the window; null within it, at first, when cancelled, and without the clocks.</returns>
    public DriftFacts? Take(CancellationToken cancel)
    {
        if (_precise is null || _coarse is null || (_last is { } begun && time.GetElapsedTime(begun.At) < Window))
        {
            return null;
        }

        var (now, before) = ((Compare(_precise, _coarse, cancel), time.GetTimestamp()), _last);
        if (cancel.IsCancellationRequested)
        {
            return null;
        }

        _last = now;
        return before is { } start ? DriftProbe.Describe(start.Offset, now.Item1, time.GetElapsedTime(start.At, now.Item2)) : null;
    }

    /// <summary>What is known of the window now is wrong: a clock was set, or the machine slept.</summary>
    public void Forget() => _last = null;

    private static Offset Compare(IClockReader precise, IClockReader coarse, CancellationToken cancel)
    {
        var differences = new double[Comparisons];
        var step = Duration.Zero;
        for (var i = 0; i < Comparisons && !cancel.IsCancellationRequested; i++)
        {
            (differences[i], step) = CompareAtStep(precise, coarse, step);
            _ = cancel.WaitHandle.WaitOne(TimeSpan.FromMilliseconds(Math.Max(1, Math.Floor(step.Milliseconds - 1))));
        }

        OrderStatistics.Sort(differences);
        return new Offset(new Duration(differences[0]), new Duration(differences[Comparisons / 2] - differences[0]));
    }

    /// <summary>
    /// The smallest difference seen around a step of coarse time, or in the time a spin may take: a difference away from the step is
    /// larger, never smaller. Where a sleep ends with a tick, as on Windows, the step is right behind.
    /// </summary>
    private static (double Difference, Duration Step) CompareAtStep(IClockReader precise, IClockReader coarse, Duration step)
    {
        var unit = coarse.Unit!.Value.Nanoseconds;
        var before = coarse.Read();
        var smallest = double.MaxValue;
        var started = TimeProvider.System.GetTimestamp();
        long now;
        do
        {
            now = coarse.Read();
            smallest = Math.Min(smallest, (precise.Read() - now) * unit);
        }
        while (now == before && TickLength.Of(TimeProvider.System.GetTimestamp() - started) < LongestSpin);
        return (smallest, now == before ? step : new Duration((now - before) * unit));
    }

    private static IClockReader? Values(IReadOnlyList<Clock> clocks, ClockSource source) =>
        clocks.FirstOrDefault(clock => clock.Source == source)?.Values;
}
