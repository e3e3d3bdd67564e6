namespace TimerProbe.Guest.Watching;

/// <summary>
/// Keeps a process small that runs for weeks. The runtime takes the size of its first generation from the processor's cache, which may be
/// hundreds of megabytes: by itself, a process that needs two would grow to that before anything is collected.
/// </summary>
public sealed class SmallHeap
{
    /// <summary>Bytes that may be allocated before they are collected: some minutes of samples.</summary>
    public const long Allowed = 8 * 1024 * 1024;

    private long _collectedAt = GC.GetTotalAllocatedBytes();

    /// <summary>Collects when much was allocated. To be called between samples.</summary>
    public void Tidy()
    {
        var allocated = GC.GetTotalAllocatedBytes();
        if (allocated - _collectedAt > Allowed)
        {
            GC.Collect(1, GCCollectionMode.Forced, blocking: true);
            _collectedAt = allocated;
        }
    }
}
