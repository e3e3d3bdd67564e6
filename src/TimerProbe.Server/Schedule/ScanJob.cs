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
        try
        {
            scan = await context.Store.Scans.BeginAsync(server, context.Node, cancel);
            await context.Store.Scans.EndAsync(scan, await new VCenterScanRun(context, configuration, vcenter).RunAsync(cancel), cancel);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            await NoteGivenUpAsync(scan);
            throw;
        }
        catch (StoreException refused)
        {
            context.Dialog.Complain($"{server}: the schedule is not noted: {refused.Message}");
        }
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
            context.Dialog.Complain($"{scan!.Server}: that the scan was given up is not noted: {away.Message}");
        }
    }
}
