namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>An alert was not taken by its receiver. The message says why, without secrets, as the end of a sentence.</summary>
public sealed class AlertNotDeliveredException : Exception
{
    /// <summary>Says why.</summary>
    public AlertNotDeliveredException(string message, Exception? innerException = null)
        : base(message, innerException)
    {
    }
}
