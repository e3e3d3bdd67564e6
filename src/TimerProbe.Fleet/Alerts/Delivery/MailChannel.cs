using System.Net.Mail;
using System.Net.Sockets;
using System.Security.Authentication;
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
        if (route is { StartTls: false, Login: not null })
        {
            throw new AlertNotDeliveredException("a password is not sent without TLS");
        }

        var trust = route.StartTls ? new MailTrust(route.Host, route.CaFile) : null;
        var login = route.Login is { } credential ? new MailLogin(credential()) : null;
        using var mail = MailText.Of(AlertJson.Read(alert.Payload), route);
        using var client = new SmtpClient(route.Host, route.Port) { EnableSsl = route.StartTls, UseDefaultCredentials = false, Credentials = login };
        try
        {
            trust?.Begin();

            // The client may be slow to see that it is cancelled.
            await client.SendMailAsync(mail, cancel).WaitAsync(cancel);
            return null;
        }
        catch (SmtpFailedRecipientException refused) when (Refused(refused) < route.To.Count)
        {
            return Refused(refused) == 1 ? "the server refused one of the recipients; the others got it"
                : string.Create(System.Globalization.CultureInfo.InvariantCulture, $"the server refused {Refused(refused)} of the recipients; the others got it");
        }
        catch (Exception error) when (error is SmtpException or IOException or InvalidOperationException or FormatException or AuthenticationException or SocketException)
        {
            cancel.ThrowIfCancellationRequested();
            throw new AlertNotDeliveredException(trust?.Refusal ?? MailRefusal.Of(error, login), error);
        }
    }

    private static int Refused(SmtpFailedRecipientException error) => error is SmtpFailedRecipientsException several ? several.InnerExceptions.Length : 1;
}
