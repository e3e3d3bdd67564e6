using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace TimerProbe.Benchmarks;

/// <summary>
/// Precise time, called directly. By address: the JIT looks for a declared function that suppresses the GC transition as soon as
/// it compiles a mention of it, and so would look for kernel32.dll on Linux.
/// </summary>
internal static unsafe class PreciseTime
{
    private const int Realtime = 0;

    private static readonly nint Function = OperatingSystem.IsWindows()
        ? Find("kernel32.dll", "GetSystemTimePreciseAsFileTime") : Find("libc", "clock_gettime");

    /// <summary>One read: a FILETIME or a timespec goes to the slots.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Read(long* slots)
    {
        if (OperatingSystem.IsWindows())
        {
            ((delegate* unmanaged[SuppressGCTransition]<long*, void>)Function)(slots);
        }
        else
        {
            _ = ((delegate* unmanaged[SuppressGCTransition]<int, long*, int>)Function)(Realtime, slots);
        }
    }

    private static nint Find(string library, string function) =>
        NativeLibrary.GetExport(NativeLibrary.Load(library, typeof(PreciseTime).Assembly, searchPath: null), function);
}
