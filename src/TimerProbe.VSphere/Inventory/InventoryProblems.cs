namespace TimerProbe.VSphere.Inventory;

/// <summary>What could not be read. A problem that names nothing else is about the server. Safe to use by several steps at once.</summary>
internal sealed class InventoryProblems(ProblemSubject server)
{
    private readonly Lock _lock = new();
    private readonly List<Problem> _all = [];

    public ReadStatus Status => All.Count == 0 ? ReadStatus.Complete : ReadStatus.Partial;

    public IReadOnlyList<Problem> All
    {
        get
        {
            lock (_lock)
            {
                return [.. _all];
            }
        }
    }

    public void Add(Enum code, string text, ProblemSubject? subject = null) => Add([Problem.Create(code, text, subject)]);

    public void Add(params IEnumerable<Problem> problems)
    {
        lock (_lock)
        {
            var known = _all.Select(problem => problem.Text).ToHashSet();
            _all.AddRange(problems.Where(problem => known.Add(problem.Text))
                .Select(problem => problem with { Subject = problem.Subject ?? server }));
        }
    }
}
