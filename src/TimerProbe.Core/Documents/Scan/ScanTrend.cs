namespace TimerProbe.Core.Documents;

/// <summary>What a store knows of earlier scans of the same vCenters.</summary>
/// <param name="Scans">The last ones of them, the oldest first; this scan is not among them.</param>
/// <param name="Changes">What is different since the last of them, by kind, the most frequent first.</param>
public sealed record ScanTrend(IReadOnlyList<EarlierScan> Scans, IReadOnlyList<ChangeCount> Changes);

/// <summary>How many virtual machines an earlier scan saw.</summary>
/// <param name="At">When it started.</param>
/// <param name="IsFull">Whether nothing was filtered out, and all of it could be read.</param>
/// <param name="Home">At home.</param>
/// <param name="Away">Away.</param>
/// <param name="Unknown">Of unknown home.</param>
/// <param name="Off">Powered off or suspended.</param>
public sealed record EarlierScan(DateTimeOffset At, bool IsFull, int Home, int Away, int Unknown, int Off);

/// <summary>How many changes of a kind there were.</summary>
/// <param name="Kind">What happened, as in a history's changes: <c>wentAway</c>, <c>cameHome</c>, <c>powerCycled</c> and so on.</param>
/// <param name="Count">How many times.</param>
public sealed record ChangeCount(string Kind, int Count);
