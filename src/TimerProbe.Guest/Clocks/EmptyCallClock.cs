using System.Runtime.CompilerServices;
using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Clocks;

/// <summary>A call that returns at once: what the loop itself costs.</summary>
internal static unsafe class EmptyCallClock
{
    public static Clock Open(ExecutableStub stub)
    {
        delegate*<long*, void> nothing = &DoNothing;
        return stub.Why is null
            ? Clock.Create(ClockSource.EmptyCall, "RET", new ClockReader<NativeCall>(stub.Ret, clockId: 0, unit: null, hasValues: false))
            : Clock.Create(ClockSource.EmptyCall, "empty method", new ClockReader<ManagedCall>((nint)nothing, clockId: 0, unit: null, hasValues: false));
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void DoNothing(long* slots)
    {
    }
}
