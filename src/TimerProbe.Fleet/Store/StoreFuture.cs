namespace TimerProbe.Fleet.Store;

/// <summary>What lies in a store's future: runs of machines whose clocks were ahead, and what was concluded from them.</summary>
/// <param name="Now">What time it is: by the database, or by this machine beside a file.</param>
/// <param name="Parts">What lies behind it; empty when nothing does.</param>
public sealed record StoreFuture(DateTimeOffset Now, IReadOnlyList<FuturePart> Parts);

/// <summary>What of one kind lies in a store's future.</summary>
/// <param name="What">What it is, in the plural.</param>
/// <param name="Count">How many there are.</param>
/// <param name="Latest">The latest time of them.</param>
public sealed record FuturePart(string What, long Count, DateTimeOffset Latest);
