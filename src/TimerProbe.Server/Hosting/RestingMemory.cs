using System.Runtime;

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
    private const long Worth = 8_000_000;

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
                given = allocated;
            }

            seen = allocated;
        }
    }
}
