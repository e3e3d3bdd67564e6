namespace TimerProbe.Core.Facts;

/// <summary>What became of the newest check that a store has of each guest.</summary>
/// <param name="Results">How many guests the store has a check of.</param>
/// <param name="Counted">How many of the checks say what a virtual machine of the scan measures now.</param>
/// <param name="Stale">How many are of such a machine, and say nothing of now.</param>
/// <param name="Superseded">How many are of such a machine that has another result which
/// counts instead, perhaps the same one come another way.</param>
/// <param name="Unmatched">How many are of no virtual machine of the scan, or of none
/// for sure; guests of other vCenters are among them.</param>
public sealed record StoredResultsFacts(int Results, int Counted, int Stale, int Superseded, int Unmatched);
