using System.Net.Mail;
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
        using var mail = MailText.Of(AlertJson.Read(alert.Payload), route);
        using var client = new SmtpClient(route.Host, route.Port)
        {
            EnableSsl = route.StartTls,
            UseDefaultCredentials = false,
            Credentials = route.Login?.Invoke(),
        };
        try
        {
            // The client may be slow to see that it is cancelled.
            await client.SendMailAsync(mail, cancel).WaitAsync(cancel);
            return null;
        }
        catch (SmtpFailedRecipientException refused) when (Refused(refused) < route.To.Count)
        {
            return "the server refused one of the receivers; the others have it";
        }
        catch (Exception error) when (error is SmtpException or IOException or InvalidOperationException)
        {
            cancel.ThrowIfCancellationRequested();
            throw new AlertNotDeliveredException(Innermost(error).Message, error);
        }
    }

    private static int Refused(SmtpFailedRecipientException error) => error is SmtpFailedRecipientsException several ? several.InnerExceptions.Length : 1;

    private static Exception Innermost(Exception error) => error.InnerException is { } inner ? Innermost(inner) : error;
}
