using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>An alert as an event of the Windows event log.</summary>
/// <param name="Id">100 and the number of its kind: 100 to 109.</param>
/// <param name="IsGood">Whether it is information, and no warning.</param>
/// <param name="Text">What it says.</param>
public sealed record AlertEvent(int Id, bool IsGood, string Text)
{
    private const int FirstId = 100;

    internal static AlertEvent Of(AlertPayload alert) => new(
        FirstId + (int)alert.Kind,
        alert.Kind.IsGood(),
        $"TimerProbe: {alert.Title}{(alert.Problem is { } problem ? ": " + SafeLine.Of(problem) : "")} (id {alert.Id})");
}

/// <summary>Writes alerts to the Windows event log. An event that is written is taken.</summary>
/// <param name="write">Writes an event; returns why the log did not take it, null when it did.</param>
public sealed class EventLogChannel(Func<AlertEvent, string?> write) : IAlertChannel
{
    /// <summary><c>eventLog</c>.</summary>
    public string Name => "eventLog";

    /// <inheritdoc/>
    public Task<string?> SendAsync(StoredAlert alert, CancellationToken cancel) =>
        !OperatingSystem.IsWindows()
            ? throw new AlertNotDeliveredException("there is no event log on this system: remove eventLog from the configuration")
        : write(AlertEvent.Of(AlertJson.Read(alert.Payload))) is { } why
            ? throw new AlertNotDeliveredException($"the event log did not accept it: {why}")
        : Task.FromResult<string?>(null);
}
