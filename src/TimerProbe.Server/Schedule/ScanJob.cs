using Quartz;

namespace TimerProbe.Server.Schedule;

/// <summary>Scans the vCenter that the job is named after, and notes what became of it.</summary>
[DisallowConcurrentExecution]
internal sealed class ScanJob(ServerContext context, RunningScans running) : IJob
{
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
        string? result = null;
        try
        {
            await (firing.Recovering ? SayWhoseAsync(server, cancel) : Task.CompletedTask);
            scan = await context.Store.Scans.BeginAsync(server, context.Node, cancel);
            var outcome = await new VCenterScanRun(context, configuration, vcenter).RunAsync(cancel);
            result = outcome.Result;
            await context.Store.Scans.EndAsync(scan, outcome, cancel);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            result ??= ScanOutcome.GivenUp;
            await NoteGivenUpAsync(scan);
            throw;
        }
        catch (StoreException refused)
        {
            context.Faults.Begin(Faults.Store, server, refused.Message);
        }
        finally
        {
            running.Ended(result ?? ScanOutcome.Failed);
        }
    }

    private async Task SayWhoseAsync(string server, CancellationToken cancel)
    {
        var scans = await context.Store.Scans.ListAsync(cancel);
        var gone = scans.FirstOrDefault(scan => scan.Server == server)?.Node ?? "a node";
        context.Log.Say(LogLevel.Information, server, $"{gone} is gone: its scan of {server} begins again here");
    }

    private async Task NoteGivenUpAsync(ScheduledScan? scan)
    {
        try
        {
            using var soon = new CancellationTokenSource(NoteWithin, context.Time);
            await (scan is null
                ? Task.CompletedTask
                : context.Store.Scans.EndAsync(scan, new ScanOutcome(ScanOutcome.GivenUp, Problem: "the node ended"), soon.Token));
        }
        catch (Exception away) when (away is StoreException or OperationCanceledException)
        {
            context.Log.Say(LogLevel.Warning, scan!.Server, $"that the scan was given up is not noted: {away.Message}");
        }
    }
}
