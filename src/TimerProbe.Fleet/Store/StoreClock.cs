using TimerProbe.Core.Problems;

namespace TimerProbe.Fleet.Store;

/// <summary>
/// The clocks of a store and of this machine, read together. The store's is the one that orders runs: a database's own;
/// of a file, which has none, this machine's, but never earlier than the latest run in it.
/// </summary>
/// <param name="Store">The time by the store.</param>
/// <param name="Local">The time by this machine.</param>
public readonly record struct StoreClock(DateTimeOffset Store, DateTimeOffset Local)
{
    /// <summary>Whether the store's time may be that of a run, not of a clock: it stands still, and what is saved follows it.</summary>
    internal bool StandsStill { get; init; }

    /// <summary>What time it is, whatever was saved: by the store's own clock, or by this machine's beside a store that has none.</summary>
    public DateTimeOffset Now => StandsStill ? Local : Store;

    /// <summary>Whether the latest run of a store without a clock is dated in the future, perhaps by a clock that was ahead.</summary>
    public bool IsLockedByRun => StandsStill && ClockApart.Is(Ahead);

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
        return IsFuture(ordered) ? Store : ordered;
    }

    /// <summary>Whether a time lies so far in the store's future that no clock that agrees can have told it.</summary>
    internal bool IsFuture(DateTimeOffset at) => at - Store > ClockApart.Tolerance;
}

/// <summary>What lies in a store's future: runs of machines whose clocks were ahead, and what was concluded from them.</summary>
/// <param name="Now">What time it is: by the database, or by this machine beside a file.</param>
/// <param name="Parts">What lies behind it; empty when nothing does.</param>
public sealed record StoreFuture(DateTimeOffset Now, IReadOnlyList<FuturePart> Parts);

/// <summary>What of one kind lies in a store's future.</summary>
/// <param name="What">What it is, in the plural.</param>
/// <param name="Count">How many there are.</param>
/// <param name="Latest">The latest time of them.</param>
public sealed record FuturePart(string What, long Count, DateTimeOffset Latest);
