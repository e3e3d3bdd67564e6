using System.Text;
using CpuidRegisters = (uint Eax, uint Ebx, uint Ecx, uint Edx);

namespace TimerProbe.Guest.Tests.Inspection;

/// <summary>Leaves as machines of each kind answer them. A leaf that is not listed answers as Intel's do: with the highest basic leaf.</summary>
internal static class CpuidTables
{
    private static readonly CpuidRegisters HighestBasicLeaf = (0x07, 0x340, 0x340, 0x99);

    public static CpuidLeaves BareMetal() => Leaves(Xeon(hypervisor: false));

    public static CpuidLeaves VMware(uint kilohertz = 2_494_000) => Leaves(
    [
        .. Xeon(hypervisor: true),
        (0x4000_0000, Vendor(0x4000_0010, "VMwareVMware")),
        (0x4000_0001, Vendor("Hv#1", "")),
        (0x4000_0003, (0x0000_0252, 0, 0, 0)),
        (0x4000_0010, (kilohertz, 66_000, 0, 0)),
    ]);

    public static CpuidLeaves HyperV(uint features = 0x0000_2EFF) => Leaves(
    [
        .. Xeon(hypervisor: true),
        (0x4000_0000, Vendor(0x4000_000C, "Microsoft Hv")),
        (0x4000_0001, Vendor("Hv#1", "")),
        (0x4000_0003, (features, 0x003B_8030, 0, 0)),
    ]);

    public static CpuidLeaves Kvm(uint maximum = 0x4000_0001) => Leaves(
    [.. Xeon(hypervisor: true), (0x4000_0000, Vendor(maximum, "KVMKVMKVM\0\0\0")), (0x4000_0001, (0x0100_7EFB, 0, 0, 0))]);

    public static CpuidLeaves KvmPosingAsHyperV() => Leaves(
    [
        .. Xeon(hypervisor: true),
        (0x4000_0000, Vendor(0x4000_0005, "Microsoft Hv")),
        (0x4000_0001, Vendor("Hv#1", "")),
        (0x4000_0003, (0x0000_0A40, 0, 0, 0)),
        (0x4000_0100, Vendor(0x4000_0101, "KVMKVMKVM\0\0\0")),
    ]);

    public static CpuidLeaves Xen() => Leaves(
    [.. Xeon(hypervisor: true), (0x4000_0000, Vendor(0x4000_0005, "XenVMMXenVMM")), (0x4000_0001, (0x0004_0011, 0, 0, 0))]);

    /// <summary>A processor of a maker, whose leaf 0 has EBX, EDX and ECX in that order.</summary>
    public static CpuidLeaves Made(string vendor)
    {
        var bytes = Encoding.Latin1.GetBytes(vendor);
        return Leaves([(0, (1, Register(bytes, 0), Register(bytes, 8), Register(bytes, 4)))]);
    }

    public static CpuidLeaves Named(string vendor) => Leaves([.. Xeon(hypervisor: true), (0x4000_0000, Vendor(0x4000_0001, vendor))]);

    public static CpuidLeaves Leaves(IEnumerable<(uint Leaf, CpuidRegisters Registers)> table)
    {
        var known = table.ToDictionary(entry => entry.Leaf, entry => entry.Registers);
        return new CpuidLeaves(leaf => known.GetValueOrDefault(leaf, HighestBasicLeaf));
    }

    public static CpuidRegisters Vendor(uint maximum, string text)
    {
        var bytes = Encoding.Latin1.GetBytes(text.PadRight(12, '\0'));
        return (maximum, Register(bytes, 0), Register(bytes, 4), Register(bytes, 8));
    }

    private static CpuidRegisters Vendor(string first, string rest) => Vendor(Register(Encoding.Latin1.GetBytes(first), 0), rest);

    private static (uint, CpuidRegisters)[] Xeon(bool hypervisor) =>
    [
        (0, Vendor(0x16, "GenuntelineI")),
        (1, (0x0005_0657, 0x0002_0800, hypervisor ? 0xFFFA_3203 : 0x7FFE_FBFF, 0x1F8B_FBFF)),
        (0x8000_0000, (0x8000_0008, 0, 0, 0)),
        (0x8000_0002, Brand("Intel(R) Xeon(R)")),
        (0x8000_0003, Brand(" Gold 6248 CPU @")),
        (0x8000_0004, Brand(" 2.50GHz")),
        (0x8000_0007, (0, 0, 0, 0x100)),
    ];

    private static CpuidRegisters Brand(string text)
    {
        var bytes = Encoding.Latin1.GetBytes(text.PadRight(16, '\0'));
        return (Register(bytes, 0), Register(bytes, 4), Register(bytes, 8), Register(bytes, 12));
    }

    private static uint Register(byte[] bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(at));
}
