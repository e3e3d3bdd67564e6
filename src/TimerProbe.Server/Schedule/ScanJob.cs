namespace TimerProbe.Server.Schedule;

/// <summary>Scans as <c>timerprobe scan --config</c> does: saves, alerts, removes what is too old. What became of it is noted.</summary>
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
            var outcome = await TryScanAsync(configuration, vcenter, cancellationToken);
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

    /// <summary>A scan that goes wrong has an outcome, too.</summary>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    private async Task<ScanOutcome> TryScanAsync(
        FileConfiguration configuration, VCenterSettings vcenter, CancellationToken cancellationToken)
    {
        var server = vcenter.Server.ToString();
        var dialog = new ScanDialog(context.Faults, server);
        try
        {
            return await ScanAsync(configuration, vcenter, dialog, cancellationToken);
        }
#pragma warning disable CA1031 // Whatever a vCenter or its document brings about is the outcome of this scan.
        catch (Exception ex) when (ex is not (UseCaseException or StoreException or OperationCanceledException))
#pragma warning restore CA1031
        {
            context.Faults.Begin(server, nameof(ScanJob), $"the scan failed: {ex.Message}", ex);
            return new ScanOutcome(ScanOutcome.Failed, Problem: $"the scan failed: {ex.Message}");
        }
        catch (UseCaseException ex)
        {
            var problem = dialog.Summary(ex.Message);
            if (ex.InnerException is StoreException)
            {
                context.Faults.Begin(Faults.Store, server, ex.Message);
            }
            else
            {
                dialog.ReportProblem(ex.Message);
            }

            return new ScanOutcome(ex.ExitCode == ExitCode.Locked ? ScanOutcome.Held : ScanOutcome.Failed, Problem: problem);
        }
    }

    private async Task<ScanOutcome> ScanAsync(
        FileConfiguration configuration, VCenterSettings vcenter, ScanDialog dialog, CancellationToken cancellationToken)
    {
        if (configuration.Anonymize)
        {
            throw new UseCaseException(
                ExitCode.Usage, "what is saved needs the real names, and the configuration asks for pseudonyms: \"anonymize\"");
        }

        var start = context.Time.GetTimestamp();
        var run = new UseCaseContext(ServerContext.Tool, context.Time, dialog, () => context.Time.GetElapsedTime(start));
        var alerts = RunAlerts.Create(
            configuration.Alerts ?? new AlertSettings(),
            configuration.Muting,
            configuration.Server?.PublicAddress,
            configuration.SecretVariables,
            saves: true,
            run);
        var settings = new ScanSettings
        {
            Configuration = configuration,
            Targets = [ScanTarget.Create(vcenter, cancellationToken)],
            Command = $"timerprobe-server {context.Node}",
            GuestResultsOfOthers = true
        };
        var place = context.PlaceBy(configuration);
        await using var saved = await RunStorage.OpenAsync(
            () => ServerContext.OpenStoreAsync(place, new StoreOptions { Time = context.Time }, cancellationToken),
            StoreAccess.Write,
            alerts,
            place?.Retention,
            run);
        await using var scan = await FleetScan.OpenAsync(settings, saved, run, cancellationToken);
        var document = await scan.RunAsync(cancellationToken);
        await scan.SaveAsync(document, static () => { }, cancellationToken);
        dialog.End();
        context.Faults.End(vcenter.Server.ToString(), nameof(ScanJob));
        context.Faults.End(Faults.Store, vcenter.Server.ToString());
        return new ScanOutcome(scan.IsPartial(document) ? ScanOutcome.Partial : ScanOutcome.Complete, document.Id, dialog.Summary());
    }

    /// <summary>Counts only whether the scan before has ended: a firing by the schedule may come before the one that recovers.</summary>
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
