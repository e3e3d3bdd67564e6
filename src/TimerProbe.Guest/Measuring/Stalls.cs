using TimerProbe.Core.Units;

namespace TimerProbe.Guest.Measuring;

/// <summary>
/// The time in which batches stood still. A batch of a source that reads no precise clock overruns because somebody else had the
/// processor; one of a clock may overrun because the clock did.
/// </summary>
internal readonly record struct Stalls(Duration Lost, Duration Ran)
{
    /// <summary>This share of the measuring time may be lost...</summary>
    public const double LongShare = 0.25;

    /// <summary>...or this much time, whichever is longer: what interrupts and short daemons take is no starvation.</summary>
    public static readonly Duration LongTime = Duration.FromMilliseconds(5);

    /// <summary>The share of the time that was lost, 0 to 1.</summary>
    public double Share => Ran > Duration.Zero ? Math.Clamp(Lost / Ran, 0, 1) : 0;

    /// <summary>Whether so much was lost of a recording that somebody else had the processor for long.</summary>
    /// <param name="recording">The time that recording all batches took, those of other sources included.</param>
    public bool AreLong(TimeSpan recording) => Share > LongShare && Share * recording.TotalNanoseconds > LongTime.Nanoseconds;

    public static Stalls operator +(Stalls one, Stalls other) =>
        new(new Duration(one.Lost.Nanoseconds + other.Lost.Nanoseconds), new Duration(one.Ran.Nanoseconds + other.Ran.Nanoseconds));

    public static Stalls From(params IEnumerable<BatchSeries> series)
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
