namespace TimerProbe.Server.Schedule;

/// <summary>
/// One scan of one vCenter, as <c>timerprobe scan --config</c> does it: saved, with alerts, and what is too old removed.
/// </summary>
internal sealed class VCenterScanRun(ServerContext server, FileConfiguration configuration, VCenterSettings vcenter)
{
    private readonly ScanDialog _dialog = new(server.Faults, vcenter.Server.ToString());

    /// <summary>A scan that goes wrong has an outcome, too.</summary>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public async Task<ScanOutcome> RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await ScanAsync(cancellationToken);
        }
#pragma warning disable CA1031 // Whatever a vCenter or its document brings about is the outcome of this scan.
        catch (Exception ex) when (ex is not (UseCaseException or StoreException or OperationCanceledException))
#pragma warning restore CA1031
        {
            server.Faults.Begin(vcenter.Server.ToString(), nameof(VCenterScanRun), $"the scan failed: {ex.Message}", ex);
            return new ScanOutcome(ScanOutcome.Failed, Problem: $"the scan failed: {ex.Message}");
        }
        catch (UseCaseException ex)
        {
            var problem = _dialog.Summary(ex.Message);
            if (ex.InnerException is StoreException)
            {
                server.Faults.Begin(Faults.Store, vcenter.Server.ToString(), ex.Message);
            }
            else
            {
                _dialog.ReportProblem(ex.Message);
            }

            return new ScanOutcome(ex.ExitCode == ExitCode.Locked ? ScanOutcome.Held : ScanOutcome.Failed, Problem: problem);
        }
    }

    private async Task<ScanOutcome> ScanAsync(CancellationToken cancellationToken)
    {
        if (configuration.Anonymize)
        {
            throw new UseCaseException(
                ExitCode.Usage, "what is saved needs the real names, and the configuration asks for pseudonyms: \"anonymize\"");
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
            Targets = [ScanTarget.Create(vcenter, cancellationToken)],
            Command = $"timerprobe-server {server.Node}",
            GuestResultsOfOthers = true
        };
        var place = server.PlaceBy(configuration);
        await using var saved = await RunStorage.OpenAsync(
            () => ServerContext.OpenStoreAsync(place, new StoreOptions { Time = server.Time }, cancellationToken),
            StoreAccess.Write,
            alerts,
            place?.Retention,
            context);
        await using var scan = await FleetScan.OpenAsync(settings, saved, context, cancellationToken);
        var document = await scan.RunAsync(cancellationToken);
        await scan.SaveAsync(document, static () => { }, cancellationToken);
        _dialog.End();
        server.Faults.End(vcenter.Server.ToString(), nameof(VCenterScanRun));
        server.Faults.End(Faults.Store, vcenter.Server.ToString());
        return new ScanOutcome(scan.IsPartial(document) ? ScanOutcome.Partial : ScanOutcome.Complete, document.Id, _dialog.Summary());
    }
}
