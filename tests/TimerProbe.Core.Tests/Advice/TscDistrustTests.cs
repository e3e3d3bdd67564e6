namespace TimerProbe.Core.Tests.Advice;

/// <summary>What the watchdog's figures say of why the kernel ruled the TSC out.</summary>
public sealed class TscDistrustTests
{
    [Theory]
    [InlineData("hpet", 500e6, 504.9e6, false, TscReason.LateRead)]
    [InlineData("hpet", 500e6, 505.1e6, false, TscReason.Apart)]
    [InlineData("hpet", 500e6, 489e6, false, TscReason.Apart)]
    [InlineData("acpi_pm", 500e6, 500e6 + 4_686_960_000, false, TscReason.LateRead)] // a turn of 24 bits was missed
    [InlineData("acpi_pm", 500e6, 500e6 + (2 * 4_686_960_000.0), false, TscReason.LateRead)]
    [InlineData("acpi_pm", 500e6, 500e6 + 6_000_000_000, false, TscReason.Jumped)]
    [InlineData("hpet", 500e6, 500e6 + 4_686_960_000, false, TscReason.Jumped)]
    [InlineData("hpet", 500e6, null, true, TscReason.WentBack)]
    [InlineData("hpet", null, 500e6, false, TscReason.LateRead)] // without figures nothing is ruled out
    public void It_is_told_from_the_figures(string against, double? againstNs, double? tscNs, bool wentBack, object reason)
    {
        var linux = new LinuxFacts
        {
            UnstableReason = "Marking clocksource 'tsc' as unstable because the skew is too large",
            Watchdog = new WatchdogFacts(against, Ns(againstNs), Ns(tscNs), wentBack),
        };
        Assert.Equal(reason, TscDistrust.GetReason(linux));
        Assert.Equal(reason is TscReason.LateRead && againstNs is not null, TscDistrust.MayBeLateRead(linux));
    }

    private static Duration? Ns(double? ns) => ns is { } known ? new Duration(known) : null;
}
