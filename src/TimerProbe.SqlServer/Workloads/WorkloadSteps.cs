using TimerProbe.SqlServer.Inspection;
using TimerProbe.SqlServer.Scripts;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>The scripts of a workload: what is made first, what is run, and with which figures.</summary>
internal sealed record WorkloadSteps
{
    /// <summary>What is made, in order, each with its script.</summary>
    public IReadOnlyList<(RunObject Object, SqlScript Create)> Made { get; private init; } = [];

    /// <summary>Whether something of it stays when its connection is gone.</summary>
    public bool OutlivesItsConnection => Made.Any(step => !step.Object.IsTemporary);

    public required SqlScript Run { get; init; }

    /// <summary>One run of the twin that goes with each run.</summary>
    public SqlScript? Twin { get; private init; }

    public required IReadOnlyList<(string Name, long Value)> Parameters { get; init; }

    public static WorkloadSteps From(WorkloadPlan plan, RunName run, ServerIdentity identity)
    {
        var version = identity.SyntaxVersion;
        SqlScript Script(string name) => ScriptCatalogue.Get("workload/" + name, version);
        IReadOnlyList<(string Name, long Value)> number = [("number", plan.Argument)];
        IReadOnlyList<(string Name, long Value)> count = [("count", plan.Count)];
        switch (plan.Workload)
        {
            case Workload.Primality:
                return Function(run.Permanent("primality", "function"), "primality");
            case Workload.PrimalityNative:
                return Function(run.Permanent("primalityNative", version >= 13 ? "function" : "procedure"), "primality-native");
            case Workload.SetControl:
                return new WorkloadSteps
                {
                    Run = Script("run-set-control"),
                    Parameters = [.. number, ("count", Math.Min(plan.Count, WorkloadPlan.MostRows))]
                };
            case Workload.StatementCost:
                var eight = run.Permanent("statementEight", "function");
                var one = run.Permanent("statementOne", "function");
                return new WorkloadSteps
                {
                    Made = [(eight, Create("create-statement-eight", eight)), (one, Create("create-statement-one", one))],
                    Run = Create("run-statement", eight),
                    Twin = Create("run-statement", one),
                    Parameters = count,
                };
            case Workload.ClockCalls:
                var calls = run.Temporary("clockCalls", "procedure");
                var twin = run.Temporary("clockConstant", "procedure");
                return new WorkloadSteps
                {
                    Made = [(calls, Create("create-clock-calls", calls)), (twin, Create("create-clock-constant", twin))],
                    Run = Create("run-loop", calls),
                    Twin = Create("run-loop", twin),
                    Parameters = count,
                };
            case Workload.CommitLoop:
                return Commits("create-commit-loop");
            case Workload.CommitOneTransaction:
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
            var inTempdb = string.Equals(identity.Database, "tempdb", StringComparison.OrdinalIgnoreCase);
            var rows = inTempdb ? run.Temporary("rows", "table") : run.Permanent("rows", "table");
            var table = inTempdb ? rows.Name : "dbo." + rows.Name;
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
