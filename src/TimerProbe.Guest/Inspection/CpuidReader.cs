using System.Runtime.Intrinsics.X86;

namespace TimerProbe.Guest.Inspection;

/// <summary>Executes CPUID on whatever processor the thread is on.</summary>
internal static class CpuidReader
{
    /// <summary>The leaves; null where the processor has no such instruction.</summary>
    public static CpuidLeaves? Read() => X86Base.IsSupported ? new CpuidLeaves(Ask) : null;

    private static CpuidRegisters Ask(uint leaf, uint subleaf)
    {
        var (eax, ebx, ecx, edx) = X86Base.CpuId(unchecked((int)leaf), unchecked((int)subleaf));
        return new CpuidRegisters(unchecked((uint)eax), unchecked((uint)ebx), unchecked((uint)ecx), unchecked((uint)edx));
    }
}
