using System.Globalization;
using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>How one attempt to send an alert went.</summary>
/// <param name="Failure">Why it was not taken; null when it was.</param>
/// <param name="Remark">What is to be complained of all the same; null when nothing is.</param>
public sealed record DeliveryAttempt(string? Failure, string? Remark)
{
    /// <summary>Sends an alert, for a limited time.</summary>
    /// <param name="channel">The way.</param>
    /// <param name="alert">The alert.</param>
    /// <param name="limit">How long it may take.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancel">Ends the attempt, with an exception.</param>
    public static async Task<DeliveryAttempt> MakeAsync(
        IAlertChannel channel, StoredAlert alert, TimeSpan limit, TimeProvider time, CancellationToken cancel)
    {
        using var end = new CancellationTokenSource(limit, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancel, end.Token);
        try
        {
            return new DeliveryAttempt(Failure: null, await channel.SendAsync(alert, either.Token));
        }
        catch (AlertNotDeliveredException failed)
        {
            return new DeliveryAttempt(failed.Message, Remark: null);
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            return new DeliveryAttempt(
                string.Create(CultureInfo.InvariantCulture, $"there was no answer within {limit.TotalSeconds:0.#} s"), Remark: null);
        }
    }
}
