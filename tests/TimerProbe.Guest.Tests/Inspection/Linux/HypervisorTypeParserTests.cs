namespace TimerProbe.Guest.Tests.Inspection.Linux;

public sealed class HypervisorTypeParserTests
{
    [Theory]
    [InlineData(false, null, null)]
    [InlineData(true, "TCGTCGTCGTCG", "QEMU (TCG)")]
    [InlineData(true, "XenVMMXenVMM", "Xen")]
    public void A_kernel_on_xen_says_so_whatever_cpuid_names(bool present, string? vendor, string? name)
    {
        var facts = LinuxTextParser.AddXen(new HypervisorFacts { Present = present, Vendor = vendor, Name = name }, "xen\n");
        Assert.Equal((true, vendor, "Xen"), (facts.Present, facts.Vendor, facts.Name));
    }

    [Theory]
    [InlineData("bhyve bhyve ", "bhyve", "kvm-clock", "KVM")]
    [InlineData("bhyve bhyve ", "bhyve", "PVM", "PVM")]
    [InlineData("KVMKVMKVM", "KVM", "xen", "Xen")]
    [InlineData("KVMKVMKVM", "KVM", "hyperv_clocksource_tsc_page", "Hyper-V")]
    [InlineData("Microsoft Hv", "KVM", "hyperv_clocksource_tsc_page", "KVM")] // KVM that shows Hyper-V's interface
    [InlineData("Microsoft Hv", "KVM", "Microsoft Hyper-V", "KVM")]
    [InlineData("VMwareVMware", "VMware", "tsc", "VMware")]
    [InlineData("XenVMMXenVMM", "Xen", "KVM", "Xen")]
    public void What_the_kernel_goes_by_comes_before_CPUID(string vendor, string name, string word, string expected) => Assert.Equal(
        (vendor, expected),
        (LinuxTextParser.AddKernel(new HypervisorFacts { Present = true, Vendor = vendor, Name = name }, word) is var facts ? facts.Vendor : null, facts.Name));

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("z/VM\n")]
    public void Anything_else_changes_nothing(string? type)
    {
        var cpuid = new HypervisorFacts { Present = true, Vendor = "KVMKVMKVM", Name = "KVM" };
        Assert.Equal(cpuid, LinuxTextParser.AddXen(cpuid, type));
    }
}
