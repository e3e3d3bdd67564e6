namespace TimerProbe.VSphere.Inventory;

/// <summary>What could not be read. A problem that names nothing else is about the server. Safe to use by several steps at once.</summary>
internal sealed class InventoryProblems(ProblemArgument server)
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

    public void Add(Enum code, Wording wording) => Add([Problem.Create(code, wording)]);

    public void Add(params IEnumerable<Problem> problems)
    {
        lock (_lock)
        {
            var known = _all.Select(problem => problem.Text).ToHashSet();
            _all.AddRange(problems.Where(problem => known.Add(problem.Text)).Select(About));
        }
    }

    private Problem About(Problem problem) => problem with { Subject = problem.Subject ?? new ProblemSubject(server.Kind, server.Value) };
}
