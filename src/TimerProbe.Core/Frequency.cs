namespace TimerProbe.Core;

/// <summary>A frequency in whole hertz; positive.</summary>
[JsonConverter(typeof(FrequencyJsonConverter))]
public readonly record struct Frequency(long Hertz)
{
    public static readonly Frequency Slowest = new(1_000_000);

    public static readonly Frequency Fastest = new(100_000_000_000);

    /// <summary>Whether it is within <see cref="Slowest"/> to <see cref="Fastest"/>: what is divided by it is finite.</summary>
    public bool IsOfClock => Hertz >= Slowest.Hertz && Hertz <= Fastest.Hertz;

    /// <summary>The frequency in MHz.</summary>
    public double Megahertz => Hertz / 1e6;

    /// <summary>The frequency of a clock from outside the program; null outside <see cref="Slowest"/> to <see cref="Fastest"/>.</summary>
    public static Frequency? OfClock(long hertz) => new Frequency(hertz) is { IsOfClock: true } reported ? reported : null;

    /// <summary>A frequency reported in kHz, as CPUID leaf 0x40000010 does.</summary>
    public static Frequency FromKilohertz(double kilohertz) => new((long)Math.Round(kilohertz * 1e3));

    /// <summary>A frequency reported in MHz, as VMware Tools and the Linux kernel do.</summary>
    public static Frequency FromMegahertz(double megahertz) => new((long)Math.Round(megahertz * 1e6));

    public PartsPerMillion DifferenceFrom(Frequency reference) => new((Hertz - (double)reference.Hertz) / reference.Hertz * 1e6);

    /// <summary>The frequency in MHz to the kHz, such as <c>2,593.905 MHz</c>; the same in every culture.</summary>
    public override string ToString() => Megahertz.ToString("#,0.000") + " MHz";
}

/// <summary>Writes a clock's frequency in whole hertz; the member's name ends in <c>Hz</c>. What no clock has is refused.</summary>
public sealed class FrequencyJsonConverter() : NumberJsonConverter<Frequency>(
    (ref reader) => new(ExternalNumber.Within(ref reader, Frequency.Slowest.Hertz, Frequency.Fastest.Hertz, "a frequency", " Hz")),
    (writer, value) => writer.WriteNumberValue(value.Hertz));

/// <summary>Writes what processors do together, or a part of it, in whole hertz: also 0, and more than any clock's frequency.</summary>
public sealed class CapacityJsonConverter() : NumberJsonConverter<Frequency>(
    (ref reader) => new(ExternalNumber.Count(ref reader)), (writer, value) => writer.WriteNumberValue(value.Hertz));

/// <summary>Writes <see cref="PartsPerMillion"/> as a number; the member's name ends in <c>Ppm</c>.</summary>
public sealed class PartsPerMillionJsonConverter() : NumberJsonConverter<PartsPerMillion>(
    (ref reader) => new(ExternalNumber.Figure(ref reader)), (writer, value) => writer.WriteNumberValue(Math.Round(value.Value, 3)));
