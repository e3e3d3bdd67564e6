namespace TimerProbe.Guest.Measuring;

/// <summary>
/// Compares the rates of this machine's clocks with a clock outside of it, and of precise with coarse time. Coarse time is right
/// at the moment it steps, so each comparison reads precise time at steps of coarse time and keeps the smallest difference:
/// being interrupted can only make it larger.
/// </summary>
public static class DriftProbe
{
    public static readonly TimeSpan Shortest = TimeSpan.FromSeconds(10);

    /// <summary>The time to compare when only a reference is named: enough for the host's time in whole seconds.</summary>
    public static readonly TimeSpan Default = TimeSpan.FromSeconds(60);

    private const int Steps = 9;

    /// <summary>Compares now and once more after a while.</summary>
    /// <param name="look">Called four times a second meanwhile.</param>
    /// <returns>With the comparison with the reference that is the least uncertain.</returns>
    internal static (DriftFacts? Drift, Reading<ReferenceReading?> Best) Measure(
        IReadOnlyList<Clock> clocks,
        TimeSpan over,
        Reading<ITimeReference> reference,
        bool wasNamed,
        Action look,
        Action<string> progress,
        CancellationToken cancellationToken)
    {
        if (Clock.GetValues(ClockSource.PreciseTime, clocks) is not { } precise
            || Clock.GetValues(ClockSource.CoarseTime, clocks) is not { } coarse)
        {
            return (null, Reading.Missing<ReferenceReading?>("precise or coarse time cannot be read here"));
        }

        var run = new DriftRun(
            reference, wasNamed, () => Compare(precise, coarse, cancellationToken), look, TimeReferences.Wait, TimeProvider.System);
        return (run.Measure(over, progress, cancellationToken), run.Best);
    }

    internal static DriftFacts Describe(Offset first, Offset last, TimeSpan elapsed) => new(
        Math.Round(elapsed.TotalSeconds, 3),
        new PartsPerMillion((last.Smallest.Nanoseconds - first.Smallest.Nanoseconds) / elapsed.TotalMicroseconds * 1e3),
        new PartsPerMillion((first.Spread.Nanoseconds + last.Spread.Nanoseconds) / elapsed.TotalMicroseconds * 1e3));

    private static Offset Compare(IClockReader precise, IClockReader coarse, CancellationToken cancellationToken)
    {
        var differences = new double[Steps];
        for (var i = 0; i < Steps && !cancellationToken.IsCancellationRequested; i++)
        {
            var before = coarse.Read();
            long after;
            do
            {
                after = coarse.Read();
            }
            while (after == before && !cancellationToken.IsCancellationRequested);
            differences[i] = (precise.Read() - after) * coarse.Unit!.Value.Nanoseconds;
        }

        return Offset.From(differences);
    }
}

/// <summary>By how much precise time was ahead of coarse time at the moments coarse time stepped.</summary>
internal readonly record struct Offset(Duration Smallest, Duration Spread)
{
    /// <summary>Sorts the differences, which are in ns.</summary>
    public static Offset From(double[] differences)
    {
        OrderStatistics.Sort(differences);
        return new Offset(new Duration(differences[0]), new Duration(differences[differences.Length / 2] - differences[0]));
    }
}
