using System.Text;
using TimerProbe.Core.Facts;
using TimerProbe.SqlServer.Scripts;
using TimerProbe.SqlServer.Workloads;

namespace TimerProbe.Application.SqlRunning;

/// <summary>What a run of <c>sql</c> would send, to be read before it is run.</summary>
public static class ScriptPreview
{
    /// <summary>The T-SQL with a heading for each script, as text for a query window; that of all workloads where none is named.</summary>
    public static string Text(IReadOnlyList<SqlWorkload>? named)
    {
        var text = new StringBuilder("""
            -- What timerprobe sql sends, as it is in the program: nothing was connected to. The server's version chooses among texts of one name; .15 is for 2019 and later.
            -- $(Object) and $(Table) are names of a run, such as TimerProbe_ and 32 digits. @number and @count are parameters: --argument, --commits, or what --quick chooses.
            -- Sent first, and at the end to drop what was made:

            """.ReplaceLineEndings("\n"));
        Append(text, WorkloadScripts.OfAnyRun);
        foreach (var workload in named ?? Enum.GetValues<SqlWorkload>())
        {
            if (WorkloadNames.OnServer(workload) is { } onServer)
            {
                text.Append("\n-- Workload ").Append(WorkloadNames.Of(workload)).Append(":\n");
                Append(text, WorkloadScripts.Of(onServer));
            }
        }

        return text.ToString();
    }

    private static void Append(StringBuilder text, IReadOnlyList<SqlScript> scripts)
    {
        foreach (var script in scripts)
        {
            text.Append("\n-- ").Append(script.Name).Append(".sql\n").Append(script.Text.TrimEnd('\n')).Append("\nGO\n");
        }
    }
}
