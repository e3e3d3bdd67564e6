using System.Globalization;
using TimerProbe.Fleet.Store;
using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>
/// Sends the alerts of a store that are due, the oldest first, one at a time. One that was taken by its receiver is never sent again;
/// one whose receiver's answer was lost is, with the same id.
/// </summary>
/// <param name="store">The store.</param>
/// <param name="channels">Where alerts go.</param>
/// <param name="rules">How long and how often.</param>
/// <param name="time">Measures how long it takes; when an alert is due, and when it is too old, goes by the store's clock.</param>
public sealed class AlertDelivery(FleetStore store, IReadOnlyList<IAlertChannel> channels, DeliveryRules rules, TimeProvider time)
{
    private const string Unknown = "no receiver with this name is configured any longer";

    private readonly Dictionary<string, IAlertChannel> _channels = channels.DistinctBy(channel => channel.Name, StringComparer.Ordinal)
        .ToDictionary(channel => channel.Name, StringComparer.Ordinal);
    private readonly Dictionary<string, string> _failed = new(StringComparer.Ordinal);
    private readonly List<string> _remarks = [];
    private int _delivered;
    private int _putOff;
    private int _givenUp;

    /// <summary>Sends what is due. A receiver that fails is not asked again in this run.</summary>
    /// <param name="cancel">Ends the sending; the alert that is on its way is due again two minutes after it was taken.</param>
    /// <exception cref="StoreException">The store failed.</exception>
    public async Task<DeliveryReport> RunAsync(CancellationToken cancel)
    {
        var start = time.GetTimestamp();
        while (time.GetElapsedTime(start) < rules.RunLimit
            && await store.Alerts.TakeDueAsync(_channels.Keys, most: 1, TimeSpan.FromMinutes(2), cancel) is [var alert])
        {
            await DeliverAsync(alert, cancel);
        }

        foreach (var channel in await store.Alerts.GiveUpAsync(_channels.Keys, rules.GiveUpAfter, Unknown, cancel))
        {
            _remarks.Add($"alerts for {SafeLine.Of(channel)} are given up: {Unknown}");
        }

        return new DeliveryReport
        {
            Delivered = _delivered,
            PutOff = _putOff,
            GivenUp = _givenUp,
            NextAttemptIn = await store.Alerts.NextAttemptAsync(_channels.Keys, cancel),
            Complaints = [
                .. _failed.Select(each => $"alerts for {SafeLine.Of(each.Key)} were not delivered: {SafeLine.Of(each.Value)}; {Kept()}"),
                .. _remarks
            ],
        };
    }

    private async Task DeliverAsync(StoredAlert alert, CancellationToken cancel)
    {
        if (await WhyNotAsync(alert, cancel) is not { } error)
        {
            _delivered++;
            await store.Alerts.DeliveredAsync(alert, CancellationToken.None);
            return;
        }

        _failed.TryAdd(alert.Channel, error);
        var pause = rules.PauseAfter(alert.Attempts, Random.Shared.NextDouble());
        var state = await store.Alerts.NotDeliveredAsync(alert, error, pause, rules.GiveUpAfter, CancellationToken.None);
        (_givenUp, _putOff) = state == AlertState.Failed ? (_givenUp + 1, _putOff) : (_givenUp, _putOff + 1);
    }

    /// <summary>Sends an alert; why it was not delivered, or null when it was.</summary>
    private async Task<string?> WhyNotAsync(StoredAlert alert, CancellationToken cancel)
    {
        if (_failed.TryGetValue(alert.Channel, out var before))
        {
            return before;
        }

        var attempt = await DeliveryAttempt.MakeAsync(_channels[alert.Channel], alert, rules.AttemptLimit, time, cancel);
        if (attempt.Remark is { } remark)
        {
            _remarks.Add($"{SafeLine.Of(alert.Channel)}: {SafeLine.Of(remark)}");
        }

        return attempt.Failure;
    }

    private string Kept() =>
        string.Create(CultureInfo.InvariantCulture, $"they are kept and retried for {rules.GiveUpAfter.TotalDays:0.#} days");
}
