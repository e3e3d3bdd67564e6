using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Serving;
using TimerProbe.Server.Views;

namespace TimerProbe.Server.Intake;

/// <summary>
/// Takes in what guests submitted to any node, in the order of arrival. One of all nodes of a store does, which claims the inbox and renews
/// its claim; when that runs out another takes over.
/// </summary>
internal sealed class InboxReader(ServerContext context, ArrivalSignal arrivals, AlertSender alerts, LatestFleet latest) : BackgroundService
{
    private const string Part = "documents";

    private static readonly TimeSpan Poll = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan RenewalInterval = InboxClaim.Lasts / 4;

    private InboxClaim? _claim;
    private long _savedAt;
    private string _said = "";

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        try
        {
            for (var begins = true; ; begins = false)
            {
                await TryRunAsync(begins, stoppingToken);
                await arrivals.WaitAsync(Poll, context.Time, stoppingToken);
            }
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            await (_claim?.DisposeAsync() ?? ValueTask.CompletedTask);
        }
    }

    private async Task TryRunAsync(bool begins, CancellationToken stopping)
    {
        try
        {
            await RunAsync(begins, stopping);
            context.Faults.End(Faults.Store, Part);
        }
        catch (StoreException lost) when (lost.Kind == StoreErrorKind.ClaimLost)
        {
            _claim = null;
        }
        catch (StoreException refused)
        {
            context.Faults.Begin(Faults.Store, Part, refused.Message);
        }
#pragma warning disable CA1031 // A bug with one document is logged, and stops neither the node nor, after some attempts, the others.
        catch (Exception bug) when (bug is not OperationCanceledException)
#pragma warning restore CA1031
        {
            Complain(bug);
        }
    }

    private void Complain(Exception bug)
    {
        if (bug.Message != _said)
        {
            context.Log.Say(LogLevel.Error, "documents", $"this is a bug in timerprobe-server: {bug.GetType().Name}: {bug.Message}", bug);
        }

        _said = bug.Message;
    }

    private async Task RunAsync(bool begins, CancellationToken stopping)
    {
        if (_claim is null)
        {
            _claim = await context.Store.Inbox.ClaimAsync(context.Node, begins, stopping);
            _savedAt = context.Time.GetTimestamp();
        }

        if (_claim is not { } claim)
        {
            return;
        }

        var reported = alerts.OfConfiguration();
        var hasTaken = false;
        while (await claim.TakeInNextAsync(reported?.Options, stopping))
        {
            hasTaken = true;
            _savedAt = context.Time.GetTimestamp();
        }

        if (hasTaken)
        {
            alerts.Wake();
            latest.Wake();
        }
        else if (context.Time.GetElapsedTime(_savedAt) >= RenewalInterval)
        {
            await claim.KeepAsync(stopping);
            _savedAt = context.Time.GetTimestamp();
        }
    }
}
