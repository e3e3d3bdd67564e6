using TimerProbe.SqlServer.Inspection;
using TimerProbe.SqlServer.Scripts;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>The scripts of workloads as they are in the program, without a server.</summary>
public static class WorkloadScripts
{
    // The versions at which a script's text changes: 2014, 2016, 2019.
    private static readonly int[] Versions = [12, 13, 15];

    /// <summary>The scripts that any run sends, whatever is run: what it asks, and how it holds and drops what it made.</summary>
    public static IReadOnlyList<SqlScript> OfAnyRun => [.. ScriptCatalogue.All.Where(script =>
        script.Name.StartsWith("inspect/", StringComparison.Ordinal)
            || script.Name.StartsWith("workload/drop-", StringComparison.Ordinal)
            || script.Name == "workload/hold-run")];

    /// <summary>The scripts of a workload, those of every version, each once; the names of its objects are left open.</summary>
    public static IReadOnlyList<SqlScript> Of(Workload workload) =>
    [
        .. Versions.SelectMany(version => Named(workload, version)).Distinct(StringComparer.Ordinal)
            .Select(name => ScriptCatalogue.All.Single(script => script.Name == name)),
    ];

    private static IEnumerable<string> Named(Workload workload, int version)
    {
        var identity = new ServerIdentity { Engine = "SQL Server", IsMicrosoft = true, SyntaxVersion = version, Database = "tempdb" };
        var steps = WorkloadSteps.From(new WorkloadPlan { Workload = workload }, RunName.New(), identity);
        return [.. steps.Made.Select(step => step.Create.Name), steps.Run.Name];
    }
}
