namespace TimerProbe.Core.Facts;

/// <summary>What became of the check documents that were to be joined to virtual machines.</summary>
/// <param name="Documents">How many could be read.</param>
/// <param name="MatchedByUuid">How many were joined by SMBIOS UUID, in either byte order.</param>
/// <param name="MatchedByName">How many were joined by name only.</param>
/// <param name="Unmatched">Those joined to none.</param>
/// <param name="Problems">Files that are no check document, a sentence each.</param>
public sealed record GuestResultsFacts(
    int Documents, int MatchedByUuid, int MatchedByName, IReadOnlyList<UnmatchedGuest> Unmatched, IReadOnlyList<string> Problems);

/// <summary>A check document that was joined to no virtual machine.</summary>
/// <param name="DocumentId">Its id.</param>
/// <param name="Machine">The name of its machine.</param>
/// <param name="Why">Why not, as a sentence.</param>
public sealed record UnmatchedGuest(Guid DocumentId, string Machine, string Why);
