using Quartz;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Serving;

namespace TimerProbe.Server.Schedule;

/// <summary>Scans the vCenter that the job is named after, and notes what became of it.</summary>
[DisallowConcurrentExecution]
internal sealed class ScanJob(ServerContext context, RunningScans running) : IJob
{
    /// <summary>A note that cannot be written must not hold up the end of a node.</summary>
    private static readonly TimeSpan NoteWithin = TimeSpan.FromSeconds(2);

    /// <summary>A node that was not heard of for so long has lost what it holds: three notes in a row.</summary>
    private static readonly TimeSpan Lost = TimeSpan.FromSeconds(30);

    /// <summary>The scheduler missed that node already, so that one note in a row is enough.</summary>
    private static readonly TimeSpan LostWhenRecovering = TimeSpan.FromSeconds(10);

    public async ValueTask Execute(IJobExecutionContext firing, CancellationToken cancel = default)
    {
        var server = firing.JobDetail.Key.Name;
        var configuration = context.Configuration;
        if (configuration.VCenters.FirstOrDefault(each => each.Server.ToString() == server) is not { } vcenter)
        {
            return;
        }

        using var counted = running.Begin();
        ScheduledScan? scan = null;
        string? result = null;
        try
        {
            scan = await context.Store.Scans.BeginAsync(server, context.Node, cancel);
            var outcome = await new VCenterScanRun(context, configuration, vcenter).RunAsync(cancel);
            if (outcome.Result == ScanResults.Held && await TakeFromLostNodeAsync(server, firing.Recovering ? LostWhenRecovering : Lost, cancel))
            {
                outcome = await new VCenterScanRun(context, configuration, vcenter).RunAsync(cancel);
            }

            result = outcome.Result;
            await context.Store.Scans.EndAsync(scan, outcome, cancel);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            result ??= ScanResults.GivenUp;
            await NoteGivenUpAsync(scan);
            throw;
        }
        catch (StoreException refused)
        {
            context.Faults.Begin(Faults.Store, server, refused.Message);
        }
        finally
        {
            running.Ended(result ?? ScanResults.Failed);
        }
    }

    /// <summary>A node that stands still, or was cut off, still holds its vCenter: the database knows only that its session is there.</summary>
    private async Task<bool> TakeFromLostNodeAsync(string server, TimeSpan lost, CancellationToken cancel)
    {
        var (nodes, now) = await context.Store.Nodes.ListAsync(cancel);
        foreach (var node in nodes.Where(node => node.Name != context.Node && now - node.SeenAt >= lost))
        {
            if (await context.Store.EndClaimAsync(server, VCenterScanRun.CommandOf(node.Name), cancel))
            {
                context.Log.Say(LogLevel.Warning, server, $"its scan is taken over from {node.Name}, which was not heard of");
                return true;
            }
        }

        return false;
    }

    private async Task NoteGivenUpAsync(ScheduledScan? scan)
    {
        try
        {
            using var soon = new CancellationTokenSource(NoteWithin, context.Time);
            await (scan is null ? Task.CompletedTask : context.Store.Scans.EndAsync(scan, new ScanOutcome(ScanResults.GivenUp, Problem: "the node ended"), soon.Token));
        }
        catch (Exception away) when (away is StoreException or OperationCanceledException)
        {
            context.Log.Say(LogLevel.Warning, scan!.Server, $"that the scan was given up is not noted: {away.Message}");
        }
    }
}
