using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class SettingsTests
{
    [Theory]
    [InlineData("VMware, Inc.", "VMware7,1", "Microsoft Hv", Setting.VMware)]
    [InlineData("QEMU", "Standard PC (Q35 + ICH9, 2009)", "Microsoft Hv", Setting.Kvm)]
    [InlineData(null, null, "Microsoft Hv", Setting.HyperV)]
    [InlineData(null, null, "VMwareVMware", Setting.VMware)]
    [InlineData("Amazon EC2", "m5.large", "KVMKVMKVM", Setting.Cloud)]
    [InlineData("innotek GmbH", "VirtualBox", "KVMKVMKVM", Setting.VirtualBox)]
    [InlineData("Dell Inc.", "PowerEdge R740", "Microsoft Hv", Setting.Physical)]
    [InlineData("Amazon EC2", "c5.metal", null, Setting.Physical)] // without a hypervisor bit only SMBIOS can name one
    [InlineData("VMware, Inc.", "VMware7,1", null, Setting.VMware)]
    public void SMBIOS_comes_before_the_vendor_that_CPUID_shows(string? manufacturer, string? product, string? vendor, Setting expected) =>
        Assert.Equal(expected, Platforms.GetPlatform(WindowsOnVMware.Machine with
        {
            SmbiosManufacturer = manufacturer,
            SmbiosProduct = product,
            Hypervisor = new HypervisorFacts { Present = vendor is not null, Vendor = vendor },
        }));

    [Theory]
    [InlineData("Amazon EC2", "m7g.large", Setting.Cloud)]
    [InlineData("QEMU", "QEMU Virtual Machine", Setting.Kvm)]
    [InlineData(null, null, Setting.OtherHypervisor)]
    public void A_processor_without_CPUID_does_not_make_a_machine_physical(string? manufacturer, string? product, Setting expected)
    {
        var guest = ArmOn(manufacturer!, product!).Says(ClockState.Slow, ClockCause.PlatformTimer, Confidence.Measured);
        Assert.Equal(expected, Platforms.GetPlatform(guest.Machine));
        Assert.DoesNotContain(RuleCatalogue.Evaluate(guest)
            .SelectMany(finding => finding.Remedies), remedy => remedy.Action.Contains("firmware", StringComparison.Ordinal));
    }

    [Fact]
    public void Wine_is_not_given_remedies_for_Windows() => Assert.DoesNotContain(
        Setting.Windows,
        Platforms.GetSettings(WindowsOnVMware.Machine with { Windows = new WindowsFacts { Wine = "8.0" } }));
}
