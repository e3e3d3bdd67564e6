namespace TimerProbe.Fleet.Alerts;

/// <summary>A way to send alerts.</summary>
public interface IAlertChannel
{
    string Name { get; }

    /// <summary>Sends an alert. When it returns, the receiver has said that it has it.</summary>
    /// <returns>A warning despite the delivery; null for none.</returns>
    /// <exception cref="AlertNotDeliveredException">The receiver did not take it.</exception>
    Task<string?> SendAsync(StoredAlert alert, CancellationToken cancellationToken);
}
