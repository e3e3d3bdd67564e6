using System.Runtime.InteropServices;

namespace TimerProbe.Server.Hosting;

/// <summary>What the C library holds, of SQLite above all; one that is not GNU's has no arenas, and nothing is done.</summary>
internal static class NativeHeap
{
    /// <summary>Of up to eight a processor each keeps megabytes for good.</summary>
    private const int MaxArenas = 2;

    /// <summary>M_ARENA_MAX of malloc.h.</summary>
    private const int ArenaMax = -8;

    /// <summary>To be called before there are many threads: arenas that are there stay.</summary>
    public static void LimitArenas() => Try(() => SetOption(ArenaMax, MaxArenas));

    public static void Trim() => Try(() => Trim(0));

    private static void Try(Func<int> call)
    {
        try
        {
            _ = OperatingSystem.IsLinux() ? call() : 0;
        }
        catch (EntryPointNotFoundException)
        {
            // Another C library.
        }
    }

#pragma warning disable SYSLIB1054 // Source-generated marshalling would need unsafe code, which this project does without.
    [DllImport("libc", EntryPoint = "malloc_trim", ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Trim(nuint pad);

    [DllImport("libc", EntryPoint = "mallopt", ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int SetOption(int option, int value);
#pragma warning restore SYSLIB1054
}
