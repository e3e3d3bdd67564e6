namespace TimerProbe.Core.Facts;

/// <summary>What became of the check documents that were to be joined to virtual machines.</summary>
/// <param name="Documents">How many could be read.</param>
/// <param name="MatchedByUuid">How many were joined by SMBIOS UUID, in either byte order.</param>
/// <param name="MatchedByName">How many were joined by name only.</param>
/// <param name="Unmatched">Those joined to none.</param>
/// <param name="Problems">Files that are no check document, a sentence each.</param>
public sealed record GuestResultsFacts(
    int Documents,
    int MatchedByUuid,
    int MatchedByName,
    IReadOnlyList<UnmatchedGuest> Unmatched,
    [property: Sentence(nameof(GuestResultsFacts.ProblemDetails))] IReadOnlyList<string> Problems)
{
    /// <summary>The problems as data, in the same order.</summary>
    public IReadOnlyList<Problem> ProblemDetails { get; init => field = value ?? []; } = [];

    public GuestResultsFacts With(IReadOnlyList<Problem> problems) =>
        this with { Problems = [.. problems.Select(problem => problem.ToString())], ProblemDetails = problems };
}

/// <summary>A check document that was joined to no virtual machine.</summary>
/// <param name="DocumentId">Its id.</param>
/// <param name="Machine">The name of its machine.</param>
/// <param name="Why">Why not, as a sentence.</param>
/// <param name="WhyDetails">The same as data.</param>
public sealed record UnmatchedGuest(
    Guid DocumentId,
    [property: Pseudonym(NameKind.Guest)] string Machine,
    [property: Sentence(nameof(UnmatchedGuest.WhyDetails))] string Why,
    Problem WhyDetails);

/// <summary>What became of the newest check that a store has of each guest.</summary>
/// <param name="Results">How many guests the store has a check of.</param>
/// <param name="Counted">How many of the checks say what a virtual machine of the scan measures now.</param>
/// <param name="Stale">How many are of such a machine, and say nothing of now.</param>
/// <param name="Superseded">How many are of such a machine that has another result which
/// counts instead, perhaps the same one come another way.</param>
/// <param name="Unmatched">How many are of no virtual machine of the scan, or of none
/// for sure; guests of other vCenters are among them.</param>
public sealed record StoredResultsFacts(int Results, int Counted, int Stale, int Superseded, int Unmatched);

/// <summary>What became of the results that guests left with their hypervisors.</summary>
/// <param name="Machines">How many virtual machines that are on have one.</param>
/// <param name="Counted">How many of them say what their guest measures now.</param>
/// <param name="Stale">How many say nothing of now; their machines say why.</param>
/// <param name="Superseded">How many are older than a file of the same machine, which counts instead.</param>
/// <param name="Refused">Those that are not believed.</param>
public sealed record PublishedResultsFacts(int Machines, int Counted, int Stale, int Superseded, IReadOnlyList<RefusedResult> Refused);

/// <summary>A published result that is not believed.</summary>
/// <param name="Machine">The virtual machine that has it.</param>
/// <param name="Id">Its managed object id.</param>
/// <param name="Server">Its vCenter.</param>
/// <param name="Why">Why not, as a sentence.</param>
/// <param name="WhyDetails">Why not, as data.</param>
public sealed record RefusedResult(
    [property: Pseudonym(NameKind.Vm)] string Machine,
    string Id,
    [property: Pseudonym(NameKind.Vcenter)] string Server,
    [property: Sentence(nameof(RefusedResult.WhyDetails))] string Why,
    Problem WhyDetails);

/// <summary>What a guest found out about its own clocks.</summary>
public interface IGuestCheck
{
    /// <summary>The document that says so.</summary>
    Guid Id { get; }

    /// <summary>When it began to measure.</summary>
    DateTimeOffset StartedAt { get; }

    /// <summary>The machine.</summary>
    MachineFacts Machine { get; }

    /// <summary>Its clocks.</summary>
    IReadOnlyList<ClockFacts> Clocks { get; }

    /// <summary>The arithmetic that ran between the clocks.</summary>
    ControlFacts Control { get; }

    /// <summary>The verdict about the clock.</summary>
    Verdict Verdict { get; }
}
