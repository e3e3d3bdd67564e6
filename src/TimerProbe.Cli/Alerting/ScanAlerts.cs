using System.Globalization;
using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Advice;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Alerting;

/// <summary>What a scan that is kept does about alerts. It never changes the exit code.</summary>
internal sealed class ScanAlerts
{
    private readonly AlertSettings _settings;
    private readonly IReadOnlyList<string> _secretVariables;
    private readonly TimeProvider _time;
    private readonly Terminal _terminal;

    private ScanAlerts(AlertSettings settings, MuteList mutes, IReadOnlyList<string> secretVariables, TimeProvider time, Terminal terminal)
    {
        (_settings, _secretVariables, _time, _terminal) = (settings, secretVariables, time, terminal);
        Options = new SaveOptions { Alerts = AlertRun.MakeAlerts(settings, mutes, time) };
    }

    /// <summary>How a scan is saved with its alerts.</summary>
    public SaveOptions Options { get; }

    /// <summary>What a configuration says of alerts; null when it says nothing.</summary>
    public static ScanAlerts? Of(FileConfiguration configuration, TimeProvider time, Terminal terminal) => configuration.Alerts is { } settings
        ? new ScanAlerts(settings, configuration.Mutes, [.. VariablesOf(configuration)], time, terminal)
        : null;

    /// <summary>Sends what is due and complains of what was not taken.</summary>
    public async Task DeliverAsync(FleetStore store, CancellationToken cancel)
    {
        try
        {
            var report = await AlertRun.DeliverDueAsync(store, _settings, _secretVariables, _time, cancel);
            if (report.Delivered > 0)
            {
                _terminal.Progress(string.Create(CultureInfo.InvariantCulture, $"alerts delivered: {report.Delivered:N0}"));
            }

            foreach (var complaint in report.Complaints)
            {
                _terminal.Complain(complaint);
            }
        }
        catch (StoreException refused)
        {
            _terminal.Complain($"alerts are left for the next run: {refused.Message}");
        }
    }

    private static IEnumerable<string> VariablesOf(FileConfiguration configuration) => configuration.VCenters
        .Select(vcenter => vcenter.Password)
        .Append(configuration.Store?.Password)
        .Where(secret => secret?.Kind == SecretKind.Environment)
        .Select(secret => secret!.Name);
}
