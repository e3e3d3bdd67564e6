using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using TimerProbe.Core.Facts;

namespace TimerProbe.Guest.Clocks;

/// <summary>Every clock of this machine, with the memory that some of them need.</summary>
public sealed class ClockSet : IDisposable
{
    private readonly ExecutableStub _stub;

    private ClockSet(ExecutableStub stub)
    {
        _stub = stub;
        All =
        [
            PreciseTimeClock.Open(),
            CoarseTimeClock.Open(),
            CounterClock.Open(),
            TimestampCounterClock.Open(stub),
            TimestampCounterOrderedClock.Open(stub),
            VmExitClock.Open(),
            EmptyCallClock.Open(stub),
        ];
    }

    /// <summary>Every source in the order of its enumeration, those that do not exist here too.</summary>
    public IReadOnlyList<Clock> All { get; }

    /// <summary>The clock by which a machine is judged.</summary>
    public Clock PreciseTime => All[(int)ClockSource.PreciseTime];

    /// <summary>Opens the clocks.</summary>
    /// <param name="useStub">Whether to allocate the few bytes of executable memory that reading the TSC by itself takes.</param>
    public static ClockSet Open(bool useStub) =>
        new(useStub ? ExecutableStub.Create() : ExecutableStub.Without("turned off by --no-stub"));

    /// <inheritdoc/>
    public void Dispose() => _stub.Dispose();
}

internal static class CoarseTimeClock
{
    public static Clock Open() => OperatingSystem.IsWindows()
        ? WindowsClock.Open(ClockSource.CoarseTime, "GetSystemTimeAsFileTime", WindowsClock.FileTimeUnit)
        : LinuxClock.Open(ClockSource.CoarseTime, LinuxClock.RealtimeCoarse, "CLOCK_REALTIME_COARSE");
}

internal static class PreciseTimeClock
{
    public static Clock Open() => OperatingSystem.IsWindows()
        ? WindowsClock.Open(ClockSource.PreciseTime, "GetSystemTimePreciseAsFileTime", WindowsClock.FileTimeUnit)
        : LinuxClock.Open(ClockSource.PreciseTime, LinuxClock.Realtime, "CLOCK_REALTIME");
}

internal static class TimestampCounterClock
{
    public static Clock Open(ExecutableStub stub) => stub.Why is { } why
        ? Clock.Missing(ClockSource.TimestampCounter, "RDTSC", why)
        : Clock.Create(
            ClockSource.TimestampCounter, "RDTSC", new ClockReader<NativeCall>(stub.Rdtsc, clockId: 0, unit: null, hasValues: true));
}

/// <summary>
/// CPUID: inside a virtual machine it always exits to the hypervisor (Intel SDM volume 3, 26.1.2; AMD-V intercepts it in all hypervisors).
/// </summary>
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

internal static class TimestampCounterOrderedClock
{
    private const string Api = "RDTSCP";

    public static Clock Open(ExecutableStub stub) => stub.Why switch
    {
        { } why => Clock.Missing(ClockSource.TimestampCounterOrdered, Api, why),
        null when !IsSupported =>
            Clock.Missing(ClockSource.TimestampCounterOrdered, Api, "this processor has no RDTSCP (CPUID 0x80000001 EDX[27])"),
        null =>
            Clock.Create(
                ClockSource.TimestampCounterOrdered,
                Api,
                new ClockReader<NativeCall>(stub.Rdtscp, clockId: 0, unit: null, hasValues: true)),
    };

    private static bool IsSupported =>
        unchecked((uint)X86Base.CpuId(unchecked((int)0x80000000), 0).Eax) >= 0x80000001
        && (X86Base.CpuId(unchecked((int)0x80000001), 0).Edx & (1 << 27)) != 0;
}

/// <summary>A call that returns at once: what the loop itself costs.</summary>
internal static unsafe class EmptyCallClock
{
    public static Clock Open(ExecutableStub stub)
    {
        delegate*<long*, void> nothing = &DoNothing;
        return stub.Why is null
            ? Clock.Create(ClockSource.EmptyCall, "RET", new ClockReader<NativeCall>(stub.Ret, clockId: 0, unit: null, hasValues: false))
            : Clock.Create(
                ClockSource.EmptyCall,
                "empty method",
                new ClockReader<ManagedCall>((nint)nothing, clockId: 0, unit: null, hasValues: false));
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void DoNothing(long* slots)
    {
    }
}

/// <summary>
/// A page of machine code for the instructions C# has no name for. It is written while writable and made executable
/// afterwards, never both at once; where policy refuses that, <see cref="Why"/> says so.
/// </summary>
internal sealed class ExecutableStub : IDisposable
{
    private nint _page;

    private ExecutableStub(nint page, string? why)
    {
        _page = page;
        Why = why;
    }

    /// <summary>Why there is no stub; null when there is one.</summary>
    public string? Why { get; }

    public nint Rdtsc => _page + StubCode.RdtscOffset;

    public nint Rdtscp => _page + StubCode.RdtscpOffset;

    public nint Ret => _page + StubCode.RetOffset;

    public static ExecutableStub Without(string why) => new(page: 0, why);

    public static ExecutableStub Create()
    {
        if (RuntimeInformation.ProcessArchitecture != Architecture.X64)
        {
            return Without($"RDTSC is an x86-64 instruction; this process runs on {RuntimeInformation.ProcessArchitecture}");
        }

        var code = StubCode.Assemble(OperatingSystem.IsWindows());
        var page = OperatingSystem.IsWindows() ? WindowsPages.Allocate(code, out var error) : LinuxPages.Allocate(code, out error);
        return page == 0 ? Without($"executable memory was refused: {error}") : new ExecutableStub(page, why: null);
    }

    public void Dispose()
    {
        var page = Interlocked.Exchange(ref _page, 0);
        if (page == 0)
        {
            return;
        }

        if (OperatingSystem.IsWindows())
        {
            WindowsPages.Free(page);
        }
        else
        {
            LinuxPages.Free(page);
        }
    }
}
