using System.Runtime;
using System.Runtime.InteropServices;

namespace TimerProbe.Server.Hosting;

/// <summary>
/// Gives back what work needed for a moment once a node rests: the document of a scan of thousands of machines is many times what is kept
/// of it, and a heap without need is not collected for hours.
/// </summary>
internal sealed class RestingMemory(TimeProvider time) : BackgroundService
{
    /// <summary>How often a node looks at itself.</summary>
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(5);

    /// <summary>At rest less is allocated than this from one look to the next, in bytes.</summary>
    private const long Rest = 2_000_000;

    /// <summary>Less than this is not worth a collection, in bytes.</summary>
    private const long Worth = 4_000_000;

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var (seen, given) = (0L, 0L);
        while (!stoppingToken.IsCancellationRequested)
        {
            await Task.Delay(Every, time, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            var allocated = GC.GetTotalAllocatedBytes();
            if (allocated - seen < Rest && allocated - given > Worth)
            {
                GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
                GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
                Trim();
                given = allocated;
            }

            seen = allocated;
        }
    }

    /// <summary>What the compiler, TLS and compression freed stays with the C library's arenas, one for each thread, until it is asked for.</summary>
    private static void Trim()
    {
        try
        {
            if (OperatingSystem.IsLinux())
            {
                _ = Trim(0);
            }
        }
        catch (EntryPointNotFoundException)
        {
            // A C library that is not GNU's keeps no such arenas.
        }
    }

#pragma warning disable SYSLIB1054 // Source-generated marshalling would need unsafe code, which this project does without.
    [DllImport("libc", EntryPoint = "malloc_trim", ExactSpelling = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Trim(nuint pad);
#pragma warning restore SYSLIB1054
}
