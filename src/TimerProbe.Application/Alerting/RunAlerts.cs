using System.Globalization;
using TimerProbe.Core.Advice;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Alerts.Delivery;
using TimerProbe.Fleet.Store;

namespace TimerProbe.Application.Alerting;

/// <summary>What a run that is kept does about alerts. It never changes the exit code.</summary>
public sealed class RunAlerts
{
    private readonly AlertSettings _settings;
    private readonly IReadOnlyList<string> _secretVariables;
    private readonly UseCaseContext _context;

    private RunAlerts(AlertSettings settings, MuteList mutes, IReadOnlyList<string> secretVariables, UseCaseContext context)
    {
        (_settings, _secretVariables, _context) = (settings, secretVariables, context);
        Options = new SaveOptions { Alerts = AlertRun.MakeAlerts(settings, mutes, context.Time) };
    }

    /// <summary>How a run is saved with its alerts.</summary>
    public SaveOptions Options { get; }

    /// <summary>What a configuration says of alerts; null when it says nothing, and for a run that is not kept, of which that is said.</summary>
    /// <param name="settings">Who is told; null for nobody.</param>
    /// <param name="mutes">What is not to be heard of.</param>
    /// <param name="secretVariables">Environment variables that hold secrets of the configuration: no program that alerts are given to gets them.</param>
    /// <param name="saves">Whether the run is kept.</param>
    /// <param name="context">For whom the run is.</param>
    public static RunAlerts? Create(AlertSettings? settings, MuteList mutes, IReadOnlyList<string> secretVariables, bool saves, UseCaseContext context)
    {
        if (settings is null)
        {
            return null;
        }

        if (!saves)
        {
            context.Dialog.Complain("alerts come from saved runs: without --save, none are created or sent");
            return null;
        }

        return new RunAlerts(settings, mutes, secretVariables, context);
    }

    /// <summary>Sends what is due and complains of what was not taken.</summary>
    /// <returns>What became of them.</returns>
    public async Task<DeliveryReport> DeliverAsync(FleetStore store, CancellationToken cancel)
    {
        var report = await TryDeliverAsync(store, cancel);
        if (report.Delivered > 0)
        {
            _context.Dialog.Progress(string.Create(CultureInfo.InvariantCulture, $"alerts delivered: {report.Delivered:N0}"));
        }

        foreach (var complaint in report.Complaints)
        {
            _context.Dialog.Complain(complaint);
        }

        return report;
    }

    /// <summary>Sends what is due; a store that refuses is among the complaints.</summary>
    /// <param name="store">The store.</param>
    /// <param name="cancel">Ends the sending.</param>
    /// <param name="besides">Ways for what is no alert, and is sent alike.</param>
    public async Task<DeliveryReport> TryDeliverAsync(FleetStore store, CancellationToken cancel, params IReadOnlyList<IAlertChannel> besides)
    {
        try
        {
            return await AlertRun.DeliverDueAsync(store, _settings, _secretVariables, _context.Time, cancel, besides);
        }
        catch (StoreException refused)
        {
            return new DeliveryReport { NextAttemptIn = TimeSpan.FromMinutes(1), Complaints = [$"alerts are postponed: {refused.Message}"] };
        }
    }
}
