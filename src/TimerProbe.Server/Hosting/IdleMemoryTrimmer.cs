using System.Runtime;

namespace TimerProbe.Server.Hosting;

/// <summary>Gives memory back once a node rests: a scan takes many times what stays, and an idle heap is not collected for hours.</summary>
internal sealed class IdleMemoryTrimmer(ServerContext context) : NodePart(context.Faults, context.Time)
{
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(5);

    /// <summary>Bytes allocated from one look to the next, at most, while it rests.</summary>
    private const long MaxIdleBytes = 2_000_000;

    private const long Worth = 4_000_000;

    private long _seen;
    private long _given;

    protected override async Task RoundAsync(CancellationToken stopping)
    {
        await Task.Delay(Every, Time, stopping);
        var allocated = GC.GetTotalAllocatedBytes();
        if (allocated - _seen < MaxIdleBytes && allocated - _given > Worth)
        {
            GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
            NativeHeap.Trim();
            _given = allocated;
        }

        _seen = allocated;
    }
}
