using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>Sends alerts as mail. The server's 250 takes them.</summary>
/// <param name="route">How.</param>
public sealed class MailChannel(MailRoute route) : IAlertChannel
{
    /// <summary><c>mail</c>: there is one way for mail in a configuration.</summary>
    public string Name => "mail";

    /// <inheritdoc/>
    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancel)
    {
        using var mail = MailText.Create(AlertJson.Read(alert.Payload), route);
        return await new MailTransfer(route).SendAsync(mail, cancel);
    }
}
