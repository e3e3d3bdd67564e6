using TimerProbe.Core.Advice;
using TimerProbe.Fleet;
using TimerProbe.Fleet.Alerts;
using TimerProbe.Fleet.Alerts.Delivery;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Application.Alerting;

/// <summary>What a run that is saved does about alerts: makes them while it is saved, and sends those that are due afterwards.</summary>
public static class AlertRun
{
    /// <summary>Makes alerts of a run, for <see cref="SaveOptions.Alerts"/>.</summary>
    /// <param name="settings">Who is told.</param>
    /// <param name="mutes">What is not to be heard of.</param>
    /// <param name="time">The clock.</param>
    public static Func<SavedRun, IReadOnlyList<NewAlert>> MakeAlerts(AlertSettings settings, MuteList mutes, TimeProvider time)
    {
        var channels = AlertChannels.Create(settings, [], time);
        try
        {
            var today = DateOnly.FromDateTime(time.GetUtcNow().UtcDateTime);
            var rules = new AlertRules
            {
                Channels = channels.Count == 0 ? [StoredAlert.Nobody] : [.. channels.Select(channel => channel.Name).Distinct(StringComparer.Ordinal)],
                NotAnsweredAfter = settings.NotAnsweredAfter,
                IsMuted = change => AlertMutes.IsMuted(change, mutes, today),
            };
            return run => AlertMaking.Create(run, rules);
        }
        finally
        {
            Close(channels);
        }
    }

    /// <summary>Sends the alerts that are due, those of earlier runs first, within about a minute. It changes no exit code.</summary>
    /// <param name="store">The store.</param>
    /// <param name="settings">Who is told.</param>
    /// <param name="secretVariables">Environment variables that hold the secrets of the configuration.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancel">Ends the sending.</param>
    /// <param name="besides">Ways for what is no alert, and is sent alike.</param>
    /// <returns>What became of them; its complaints are for stderr.</returns>
    /// <exception cref="StoreException">The store failed.</exception>
    public static async Task<DeliveryReport> DeliverDueAsync(
        FleetStore store, AlertSettings settings, IReadOnlyList<string> secretVariables, TimeProvider time, CancellationToken cancel, params IReadOnlyList<IAlertChannel> besides)
    {
        var channels = AlertChannels.Create(settings, secretVariables, time);
        try
        {
            return await new AlertDelivery(store, [.. channels, .. besides], new DeliveryRules(), time).RunAsync(cancel);
        }
        finally
        {
            Close(channels);
        }
    }

    private static void Close(IEnumerable<IAlertChannel> channels)
    {
        foreach (var channel in channels.OfType<IDisposable>())
        {
            channel.Dispose();
        }
    }
}
