using System.Globalization;
using System.Text.Json.Serialization;

namespace TimerProbe.Core.Units;

/// <summary>A frequency in whole hertz.</summary>
/// <param name="Hertz">The frequency in Hz; positive.</param>
[JsonConverter(typeof(FrequencyJsonConverter))]
public readonly record struct Frequency(long Hertz)
{
    /// <summary>The lowest that is believed of a clock: below it none counts that is read in nanoseconds.</summary>
    public static readonly Frequency Slowest = new(1_000_000);

    /// <summary>The highest that is believed of a clock.</summary>
    public static readonly Frequency Fastest = new(100_000_000_000);

    /// <summary>
    /// Whether a clock can have it: from <see cref="Slowest"/> to <see cref="Fastest"/>, so that what is divided by it stays finite.
    /// </summary>
    public bool IsOfClock => Hertz >= Slowest.Hertz && Hertz <= Fastest.Hertz;

    /// <summary>The frequency in MHz.</summary>
    public double Megahertz => Hertz / 1e6;

    /// <summary>The frequency of a clock that somebody else told; null outside <see cref="Slowest"/> to <see cref="Fastest"/>.</summary>
    public static Frequency? OfClock(long hertz) => new Frequency(hertz) is { IsOfClock: true } reported ? reported : null;

    /// <summary>A frequency told in kHz, as CPUID leaf 0x40000010 does.</summary>
    public static Frequency FromKilohertz(double kilohertz) => new((long)Math.Round(kilohertz * 1e3));

    /// <summary>A frequency told in MHz, as VMware Tools and the Linux kernel do.</summary>
    public static Frequency FromMegahertz(double megahertz) => new((long)Math.Round(megahertz * 1e6));

    /// <summary>How far this frequency lies from a reference: positive when it is higher.</summary>
    public PartsPerMillion DifferenceFrom(Frequency reference) =>
        new((Hertz - (double)reference.Hertz) / reference.Hertz * 1e6);

    /// <summary>The frequency in MHz to the kHz, such as <c>2,593.905 MHz</c>; the same in every culture.</summary>
    public override string ToString() => Megahertz.ToString("#,0.000", CultureInfo.InvariantCulture) + " MHz";
}
