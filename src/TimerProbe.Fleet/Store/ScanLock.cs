namespace TimerProbe.Fleet.Store;

/// <summary>
/// Keeps scans of one store from overlapping. It is held until disposed and dies with its process, however that ends: an operating
/// system's lock on a file beside the store, or a session's advisory lock in PostgreSQL.
/// </summary>
public abstract class ScanLock : IAsyncDisposable
{
    private protected ScanLock()
    {
    }

    /// <summary>Lets it go.</summary>
    public abstract ValueTask DisposeAsync();
}

/// <summary>What became of an attempt to take a lock.</summary>
/// <param name="Lock">The lock; null when another holds it.</param>
/// <param name="Holder">Who holds it otherwise; null when it is taken, or the other did not yet say who it is.</param>
public sealed record ScanLockAttempt(ScanLock? Lock, ScanLockHolder? Holder);
