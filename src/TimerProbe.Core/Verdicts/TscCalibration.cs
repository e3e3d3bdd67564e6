using TimerProbe.Core.Facts;
using static System.FormattableString;

namespace TimerProbe.Core.Verdicts;

/// <summary>
/// Says whether the guest's second can be a second: what its kernel took the TSC's rate for scales every figure that is measured there.
/// </summary>
public static class TscCalibration
{
    /// <summary>
    /// Rates further apart are another clock's, and no error of measuring one. The bands of a verdict are factors of two and more wide.
    /// </summary>
    public const double Tolerance = 1.25;

    /// <summary>
    /// Why figures in ns cannot be believed; null where nothing speaks against them. A
    /// clock outside of the machine decides, where one was asked.
    /// </summary>
    public static string? Doubt(MachineFacts machine, DriftFacts? drift)
    {
        if (drift?.CounterAgainstReferencePpm is { } ppm)
        {
            var rate = 1 + (ppm.Value / 1e6);
            return IsApart(rate)
                ? Invariant(
                    $"the machine counts {rate:0.00} s in a second of the clock that it was compared with, so what was measured in ns is wrong by as much")
                : null;
        }

        if (machine is not { Linux.KernelTscHz: { Hertz: > 0 } kernel, Hypervisor.VirtualTscHz: { Hertz: > 0 } reported })
        {
            return null;
        }

        var factor = (double)reported.Hertz / kernel.Hertz;
        return IsApart(factor)
            ? Invariant(
                $"the kernel takes the TSC for {kernel.Megahertz:#,0} MHz and the hypervisor reports {reported.Megahertz:#,0} MHz, so what was measured in ns may be {(factor > 1 ? factor : 1 / factor):0.0} times too {(factor > 1 ? "high" : "low")}; --drift with --reference compares with a clock outside")
            : null;
    }

    private static bool IsApart(double factor) => factor is > Tolerance or < 1 / Tolerance;
}
