using System.Text.Json.Serialization;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Facts;

/// <summary>
/// The page of memory by which a hypervisor tells Windows how to turn the TSC into time: HV_REFERENCE_TSC_PAGE of Microsoft's Hypervisor
/// Top-Level Functional Specification, "Partition Reference Time Enlightenment". Time
/// in units of 100 ns = (TSC * multiplier) / 2^64 + bias.
/// </summary>
/// <param name="Sequence">TscSequence: changes whenever the other two do; 0, and 0xFFFFFFFF in older interfaces,
/// mean that the page does not hold and that reads have to call the hypervisor.</param>
/// <param name="Multiplier">TscScale: how much time, in units of 100 ns divided by 2^64, one tick
/// of the TSC stands for. Larger than a double holds exactly.</param>
/// <param name="Bias">TscOffset in units of 100 ns; negative where the TSC was ahead.</param>
public sealed record ReferencePageFacts(
    uint Sequence, ulong Multiplier, [property: JsonConverter(typeof(SignedNumberJsonConverter))] long Bias)
{
    // No processor's TSC runs slower or faster; CPUID 0x40000010 is held to the same bounds.
    private const double SlowestTsc = 1e8;
    private const double FastestTsc = 2e10;

    private const double UnitsPerSecond = 1e7;
    private const double TwoToThe64 = 18_446_744_073_709_551_616.0;

    /// <summary>Whether reads may go by the page: its sequence marks it as valid.</summary>
    public bool Valid => Sequence is not (0 or uint.MaxValue);

    /// <summary>
    /// The rate of the TSC that the multiplier stands for, 10^7 * 2^64 / multiplier; null while the page does not hold, and for a
    /// multiplier that is no TSC's (0, or a rate outside 100 MHz to 20 GHz).
    /// </summary>
    public Frequency? ToldTscHz => Valid && UnitsPerSecond * TwoToThe64 / Multiplier is >= SlowestTsc and <= FastestTsc and var hertz
        ? new Frequency((long)Math.Round(hertz))
        : null;
}
