namespace TimerProbe.Guest.Measuring;

/// <summary>Precise time and the counter no time service corrects; Linux' CLOCK_MONOTONIC is slewed, CLOCK_MONOTONIC_RAW is not.</summary>
internal sealed class LocalClocks
{
    private const int Tries = 3;

    // FILETIME counts from 1601, in units of 100 ns.
    private static readonly long Year1970 = OperatingSystem.IsWindows() ? 116_444_736_000_000_000 : 0;

    private readonly IClockReader _precise;
    private readonly IClockReader _counter;
    private readonly long _counterStart;

    private LocalClocks(IClockReader precise, IClockReader counter)
    {
        (_precise, _counter) = (precise, counter);
        _counterStart = counter.Read();
    }

    public static LocalClocks? From(IReadOnlyList<Clock> clocks) =>
        Clock.GetValues(ClockSource.PreciseTime, clocks) is { } precise
            && ClockSet.OpenUncorrectedCounter().Values is { } counter
            ? new LocalClocks(precise, counter)
            : null;

    /// <returns>False when it was cancelled.</returns>
    public static bool Wait(TimeSpan time, CancellationToken cancellationToken) => !cancellationToken.WaitHandle.WaitOne(time);

    public LocalMoment Now()
    {
        var (shortest, best) = (double.MaxValue, default(LocalMoment));
        for (var i = 0; i < Tries; i++)
        {
            var before = Counter();
            var precise = (_precise.Read() - Year1970) * (long)_precise.Unit!.Value.Nanoseconds;
            var after = Counter();
            if (after - before < shortest)
            {
                (shortest, best) = (after - before, new LocalMoment(precise, (before + after) / 2));
            }
        }

        return best;
    }

    private double Counter() => (_counter.Read() - _counterStart) * _counter.Unit!.Value.Nanoseconds;
}

/// <summary>A moment by the two clocks of this machine that are compared with a reference.</summary>
/// <param name="PreciseNs">Precise time in ns since 1970, which time services correct.</param>
/// <param name="CounterNs">The counter in ns, which they do not.</param>
internal readonly record struct LocalMoment(long PreciseNs, double CounterNs)
{
    public static LocalMoment Between(LocalMoment one, LocalMoment other) =>
        new((one.PreciseNs + other.PreciseNs) / 2, (one.CounterNs + other.CounterNs) / 2);
}
