using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>A way for alerts to leave.</summary>
public interface IAlertChannel
{
    /// <summary>The name that alerts are kept under: the same from run to run, and without secrets.</summary>
    string Name { get; }

    /// <summary>Sends an alert. When it returns, the receiver has said that it has it.</summary>
    /// <returns>What is to be complained of all the same; null when nothing is.</returns>
    /// <exception cref="AlertNotDeliveredException">The receiver did not take it.</exception>
    Task<string?> SendAsync(StoredAlert alert, CancellationToken cancel);
}

/// <summary>An alert was not taken by its receiver. The message says why, without secrets, as the end of a sentence.</summary>
public sealed class AlertNotDeliveredException : Exception
{
    /// <summary>Says why.</summary>
    public AlertNotDeliveredException(string message, Exception? innerException = null)
        : base(message, innerException)
    {
    }
}
