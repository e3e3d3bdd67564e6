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
    [InlineData(null)]
    [InlineData("")]
    [InlineData("z/VM\n")]
    public void Anything_else_changes_nothing(string? type)
    {
        var cpuid = new HypervisorFacts { Present = true, Vendor = "KVMKVMKVM", Name = "KVM" };
        Assert.Equal(cpuid, LinuxTextParser.AddXen(cpuid, type));
    }
}
