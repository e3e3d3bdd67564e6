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

    public static WorkloadSteps From(WorkloadPlan plan, string run, ServerIdentity identity)
    {
        var control = plan.ControlRows > 0 ? new WorkloadPlan { Workload = SqlWorkload.SetControl, Count = plan.ControlRows } : null;
        return Of(plan, run, identity) with { Control = control is null ? null : Of(control, run, identity) };
    }

    private static WorkloadSteps Of(WorkloadPlan plan, string run, ServerIdentity identity)
    {
        var version = identity.SyntaxVersion;
        SqlScript Script(string name) => SqlScript.Get("workload/" + name, version);
        IReadOnlyList<(string Name, long Value)> number = [("number", plan.Argument)];
        IReadOnlyList<(string Name, long Value)> count = [("count", plan.Count)];
        switch (plan.Workload)
        {
            case SqlWorkload.Primality:
                return Function(RunObject.Permanent(run, "primality", "function"), "primality");
            case SqlWorkload.PrimalityNative:
                return Function(RunObject.Permanent(run, "primalityNative", version >= 13 ? "function" : "procedure"), "primality-native");
            case SqlWorkload.SetControl:
                return new WorkloadSteps
                {
                    Run = Script("run-set-control"),
                    Parameters = [.. number, ("count", Math.Min(plan.Count, WorkloadPlan.MaxRows))]
                };
            case SqlWorkload.StatementCost:
                var eight = RunObject.Permanent(run, "statementEight", "function");
                var one = RunObject.Permanent(run, "statementOne", "function");
                return new WorkloadSteps
                {
                    Made = [(eight, Create("create-statement-eight", eight)), (one, Create("create-statement-one", one))],
                    Run = Create("run-statement", eight),
                    Twin = Create("run-statement", one),
                    Parameters = count,
                };
            case SqlWorkload.ClockCalls:
                var calls = RunObject.Temporary(run, "clockCalls", "procedure");
                var twin = RunObject.Temporary(run, "clockConstant", "procedure");
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
            var rows = identity.IsInTempdb ? RunObject.Temporary(run, "rows", "table") : RunObject.Permanent(run, "rows", "table");
            var table = identity.IsInTempdb ? rows.Name : "dbo." + rows.Name;
            var loop = RunObject.Temporary(run, "commits", "procedure");
            return new WorkloadSteps
            {
                Made = [(rows, Script("create-commit-table").With("Table", table)), (loop, Create(script, loop).With("Table", table))],
                Run = Create("run-loop", loop),
                Parameters = count,
            };
        }
    }
}
