using TimerProbe.Core.Problems;

namespace TimerProbe.Core.Facts;

/// <summary>What became of the check documents that were to be joined to virtual machines.</summary>
/// <param name="Documents">How many could be read.</param>
/// <param name="MatchedByUuid">How many were joined by SMBIOS UUID, in either byte order.</param>
/// <param name="MatchedByName">How many were joined by name only.</param>
/// <param name="Unmatched">Those joined to none.</param>
/// <param name="Problems">Files that are no check document, a sentence each.</param>
public sealed record GuestResultsFacts(
    int Documents, int MatchedByUuid, int MatchedByName, IReadOnlyList<UnmatchedGuest> Unmatched, IReadOnlyList<string> Problems)
{
    /// <summary>The problems as data, in the same order; empty in a document of a release that did not write it.</summary>
    public IReadOnlyList<Problem> ProblemDetails { get; init => field = value ?? []; } = [];

    /// <summary>The same results with these problems, in words and as data.</summary>
    public GuestResultsFacts With(IReadOnlyList<Problem> problems) =>
        this with { Problems = [.. problems.Select(problem => problem.Text)], ProblemDetails = problems };
}

/// <summary>A check document that was joined to no virtual machine.</summary>
/// <param name="DocumentId">Its id.</param>
/// <param name="Machine">The name of its machine.</param>
/// <param name="Why">Why not, as a sentence.</param>
public sealed record UnmatchedGuest(Guid DocumentId, string Machine, string Why)
{
    /// <summary>Why not, as data; null in a document of a release that did not write it.</summary>
    public Problem? WhyDetails { get; init; }
}
