namespace TimerProbe.Core;

/// <summary>Something of a vCenter that cannot be read, which is known and accepted for a time.</summary>
/// <param name="Code">The one kind of problem that is accepted; null for any that is
/// about an object of the inventory, not about the server.</param>
/// <param name="Expires">The last day, in UTC, on which it is accepted.</param>
public sealed record KnownGap(
    [property: Pseudonym(NameKind.Name)] string Subject,
    string? Code,
    [property: Pseudonym(NameKind.Words)] string Reason,
    DateOnly Expires)
{
    public bool HasExpired(DateOnly today) => today > Expires;

    public bool Matches(Problem problem, ProblemSubject subject) =>
        (Code is null ? IsInventory(subject.Kind) : Code == problem.Code) && new Glob(Subject).IsMatch(subject.Name);

    private static bool IsInventory(ProblemSubjectKind kind) =>
        kind is not (ProblemSubjectKind.Server or ProblemSubjectKind.File or ProblemSubjectKind.Name);
}

/// <summary>A problem that is known and accepted.</summary>
/// <param name="Problem">Its place among the vCenter's problems, from 0.</param>
/// <param name="Reason">Why it is accepted.</param>
/// <param name="Expires">The last day, in UTC, on which it is accepted as a whole.</param>
public sealed record AcceptedProblem(int Problem, [property: Pseudonym(NameKind.Words)] string Reason, DateOnly Expires);

/// <summary>What a configuration accepts of what could not be read of a vCenter.</summary>
public sealed record KnownGapFacts
{
    /// <summary>The problems that are accepted: those about nothing but known gaps.</summary>
    public IReadOnlyList<AcceptedProblem> Accepted { get; init => field = value ?? []; } = [];

    /// <summary>The known gaps that are over and no longer accepted.</summary>
    public IReadOnlyList<KnownGap> Expired { get; init => field = value ?? []; } = [];

    /// <summary>Holds problems against the known gaps; null when there is nothing to say.</summary>
    /// <param name="today">The day, in UTC.</param>
    public static KnownGapFacts? Of(IReadOnlyList<Problem> problems, IReadOnlyList<KnownGap> gaps, DateOnly today)
    {
        var expired = gaps.Where(gap => gap.HasExpired(today)).ToList();
        var valid = gaps.Except(expired).ToList();
        var accepted = problems.Index().Select(item => Accept(item.Index, item.Item, valid)).OfType<AcceptedProblem>().ToList();
        return accepted.Count + expired.Count == 0 ? null : new() { Accepted = accepted, Expired = expired };
    }

    private static AcceptedProblem? Accept(int index, Problem problem, List<KnownGap> gaps)
    {
        var meant = problem.Subjects.Select(subject => gaps.Find(gap => gap.Matches(problem, subject))).ToList();
        return meant.Count > 0 && meant.TrueForAll(gap => gap is not null)
            ? new AcceptedProblem(
                index, string.Join("; ", meant.Select(gap => gap!.Reason).Distinct()), meant.Min(gap => gap!.Expires))
            : null;
    }
}
