using System.Globalization;
using TimerProbe.Cli.Configuration.Settings;
using TimerProbe.Cli.Output;
using TimerProbe.Core.Advice;
using TimerProbe.Fleet.Alerts.Delivery;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Cli.Alerting;

/// <summary>What a run that is kept does about alerts. It never changes the exit code.</summary>
internal sealed class RunAlerts
{
    private readonly AlertSettings _settings;
    private readonly IReadOnlyList<string> _secretVariables;
    private readonly TimeProvider _time;
    private readonly Terminal _terminal;

    private RunAlerts(AlertSettings settings, MuteList mutes, IReadOnlyList<string> secretVariables, TimeProvider time, Terminal terminal)
    {
        (_settings, _secretVariables, _time, _terminal) = (settings, secretVariables, time, terminal);
        Options = new SaveOptions { Alerts = AlertRun.MakeAlerts(settings, mutes, time) };
    }

    /// <summary>How a run is saved with its alerts.</summary>
    public SaveOptions Options { get; }

    /// <summary>What a configuration says of alerts; null when it says nothing, and for a run that is not kept, of which that is said.</summary>
    public static RunAlerts? Of(FileConfiguration configuration, bool saves, TimeProvider time, Terminal terminal)
    {
        if (configuration.Alerts is not { } settings)
        {
            return null;
        }

        if (!saves)
        {
            terminal.Complain("alerts are made of runs that are kept: without --save none are made or sent");
            return null;
        }

        var variables = configuration.Secrets.Where(secret => secret.Kind == SecretKind.Environment).Select(secret => secret.Name);
        return new RunAlerts(settings, configuration.Mutes, [.. variables], time, terminal);
    }

    /// <summary>Sends what is due and complains of what was not taken.</summary>
    public async Task DeliverAsync(FleetStore store, CancellationToken cancel)
    {
        var report = await TryDeliverAsync(store, cancel);
        if (report.Delivered > 0)
        {
            _terminal.Progress(string.Create(CultureInfo.InvariantCulture, $"alerts delivered: {report.Delivered:N0}"));
        }

        foreach (var complaint in report.Complaints)
        {
            _terminal.Complain(complaint);
        }
    }

    /// <summary>Sends what is due; a store that refuses is among the complaints.</summary>
    public async Task<DeliveryReport> TryDeliverAsync(FleetStore store, CancellationToken cancel)
    {
        try
        {
            return await AlertRun.DeliverDueAsync(store, _settings, _secretVariables, _time, cancel);
        }
        catch (StoreException refused)
        {
            return new DeliveryReport { NextAttemptAt = _time.GetUtcNow() + TimeSpan.FromMinutes(1), Complaints = [$"alerts are left for later: {refused.Message}"] };
        }
    }
}
