using System.Runtime.Intrinsics.X86;
using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Clocks;

/// <summary>CPUID: inside a virtual machine it always exits to the hypervisor (Intel SDM volume 3, 26.1.2; AMD-V intercepts it in all hypervisors).</summary>
internal static unsafe class VmExitClock
{
    public static Clock Open()
    {
        delegate*<long*, void> cpuid = &ExecuteCpuid;
        return X86Base.IsSupported
            ? Clock.Create(ClockSource.VmExit, "CPUID", new ClockReader<ManagedCall>((nint)cpuid, clockId: 0, unit: null, hasValues: false))
            : Clock.Missing(ClockSource.VmExit, "CPUID", "CPUID is an x86 instruction; this processor has none that always exits");
    }

    private static void ExecuteCpuid(long* slots) => slots[0] = X86Base.CpuId(0, 0).Eax;
}
