using TimerProbe.SqlServer.Connecting;
using TimerProbe.SqlServer.Inspection;
using TimerProbe.SqlServer.Scripts;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>Asks a server how it compiles what it is made to run.</summary>
internal sealed class ModuleInspector(ServerConnection connection, ServerIdentity identity)
{
    /// <returns>Null when it can run.</returns>
    public async Task<string?> ReasonToSkipAsync(Workload workload, CancellationToken cancellationToken)
    {
        if (workload != Workload.PrimalityNative)
        {
            return null;
        }

        if (!identity.IsMicrosoft || identity.SyntaxVersion < 12)
        {
            return "the server does not compile natively";
        }

        var filegroups = await connection.QueryAsync(
            ScriptCatalogue.Get("inspect/memory-optimized", identity.SyntaxVersion), row => row.Integer("filegroups"), cancellationToken);
        return filegroups is [> 0] ? null : "the database has no memory-optimized filegroup; none is added, since it could never be removed";
    }

    /// <returns>True when the server might fold the function into its caller; null when it knows no such thing.</returns>
    public async Task<bool?> InlineableAsync(RunObject function, CancellationToken cancellationToken)
    {
        if (ScriptCatalogue.Find("inspect/inlineable", identity.SyntaxVersion) is not { } script)
        {
            return null;
        }

        var answer = await connection.QueryAsync(
            script.With("Object", function.Name), row => row.Integer("is_inlineable"), cancellationToken);
        return answer is [{ } value] ? value == 1 : null;
    }
}
