using TimerProbe.SqlServer.Connecting;
using TimerProbe.SqlServer.Inspection;
using TimerProbe.SqlServer.Scripts;

namespace TimerProbe.SqlServer.Workloads;

/// <summary>Drops, once a session, what earlier runs could not drop.</summary>
internal sealed class LeftoverSweep(SessionConnection connection, ServerIdentity identity)
{
    private bool _done;

    public IReadOnlyList<string> Swept { get; private set; } = [];

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        if (_done)
        {
            return;
        }

        _done = true;
        var script = ScriptCatalogue.Get(identity.IsMicrosoft ? "inspect/leftovers" : "inspect/leftovers-by-age", identity.SyntaxVersion);
        var found = await connection.Now.QueryAsync(script, row => RunName.Found(row.Text("name"), row.Text("type")), cancellationToken);
        foreach (var leftover in found.OfType<RunObject>())
        {
            if (identity.IsMicrosoft && !await HasEndedAsync(RunName.From(leftover), cancellationToken))
            {
                continue;
            }

            await connection.Now.ExecuteAsync(leftover.Drop, cancellationToken);
            Swept = [.. Swept, leftover.Name];
        }
    }

    private async Task<bool> HasEndedAsync(RunName run, CancellationToken cancellationToken)
    {
        var script = ScriptCatalogue.Get("inspect/run-ended", identity.SyntaxVersion).With("Run", run.Text);
        return await connection.Now.QueryAsync(script, row => row.Integer("ended"), cancellationToken) is [1];
    }
}
