namespace TimerProbe.Server.Schedule;

/// <summary>Scans the vCenter that the job is named after, and notes what became of it.</summary>
[DisallowConcurrentExecution]
internal sealed class ScanJob(ServerContext context, RunningScans running) : IJob
{
    private static readonly TimeSpan NoteWithin = TimeSpan.FromSeconds(2);

    public async ValueTask Execute(IJobExecutionContext firing, CancellationToken cancellationToken = default)
    {
        var server = firing.JobDetail.Key.Name;
        var configuration = context.Configuration;
        if (configuration.VCenters.FirstOrDefault(center => center.Server.ToString() == server) is not { } vcenter)
        {
            return;
        }

        running.Begin();
        ScheduledScan? scan = null;
        string? result = null;
        try
        {
            await SayWhoseAsync(server, firing.Recovering, cancellationToken);
            scan = await context.Store.Scans.BeginAsync(server, context.Node, cancellationToken);
            var outcome = await new VCenterScanRun(context, configuration, vcenter).RunAsync(cancellationToken);
            result = outcome.Result;
            await context.Store.Scans.EndAsync(scan, outcome, cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            result ??= ScanOutcome.GivenUp;
            await NoteGivenUpAsync(scan);
            throw;
        }
        catch (StoreException ex)
        {
            context.Faults.Begin(Faults.Store, server, ex.Message);
        }
        finally
        {
            running.End(result ?? ScanOutcome.Failed);
        }
    }

    /// <summary>
    /// A firing by the schedule may come before the one that recovers, and that one after a whole scan: what counts is that the scan before
    /// has not ended.
    /// </summary>
    private async Task SayWhoseAsync(string server, bool isRecovering, CancellationToken cancellationToken)
    {
        var before = (await context.Store.Scans.ListAsync(cancellationToken)).FirstOrDefault(scan => scan.Server == server);
        if (before is { Outcome: null or { Result: ScanOutcome.GivenUp } } && (isRecovering || before.Node != context.Node))
        {
            context.Log.Say(LogLevel.Information, server, $"{before.Node} has not ended its scan of {server}: it begins again here");
        }
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
        catch (Exception ex) when (ex is StoreException or OperationCanceledException)
        {
            context.Log.Say(LogLevel.Warning, scan!.Server, $"that the scan was given up is not noted: {ex.Message}");
        }
    }
}
