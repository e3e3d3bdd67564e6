using TimerProbe.SqlServer.Scripts;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>An object of a run.</summary>
/// <param name="Name">Its name, without the schema.</param>
/// <param name="Kind">The end of the name of the script that drops it: function,
/// procedure, table, temporary-procedure, temporary-table.</param>
internal sealed record RunObject(string Name, string Kind)
{
    public bool IsTemporary => Name.StartsWith('#');

    /// <summary>What removes it, if it is there.</summary>
    public SqlScript Drop => ScriptCatalogue.Get("workload/drop-" + Kind, 0).With("Object", Name);

    /// <summary>The statement that removes it, for a person to run.</summary>
    public string DropStatement => $"DROP {Kind.ToUpperInvariant()} dbo.{Name};";
}
