using FsCheck;
using FsCheck.Fluent;

namespace TimerProbe.Guest.Tests.Inspection;

public class CpuidFactsTests
{
    [Fact]
    public void VMware_tells_its_name_the_power_on_frequency_and_the_reference_page()
    {
        var facts = CpuidFacts.Parse(CpuidTables.VMware());
        Assert.Equal(
            new HypervisorFacts
            {
                Present = true,
                Vendor = "VMwareVMware",
                Name = "VMware",
                Interface = "Hv#1",
                ReferenceTsc = true,
                VirtualTscHz = new Frequency(2_494_000_000),
                VirtualTscSource = TscRateSource.Cpuid,
            },
            facts.Hypervisor);
        Assert.Null(facts.NoVirtualTscReason);
    }

    [Theory]
    [InlineData("GenuineIntel", "intel")]
    [InlineData("AuthenticAMD", "amd")]
    [InlineData("HygonGenuine", null)]
    public void The_maker_is_spelled_as_vCenter_does(string vendor, string? maker) => Assert.Equal(maker, CpuidFacts.Parse(CpuidTables.Made(vendor)).CpuVendor);

    [Fact]
    public void Bare_metal_names_its_processor_and_has_no_hypervisor_whatever_its_leaves_answer()
    {
        var facts = CpuidFacts.Parse(CpuidTables.BareMetal());
        Assert.Equal(("Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz", true), (facts.CpuModel, facts.InvariantTsc));
        Assert.Equal(new HypervisorFacts { Present = false }, facts.Hypervisor);
        Assert.Null(facts.NoVirtualTscReason);
    }

    [Fact]
    public void KVM_tells_no_interface_and_its_frequency_leaf_is_not_read_beyond_the_maximum_leaf()
    {
        var facts = CpuidFacts.Parse(CpuidTables.Kvm());
        Assert.Equal(("KVM", null, null), (facts.Hypervisor.Name, facts.Hypervisor.Interface, facts.Hypervisor.VirtualTscHz));
        Assert.Equal("the hypervisor reports no TSC frequency: its CPUID leaves end at 0x40000001", facts.NoVirtualTscReason);
        Assert.Equal("KVM", CpuidFacts.Parse(CpuidTables.Kvm(maximum: 0)).Hypervisor.Name);
    }

    [Theory]
    [InlineData(0, null, "the hypervisor reports no TSC frequency: CPUID 0x40000010 is empty")]
    [InlineData(99_999, null, "CPUID 0x40000010 reports 99999 kHz, which is not a valid TSC frequency")]
    [InlineData(100_000, 100_000_000L, null)]
    [InlineData(20_000_000, 20_000_000_000L, null)]
    [InlineData(20_000_001, null, "CPUID 0x40000010 reports 20000001 kHz, which is not a valid TSC frequency")]
    public void A_frequency_no_processor_has_is_not_taken(uint kilohertz, long? hertz, string? why)
    {
        var facts = CpuidFacts.Parse(CpuidTables.VMware(kilohertz));
        Assert.Equal((hertz, why, hertz is null ? null : TscRateSource.Cpuid),
            (facts.Hypervisor.VirtualTscHz?.Hertz, facts.NoVirtualTscReason, facts.Hypervisor.VirtualTscSource));
    }

    [Fact]
    public void What_no_leaf_tells_is_not_known()
    {
        var facts = CpuidFacts.Parse(new CpuidLeaves(leaf => leaf == 1 ? (0u, 0u, 0x8000_0000u, 0u) : default));
        Assert.Equal((null, null, false), (facts.CpuModel, facts.Hypervisor.Vendor, facts.InvariantTsc));
    }

    [Fact]
    public void A_leaf_is_asked_once_for_it_ends_the_virtual_machines_turn()
    {
        var asked = new List<uint>();
        var leaves = new CpuidLeaves(leaf =>
        {
            asked.Add(leaf);
            return (1, 0, 0, 0);
        });

        Assert.Equal(leaves.At(1), leaves.At(1));
        Assert.Equal([0, 1], asked);
    }

    [Fact]
    public void A_brand_that_is_empty_is_none() =>
        Assert.Null(CpuidFacts.Parse(new CpuidLeaves(leaf => leaf == 0x8000_0000 ? (0x8000_0004u, 0u, 0u, 0u) : default)).CpuModel);

    [Theory]
    [InlineData(0x0000_0200, true)]
    [InlineData(0x0000_0100, false)]
    public void The_reference_page_has_a_bit_of_its_own(uint features, bool offered) =>
        Assert.Equal(offered, CpuidFacts.Parse(CpuidTables.HyperV(features)).Hypervisor.ReferenceTsc);

    [Fact]
    public void HyperV_offers_its_reference_page_and_KVM_that_poses_as_it_is_named_KVM()
    {
        var hypervisor = CpuidFacts.Parse(CpuidTables.HyperV()).Hypervisor;
        Assert.Equal(("Hyper-V", true, null), (hypervisor.Name, hypervisor.ReferenceTsc, hypervisor.VirtualTscHz));
        Assert.Null(CpuidFacts.Parse(CpuidTables.Xen()).Hypervisor.ReferenceTsc);
        var posing = CpuidFacts.Parse(CpuidTables.KvmPosingAsHyperV()).Hypervisor;
        Assert.Equal(("Microsoft Hv", "KVM"), (posing.Vendor, posing.Name));
    }

    [Theory]
    [InlineData("XenVMMXenVMM", "Xen")]
    [InlineData("VBoxVBoxVBox", "VirtualBox")]
    [InlineData("TCGTCGTCGTCG", "QEMU (TCG)")]
    [InlineData(" lrpepyh  vr", "Parallels")]
    [InlineData("prl hyperv  ", "Parallels")]
    [InlineData("bhyve bhyve ", "bhyve")]
    [InlineData("ACRNACRNACRN", "ACRN")]
    [InlineData("QNXQVMBSQG", "QNX")]
    [InlineData("Linux KVM Hv", "KVM")]
    [InlineData("HAXMHAXMHAXM", "HAXM")]
    [InlineData(" QNXQVMBSQG ", "QNX")]
    [InlineData("SomethingNew", "SomethingNew")]
    public void Vendors_have_names(string vendor, string name) => Assert.Equal(name, CpuidFacts.Parse(CpuidTables.Named(vendor)).Hypervisor.Name);

    [Theory]
    [InlineData("VMware", null, true)]
    [InlineData("KVM", "VMware, Inc.", true)]
    [InlineData("KVM", "QEMU", false)]
    [InlineData("KVM", null, false)]
    public void VMware_is_known_by_its_vendor_or_its_firmware(string name, string? manufacturer, bool isVMware) =>
        Assert.Equal(isVMware, VMwareToolsInspector.IsVMware(
        new MachineFacts { Name = "", Os = "", Architecture = "", Hypervisor = new() { Present = true, Name = name }, SmbiosManufacturer = manufacturer }));

    [Fact]
    public void No_registers_make_it_throw() => Prop.ForAll<uint[]>(seed =>
    {
        var next = 0;
        uint Any() => seed.Length == 0 ? uint.MaxValue : seed[next++ % seed.Length] * 2654435761u;
        CpuidFacts.Parse(new CpuidLeaves(_ => (Any(), Any(), Any(), Any())));
    }).QuickCheckThrowOnFailure();
}
