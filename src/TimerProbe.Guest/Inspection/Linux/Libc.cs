using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Inspection.Linux;

/// <summary>The few functions of the C library that no file under /proc or /sys stands for.</summary>
internal static partial class Libc
{
    /// <summary>AT_SYSINFO_EHDR: where the kernel mapped the vDSO.</summary>
    public const nuint SysinfoEhdr = 33;

    public const int SyslogActionReadAll = 3, SyslogActionSizeBuffer = 10;

    [LibraryImport("libc", EntryPoint = "getauxval")]
    public static partial nuint GetAuxVal(nuint type);

    [LibraryImport("libc", EntryPoint = "klogctl", SetLastError = true)]
    public static unsafe partial int Klogctl(int action, byte* buffer, int length);

    [LibraryImport("libc", EntryPoint = "sched_getaffinity", SetLastError = true)]
    public static unsafe partial int SchedGetAffinity(int thread, nuint size, byte* mask);

    [LibraryImport("libc", EntryPoint = "sched_setaffinity", SetLastError = true)]
    public static unsafe partial int SchedSetAffinity(int thread, nuint size, byte* mask);
}
