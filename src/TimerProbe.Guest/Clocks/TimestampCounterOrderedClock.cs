using System.Runtime.Intrinsics.X86;
using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Clocks;

/// <summary>RDTSCP.</summary>
internal static class TimestampCounterOrderedClock
{
    private const string Api = "RDTSCP";

    public static Clock Open(ExecutableStub stub) => stub.Why switch
    {
        { } why => Clock.Missing(ClockSource.TimestampCounterOrdered, Api, why),
        null when !IsSupported => Clock.Missing(ClockSource.TimestampCounterOrdered, Api, "this processor has no RDTSCP (CPUID 0x80000001 EDX[27])"),
        null => Clock.Create(ClockSource.TimestampCounterOrdered, Api, new ClockReader<NativeCall>(stub.Rdtscp, clockId: 0, unit: null, hasValues: true)),
    };

    private static bool IsSupported =>
        unchecked((uint)X86Base.CpuId(unchecked((int)0x80000000), 0).Eax) >= 0x80000001
        && (X86Base.CpuId(unchecked((int)0x80000001), 0).Edx & (1 << 27)) != 0;
}
