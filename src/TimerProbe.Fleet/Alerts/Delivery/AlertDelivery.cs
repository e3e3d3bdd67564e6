namespace TimerProbe.Fleet.Alerts;

/// <summary>
/// Sends the alerts of a store that are due, the oldest first, one at a time. One that was taken by its receiver is never sent
/// again; one whose receiver's answer was lost is, with the same id. The store's clock decides when an alert is due, and when
/// too old; this machine's only measures how long the sending takes.
/// </summary>
public sealed class AlertDelivery(FleetStore store, IReadOnlyList<IAlertChannel> channels, TimeProvider time)
{
    /// <summary>How long one attempt may take; at most a minute, which is how long an alert is left to one process.</summary>
    public static readonly TimeSpan DefaultAttempt = TimeSpan.FromSeconds(15);

    private const string Unknown = "no receiver with this name is configured any longer";

    private static readonly TimeSpan RunLimit = TimeSpan.FromSeconds(60);

    private static readonly TimeSpan FirstPause = TimeSpan.FromMinutes(1);

    /// <summary>The longest pause; at most an hour.</summary>
    private static readonly TimeSpan MaxPause = TimeSpan.FromHours(1);

    private static readonly TimeSpan GiveUpAfter = TimeSpan.FromDays(7);

    private readonly Dictionary<string, IAlertChannel> _channels = channels
        .DistinctBy(channel => channel.Name)
        .ToDictionary(channel => channel.Name);
    private readonly Dictionary<string, string> _failed = [];
    private readonly List<string> _remarks = [];
    private int _delivered;
    private int _putOff;
    private int _givenUp;

    public TimeSpan AttemptLimit { get; init; } = DefaultAttempt;

    /// <summary>Sends what is due. A receiver that fails is not asked again in this run.</summary>
    /// <param name="cancellationToken">Ends the sending; the alert that is on its way is due again two minutes after it was taken.</param>
    /// <exception cref="StoreException">The store failed.</exception>
    public async Task<DeliveryReport> RunAsync(CancellationToken cancellationToken)
    {
        var start = time.GetTimestamp();
        while (time.GetElapsedTime(start) < RunLimit
            && await store.Alerts.TakeDueAsync(_channels.Keys, maxAlerts: 1, TimeSpan.FromMinutes(2), cancellationToken) is [var alert])
        {
            await DeliverAsync(alert, cancellationToken);
        }

        foreach (var channel in await store.Alerts.GiveUpAsync(_channels.Keys, GiveUpAfter, Unknown, cancellationToken))
        {
            _remarks.Add($"alerts for {PlainText.ShortLine(channel)} are given up: {Unknown}");
        }

        return new DeliveryReport
        {
            Delivered = _delivered,
            PutOff = _putOff,
            GivenUp = _givenUp,
            NextAttemptIn = await store.Alerts.NextAttemptAsync(_channels.Keys, cancellationToken),
            Warnings = [
                .. _failed.Select(item => $"alerts for {PlainText.ShortLine(item.Key)} were not delivered: {PlainText.ShortLine(item.Value)}; they are {Retried()}"),
                .. _remarks.Distinct()
            ],
        };
    }

    private async Task DeliverAsync(StoredAlert alert, CancellationToken cancellationToken)
    {
        if (await GetFailureAsync(alert, cancellationToken) is not { } error)
        {
            _delivered++;
            await store.Alerts.DeliveredAsync(alert, CancellationToken.None);
            return;
        }

        var pause = PauseAfter(alert.Attempts, Random.Shared.NextDouble());
        var state = await store.Alerts.NotDeliveredAsync(alert, error, pause, GiveUpAfter, CancellationToken.None);
        (_givenUp, _putOff) = state == AlertState.Failed ? (_givenUp + 1, _putOff) : (_givenUp, _putOff + 1);
    }

    /// <summary>Sends an alert; why it was not delivered, or null when it was.</summary>
    private async Task<string?> GetFailureAsync(StoredAlert alert, CancellationToken cancellationToken)
    {
        if (_failed.TryGetValue(alert.Channel, out var before))
        {
            return before;
        }

        var attempt = await TryAsync(_channels[alert.Channel], alert, AttemptLimit, time, cancellationToken);
        if (attempt.Remark is { } remark)
        {
            _remarks.Add($"{PlainText.ShortLine(alert.Channel)}: {PlainText.ShortLine(remark)}");
        }

        if (attempt is { Failure: { } failure, IsOfReceiver: true })
        {
            _failed.Add(alert.Channel, failure);
        }
        else if (attempt.Failure is not null)
        {
            _remarks.Add($"an alert for {PlainText.ShortLine(alert.Channel)} was not delivered: {PlainText.ShortLine(attempt.Failure)}; it is {Retried()}");
        }

        return attempt.Failure;
    }

    /// <summary>Tries once to send an alert.</summary>
    /// <returns>Why it was not taken, if it was not; a warning despite the delivery; whether the receiver is what is wrong.</returns>
    public static async Task<(string? Failure, string? Remark, bool IsOfReceiver)> TryAsync(
        IAlertChannel channel, StoredAlert alert, TimeSpan limit, TimeProvider time, CancellationToken cancellationToken)
    {
        using var end = new CancellationTokenSource(limit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, end.Token);
        try
        {
            return (null, await channel.SendAsync(alert, either.Token), false);
        }
        catch (AlertNotDeliveredException ex)
        {
            return (ex.Message, null, true);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return ($"there was no answer within {limit.TotalSeconds:0.#} s", null, true);
        }
#pragma warning disable CA1031 // One alert that cannot be sent keeps no other from its receiver.
        catch (Exception ex) when (ex is not OperationCanceledException)
#pragma warning restore CA1031
        {
            return ($"it cannot be sent: {PlainText.ShortLine(ex.Message)}", null, false);
        }
    }

    /// <param name="chance">From 0 to 1: by chance, so that those who failed together do not come back together.</param>
    private static TimeSpan PauseAfter(int attempts, double chance)
    {
        var doubled = FirstPause * Math.Pow(2, Math.Min(attempts, 30) - 1);
        return (doubled < MaxPause ? doubled : MaxPause) * (0.5 + (chance / 2));
    }

    private static string Retried() =>
        $"kept and retried for {GiveUpAfter.TotalDays:0.#} days";
}

/// <summary>What became of the alerts that were due.</summary>
public sealed record DeliveryReport
{
    public int Delivered { get; init; }

    public int PutOff { get; init; }

    public int GivenUp { get; init; }

    /// <summary>In how long the next one is due, negative when it is already; null when none is left.</summary>
    public TimeSpan? NextAttemptIn { get; init; }

    public IReadOnlyList<string> Warnings { get; init; } = [];
}

/// <summary>An alert was not taken by its receiver. The message says why, without secrets, as the end of a sentence.</summary>
public sealed class AlertNotDeliveredException : Exception
{
    public AlertNotDeliveredException(string message, Exception? innerException = null)
        : base(message, innerException)
    {
    }
}
