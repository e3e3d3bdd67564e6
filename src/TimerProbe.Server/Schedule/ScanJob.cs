using Quartz;

namespace TimerProbe.Server.Schedule;

/// <summary>Scans the vCenter that the job is named after, and notes what became of it.</summary>
[DisallowConcurrentExecution]
internal sealed class ScanJob(ServerContext context, RunningScans running) : IJob
{
    /// <summary>A note that cannot be written must not delay the end of a node.</summary>
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

/// <summary>One scan of one vCenter, as <c>timerprobe scan --config</c> does it: saved, with alerts, and what is too old removed.</summary>
internal sealed class VCenterScanRun(ServerContext server, FileConfiguration configuration, VCenterSettings vcenter)
{
    private readonly ScanDialog _dialog = new(server.Faults, vcenter.Server.ToString());

    /// <summary>A scan that goes wrong has an outcome, too.</summary>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public async Task<ScanOutcome> RunAsync(CancellationToken cancel)
    {
        try
        {
            return await ScanAsync(cancel);
        }
#pragma warning disable CA1031 // Whatever a vCenter or its document brings about is the outcome of this scan.
        catch (Exception bug) when (bug is not (UseCaseException or StoreException or OperationCanceledException))
#pragma warning restore CA1031
        {
            server.Faults.Begin(vcenter.Server.ToString(), nameof(VCenterScanRun), $"the scan failed: {bug.Message}", bug);
            return new ScanOutcome(ScanOutcome.Failed, Problem: $"the scan failed: {bug.Message}");
        }
        catch (UseCaseException refused)
        {
            var problem = _dialog.Summary(refused.Message);
            if (refused.InnerException is StoreException)
            {
                server.Faults.Begin(Faults.Store, vcenter.Server.ToString(), refused.Message);
            }
            else
            {
                _dialog.Complain(refused.Message);
            }

            return new ScanOutcome(refused.Failure == Failure.Locked ? ScanOutcome.Held : ScanOutcome.Failed, Problem: problem);
        }
    }

    private async Task<ScanOutcome> ScanAsync(CancellationToken cancel)
    {
        if (configuration.Anonymize)
        {
            throw new UseCaseException(
                Failure.Usage, "what is saved needs the real names, and the configuration asks for pseudonyms: \"anonymize\"");
        }

        var start = server.Time.GetTimestamp();
        var context = new UseCaseContext(ServerContext.Tool, server.Time, _dialog, () => server.Time.GetElapsedTime(start));
        var alerts = RunAlerts.Create(
            configuration.Alerts ?? new AlertSettings(),
            configuration.Muting,
            configuration.Server?.PublicAddress,
            configuration.SecretVariables,
            saves: true,
            context);
        var settings = new ScanSettings
        {
            Configuration = configuration,
            Targets = [ScanTarget.Create(vcenter, cancel)],
            Command = $"timerprobe-server {server.Node}",
            GuestResultsOfOthers = true
        };
        var place = server.PlaceBy(configuration);
        await using var saved = await RunStorage.OpenAsync(
            () => ServerContext.OpenStoreAsync(place, new StoreOptions { Time = server.Time }, cancel),
            StoreUse.Save,
            alerts,
            place?.Retention,
            context);
        await using var scan = await FleetScan.OpenAsync(settings, saved, context, cancel);
        var document = await scan.RunAsync(cancel);
        await scan.SaveAsync(document, static () => { }, cancel);
        _dialog.End();
        server.Faults.End(vcenter.Server.ToString(), nameof(VCenterScanRun));
        server.Faults.End(Faults.Store, vcenter.Server.ToString());
        return new ScanOutcome(scan.IsPartial(document) ? ScanOutcome.Partial : ScanOutcome.Complete, document.Id, _dialog.Summary());
    }
}

/// <summary>
/// Logs the problems of one scan with the name of its vCenter, once for as long as each scan has them, and remembers the first.
/// </summary>
internal sealed class ScanDialog(Faults faults, string server) : NonInteractiveDialog
{
    private const string Part = "scan";
    private const int Most = 3;
    private readonly List<string> _said = [];
    private readonly List<string> _warned = [];

    /// <summary>In one line what went wrong, or else another sentence, and after it what to know; null for nothing.</summary>
    public string? Summary(string? otherwise = null)
    {
        lock (_said)
        {
            List<string> all = [.. otherwise is null || _said.Count > 0 ? _said : [otherwise], .. _warned];
            return all.Count == 0 ? null : string.Join("; ", all);
        }
    }

    /// <summary>Ends the problems that the scan before had, and this one did not.</summary>
    public void End()
    {
        if (Summary() is null)
        {
            faults.End(server, Part);
        }
    }

    public override void Complain(string message) => Say(_said, message);

    public override void Warn(string message) => Say(_warned, message);

    private void Say(List<string> kind, string message)
    {
        lock (_said)
        {
            kind.AddRange(kind.Count < Most ? [message] : []);
        }

        faults.Begin(server, Part, message);
    }
}
