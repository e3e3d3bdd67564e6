using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

/// <summary>Guests of Xen: new domains that nobody ever moved.</summary>
public class XenRulesTests
{
    [Theory]
    [InlineData(null)]
    [InlineData("QEMU")]
    [InlineData("VMware, Inc.")]
    public void What_the_kernel_says_of_xen_comes_before_smbios(string? manufacturer) =>
        Assert.Equal(Setting.Xen, Platforms.GetPlatform(Paravirtualized.Machine with { SmbiosManufacturer = manufacturer }));

    [Fact]
    public void A_trapped_clock_has_something_to_do_and_blames_no_move()
    {
        var finding = ClockPathRules.TrappedTsc.Evaluate(Paravirtualized.Says(ClockState.Slow, ClockCause.TscTrapped, Confidence.Inferred))!;
        Assert.Equal(
            ["Read the TSC natively: tsc_mode", "Let Xen keep time by the TSC: clocksource=tsc", "Stop the VM and recreate it"],
            finding.Remedies.Select(remedy => remedy.Action.Split(" (")[0].Split(" on the")[0]));
        Assert.Contains(finding.Remedies[0].Steps, step => step.Text.Contains("xl debug-keys s", StringComparison.Ordinal));
    }

    [Fact]
    public void Elsewhere_a_kernel_that_lost_its_fast_path_is_named_beside_the_page()
    {
        var guest = LinuxOn("QEMU", "", "KVMKVMKVM", "KVM");
        var kvm = guest with
        {
            Machine = guest.Machine with { Linux = new LinuxFacts { Clocksource = "kvm-clock", AvailableClocksources = ["kvm-clock", "tsc"], Vdso = true } }
        };
        var finding = ClockPathRules.HypervisorPage.Evaluate(kvm.Says(ClockState.Slow, ClockCause.HypervisorPage, Confidence.Inferred))!;

        Assert.Contains("this kernel has lost its fast path", finding.LikelyCause, StringComparison.Ordinal);
        Assert.Contains(finding.Remedies, remedy => remedy.Action.StartsWith("Try another kernel version", StringComparison.Ordinal));
        Assert.Contains(finding.Remedies, remedy => remedy.Action.StartsWith("Use clock source tsc (", StringComparison.Ordinal));
    }

    private static GuestFacts Paravirtualized { get; } = WindowsOnVMware with
    {
        Machine = LinuxOn("", "", "", "Xen").Machine with
        {
            SmbiosManufacturer = null,
            SmbiosProduct = null,
            Linux = new LinuxFacts { Clocksource = "xen", AvailableClocksources = ["xen", "tsc"], Vdso = true }
        },
        Clocks = Costs(preciseTime: 1_400, vmExit: 24, timestampCounter: 1_200),
    };
}
