using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// The time in which batches stood still. Only sources that read no precise clock are asked: a batch of theirs overruns because
/// somebody else had the processor, while one of a clock may overrun because the clock did.
/// </summary>
/// <param name="Lost">The time by which batches overran twice their median.</param>
/// <param name="Ran">The time that all of these batches took.</param>
internal readonly record struct Stalls(Duration Lost, Duration Ran)
{
    /// <summary>The share of the time that was lost, 0 to 1.</summary>
    public double Share => Ran > Duration.Zero ? Math.Clamp(Lost / Ran, 0, 1) : 0;

    /// <summary>What these series lost together.</summary>
    public static Stalls Of(params IEnumerable<BatchSeries> series)
    {
        var (lost, ran) = (0.0, 0.0);
        foreach (var one in series)
        {
            lost += one.Lost().Nanoseconds;
            ran += one.Ran.Nanoseconds;
        }

        return new Stalls(new Duration(lost), new Duration(ran));
    }
}
