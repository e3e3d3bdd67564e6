namespace TimerProbe.SqlServer.Workloads;

/// <summary>The scripts of a workload: what is made first, what is run, and with which figures.</summary>
internal sealed record WorkloadSteps
{
    public IReadOnlyList<(RunObject Object, SqlScript Create)> Made { get; private init; } = [];

    public bool OutlivesItsConnection => Made.Any(step => !step.Object.IsTemporary);

    public required SqlScript Run { get; init; }

    public SqlScript? Twin { get; private init; }

    public required IReadOnlyList<(string Name, long Value)> Parameters { get; init; }

    /// <summary>The set-based control beside the runs; null without one.</summary>
    public WorkloadSteps? Control { get; private init; }

    public static WorkloadSteps From(WorkloadPlan plan, RunName run, ServerIdentity identity)
    {
        var control = plan.ControlRows > 0 ? new WorkloadPlan { Workload = SqlWorkload.SetControl, Count = plan.ControlRows } : null;
        return Of(plan, run, identity) with { Control = control is null ? null : Of(control, run, identity) };
    }

    private static WorkloadSteps Of(WorkloadPlan plan, RunName run, ServerIdentity identity)
    {
        var version = identity.SyntaxVersion;
        SqlScript Script(string name) => ScriptCatalogue.Get("workload/" + name, version);
        IReadOnlyList<(string Name, long Value)> number = [("number", plan.Argument)];
        IReadOnlyList<(string Name, long Value)> count = [("count", plan.Count)];
        switch (plan.Workload)
        {
            case SqlWorkload.Primality:
                return Function(run.Permanent("primality", "function"), "primality");
            case SqlWorkload.PrimalityNative:
                return Function(run.Permanent("primalityNative", version >= 13 ? "function" : "procedure"), "primality-native");
            case SqlWorkload.SetControl:
                return new WorkloadSteps
                {
                    Run = Script("run-set-control"),
                    Parameters = [.. number, ("count", Math.Min(plan.Count, WorkloadPlan.MaxRows))]
                };
            case SqlWorkload.StatementCost:
                var eight = run.Permanent("statementEight", "function");
                var one = run.Permanent("statementOne", "function");
                return new WorkloadSteps
                {
                    Made = [(eight, Create("create-statement-eight", eight)), (one, Create("create-statement-one", one))],
                    Run = Create("run-statement", eight),
                    Twin = Create("run-statement", one),
                    Parameters = count,
                };
            case SqlWorkload.ClockCalls:
                var calls = run.Temporary("clockCalls", "procedure");
                var twin = run.Temporary("clockConstant", "procedure");
                return new WorkloadSteps
                {
                    Made = [(calls, Create("create-clock-calls", calls)), (twin, Create("create-clock-constant", twin))],
                    Run = Create("run-loop", calls),
                    Twin = Create("run-loop", twin),
                    Parameters = count,
                };
            case SqlWorkload.CommitLoop:
                return Commits("create-commit-loop");
            case SqlWorkload.CommitOneTransaction:
                return Commits("create-commit-one-transaction");
            default:
                throw new ArgumentOutOfRangeException(nameof(plan));
        }

        SqlScript Create(string script, RunObject named) => Script(script).With("Object", named.Name);

        WorkloadSteps Function(RunObject function, string script) => new()
        {
            Made = [(function, Create("create-" + script, function))],
            Run = Create("run-" + script, function),
            Parameters = number,
        };

        WorkloadSteps Commits(string script)
        {
            var rows = identity.IsInTempdb ? run.Temporary("rows", "table") : run.Permanent("rows", "table");
            var table = identity.IsInTempdb ? rows.Name : "dbo." + rows.Name;
            var loop = run.Temporary("commits", "procedure");
            return new WorkloadSteps
            {
                Made = [(rows, Script("create-commit-table").With("Table", table)), (loop, Create(script, loop).With("Table", table))],
                Run = Create("run-loop", loop),
                Parameters = count,
            };
        }
    }
}

/// <summary>The scripts of workloads as they are in the program, without a server.</summary>
public static class WorkloadScripts
{
    // The versions at which a script's text changes: 2014, 2016, 2019.
    private static readonly int[] Versions = [12, 13, 15];

    public static IReadOnlyList<SqlScript> OfAnyRun =>
    [
        .. ScriptCatalogue.All.Where(script => script.Name.StartsWith("inspect/", StringComparison.Ordinal)
            || script.Name.StartsWith("workload/drop-", StringComparison.Ordinal)
            || script.Name == "workload/hold-run"),
    ];

    public static IReadOnlyList<SqlScript> Of(SqlWorkload workload) =>
    [
        .. Versions.SelectMany(version => Named(workload, version)).Distinct()
            .Select(name => ScriptCatalogue.All.Single(script => script.Name == name)),
    ];

    private static IEnumerable<string> Named(SqlWorkload workload, int version)
    {
        var identity = new ServerIdentity { Engine = "SQL Server", IsMicrosoft = true, SyntaxVersion = version, Database = "tempdb" };
        var steps = WorkloadSteps.From(new WorkloadPlan { Workload = workload }, RunName.New(), identity);
        return [.. steps.Made.Select(step => step.Create.Name), steps.Run.Name];
    }
}
