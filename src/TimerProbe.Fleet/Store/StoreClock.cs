using TimerProbe.Core.Problems;

namespace TimerProbe.Fleet.Store;

/// <summary>
/// The clocks of a store and of this machine, read together. The store's is the one that orders runs: a database's own; of a file, which
/// has none, this machine's.
/// </summary>
/// <param name="Store">The time by the store.</param>
/// <param name="Local">The time by this machine.</param>
public readonly record struct StoreClock(DateTimeOffset Store, DateTimeOffset Local)
{
    /// <summary>How far the store's clock is ahead of this machine's; negative when it is behind.</summary>
    public TimeSpan Ahead => Store - Local;

    /// <summary>
    /// When something was by the store. Where both clocks agree to <see cref="ClockApart.Tolerance"/> it keeps its time, and nothing is in
    /// the store's future.
    /// </summary>
    /// <param name="at">When it was by this machine.</param>
    public DateTimeOffset Order(DateTimeOffset at)
    {
        var ordered = ClockApart.Is(Ahead) ? at + Ahead : at;
        return ordered > Latest ? Store : ordered;
    }

    /// <summary>No clock that agrees with the store's can have told a later time.</summary>
    internal DateTimeOffset Latest => Store + ClockApart.Tolerance;
}
