using TimerProbe.Application;
using TimerProbe.Application.Alerting;
using TimerProbe.Application.Configuration;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Scanning;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Serving;

namespace TimerProbe.Server.Schedule;

/// <summary>One scan of one vCenter, as <c>timerprobe scan --config</c> does it: kept, with alerts, and what is too old removed.</summary>
internal sealed class VCenterScanRun(ServerContext server, FileConfiguration configuration, VCenterSettings vcenter)
{
    private readonly ScanDialog _dialog = new(server.Faults, vcenter.Server.ToString());

    /// <summary>What others read of the node that claims a vCenter.</summary>
    public static string CommandOf(string node) => Program + node;

    private const string Program = "timerprobe-server ";

    /// <summary>Scans it; what goes wrong is the outcome.</summary>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public async Task<ScanOutcome> RunAsync(CancellationToken cancel)
    {
        try
        {
            return await ScanAsync(cancel);
        }
        catch (UseCaseException held) when (held is { Failure: Failure.Locked, Holders: [{ } holder] } && holder.Command.StartsWith(Program, StringComparison.Ordinal))
        {
            // This server's own: nobody else has to be looked for, and whether it is to be taken over is seen to.
            return new ScanOutcome(ScanResults.Held, Problem: string.Create(
                System.Globalization.CultureInfo.InvariantCulture, $"node {holder.Command[Program.Length..]} of this server has been scanning it since {holder.Since.UtcDateTime:yyyy-MM-dd HH:mm:ss} UTC"));
        }
        catch (UseCaseException refused)
        {
            var cause = _dialog.Complaints;
            if (refused.InnerException is StoreException)
            {
                server.Faults.Begin(Faults.Store, vcenter.Server.ToString(), refused.Message);
            }
            else
            {
                _dialog.Complain(refused.Message);
            }

            return new ScanOutcome(refused.Failure == Failure.Locked ? ScanResults.Held : ScanResults.Failed, Problem: cause ?? refused.Message);
        }
    }

    private async Task<ScanOutcome> ScanAsync(CancellationToken cancel)
    {
        if (configuration.Anonymize)
        {
            throw new UseCaseException(Failure.Usage, "what is kept needs the real names, and the configuration asks for pseudonyms: \"anonymize\"");
        }

        var start = server.Time.GetTimestamp();
        var context = new UseCaseContext(ServerContext.Tool, server.Time, _dialog, () => server.Time.GetElapsedTime(start));
        var alerts = RunAlerts.Create(configuration.Alerts ?? new AlertSettings(), configuration.Muting, configuration.SecretVariables, saves: true, context);
        var settings = ConfiguredScan.Create(configuration, [ConfiguredScan.TargetOf(vcenter, cancel)]) with { Command = CommandOf(server.Node), GuestResultsOfOthers = true };
        await using var saved = await RunStorage.OpenAsync(server.PlaceBy(configuration), StoreUse.Save, lockTimeout: null, alerts, context, cancel);
        await using var scan = await FleetScan.OpenAsync(settings, saved, context, cancel);
        var document = await scan.RunAsync(cancel);
        await scan.SaveAsync(document, static () => { }, cancel);
        _dialog.End();
        server.Faults.End(Faults.Store, vcenter.Server.ToString());
        return new ScanOutcome(scan.IsPartial(document) ? ScanResults.Partial : ScanResults.Complete, document.Id, _dialog.Complaints);
    }
}
