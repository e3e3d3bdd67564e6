using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace TimerProbe.Guest.Clocks;

/// <summary>Every clock of this machine, with the memory that some of them need.</summary>
public sealed class ClockSet : IDisposable
{
    // Linux's uapi/linux/time.h.
    private const int Realtime = 0, Monotonic = 1, MonotonicRaw = 4, RealtimeCoarse = 5;

    private static readonly Duration FileTimeUnit = new(100);

    private readonly ExecutableStub _stub;

    private ClockSet(ExecutableStub stub)
    {
        _stub = stub;
        All =
        [
            OpenPreciseTime(),
            OpenCoarseTime(),
            OpenCounter(),
            OpenTimestampCounter(stub),
            OpenOrderedTimestampCounter(stub),
            OpenVmExit(),
            OpenEmptyCall(stub),
        ];
    }

    public IReadOnlyList<Clock> All { get; }

    public Clock PreciseTime => All[(int)ClockSource.PreciseTime];

    /// <summary>Opens the clocks.</summary>
    /// <param name="useStub">Allocates the few bytes of executable memory that reading the TSC by itself takes.</param>
    public static ClockSet Open(bool useStub) => new(useStub ? ExecutableStub.Create() : ExecutableStub.Without("turned off by --no-stub"));

    public void Dispose() => _stub.Dispose();

    internal static Clock OpenUncorrectedCounter() => OperatingSystem.IsLinux()
        ? OfLinux(ClockSource.MonotonicRaw, MonotonicRaw, "CLOCK_MONOTONIC_RAW")
        : OpenCounter();

    private static Clock OpenPreciseTime() => OperatingSystem.IsWindows()
        ? OfWindows(ClockSource.PreciseTime, "GetSystemTimePreciseAsFileTime", FileTimeUnit)
        : OfLinux(ClockSource.PreciseTime, Realtime, "CLOCK_REALTIME");

    private static Clock OpenCoarseTime() => OperatingSystem.IsWindows()
        ? OfWindows(ClockSource.CoarseTime, "GetSystemTimeAsFileTime", FileTimeUnit)
        : OfLinux(ClockSource.CoarseTime, RealtimeCoarse, "CLOCK_REALTIME_COARSE");

    private static Clock OpenCounter() => OperatingSystem.IsWindows()
        ? OfWindows(ClockSource.Counter, "QueryPerformanceCounter", new Duration(1e9 / Stopwatch.Frequency))
        : OfLinux(ClockSource.Counter, Monotonic, "CLOCK_MONOTONIC");

    private static Clock OpenTimestampCounter(ExecutableStub stub) => stub.Why is { } why
        ? Clock.Missing(ClockSource.TimestampCounter, "RDTSC", why)
        : Clock.Create(ClockSource.TimestampCounter, "RDTSC", new ClockReader<NativeCall>(stub.Rdtsc, clockId: 0, unit: null, hasValues: true));

    private static Clock OpenOrderedTimestampCounter(ExecutableStub stub)
    {
        const string Api = "RDTSCP";
        return (stub.Why ?? (HasRdtscp() ? null : "this processor has no RDTSCP (CPUID 0x80000001 EDX[27])")) is { } why
            ? Clock.Missing(ClockSource.TimestampCounterOrdered, Api, why)
            : Clock.Create(
                ClockSource.TimestampCounterOrdered,
                Api,
                new ClockReader<NativeCall>(stub.Rdtscp, clockId: 0, unit: null, hasValues: true));
    }

    private static bool HasRdtscp() =>
        unchecked((uint)X86Base.CpuId(unchecked((int)0x80000000), 0).Eax) >= 0x80000001
        && (X86Base.CpuId(unchecked((int)0x80000001), 0).Edx & (1 << 27)) != 0;

    /// <summary>CPUID: in a virtual machine it exits to the hypervisor (Intel SDM volume 3, 26.1.2; on AMD-V all intercept it).</summary>
    private static unsafe Clock OpenVmExit()
    {
        delegate*<long*, void> cpuid = &ExecuteCpuid;
        return X86Base.IsSupported
            ? Clock.Create(ClockSource.VmExit, "CPUID", new ClockReader<ManagedCall>((nint)cpuid, clockId: 0, unit: null, hasValues: false))
            : Clock.Missing(ClockSource.VmExit, "CPUID", "CPUID is an x86 instruction; this processor has none that always exits");
    }

    private static unsafe void ExecuteCpuid(long* slots) => slots[0] = X86Base.CpuId(0, 0).Eax;

    private static unsafe Clock OpenEmptyCall(ExecutableStub stub)
    {
        delegate*<long*, void> nothing = &DoNothing;
        return stub.Why is null
            ? Clock.Create(ClockSource.EmptyCall, "RET", new ClockReader<NativeCall>(stub.Ret, clockId: 0, unit: null, hasValues: false))
            : Clock.Create(
                ClockSource.EmptyCall, "empty method", new ClockReader<ManagedCall>((nint)nothing, clockId: 0, unit: null, hasValues: false));
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static unsafe void DoNothing(long* slots)
    {
    }

#pragma warning disable CA2255 // A resolver has to be there before the first import is bound.
    [ModuleInitializer]
#pragma warning restore CA2255
    internal static void LoadLibrariesOfTheSystem() =>
        NativeLibrary.SetDllImportResolver(typeof(ClockSet).Assembly, (name, _, _) => LoadSystemLibrary(name));

    private static Clock OfLinux(ClockSource source, int clockId, string name)
    {
        var api = $"clock_gettime({name})";
        return NativeLibrary.TryGetExport(LoadSystemLibrary("libc"), "clock_gettime", out var target)
            ? Clock.Create(source, api, new ClockReader<ClockGettimeCall>(target, clockId, new Duration(1), hasValues: true))
            : Clock.Missing(source, api, "the C library has no clock_gettime");
    }

    private static Clock OfWindows(ClockSource source, string function, Duration unit) =>
        NativeLibrary.TryGetExport(LoadSystemLibrary("kernel32.dll"), function, out var target)
            ? Clock.Create(source, function, new ClockReader<NativeCall>(target, clockId: 0, unit, hasValues: true))
            : Clock.Missing(source, function, $"kernel32.dll has no {function}");

    /// <summary>From where the system keeps it: the runtime would look beside the executable first, where others can write.</summary>
    /// <exception cref="DllNotFoundException">There is no such library.</exception>
    private static nint LoadSystemLibrary(string name) => OperatingSystem.IsWindows()
        ? NativeLibrary.Load(Path.Combine(Environment.SystemDirectory, name))
        : NativeLibrary.GetMainProgramHandle(); // It is linked to the C library already, whatever that file is called.
}
