using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using TimerProbe.Fleet.Alerts.Delivery.Smtp;
using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>Sends alerts as mail. The server's 250 takes them.</summary>
/// <param name="route">How.</param>
/// <param name="time">The clock that mails are dated by.</param>
public sealed class MailChannel(MailRoute route, TimeProvider time) : IAlertChannel
{
    /// <summary><c>mail</c>: there is one way for mail in a configuration.</summary>
    public string Name => "mail";

    /// <inheritdoc/>
    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancel)
    {
        if (route is { Security: MailSecurity.None, Login: not null })
        {
            throw new AlertNotDeliveredException("a password is not sent without TLS");
        }

        var message = MailText.Of(AlertJson.Read(alert.Payload), route, time.GetUtcNow());
        try
        {
            using var client = new TcpClient();
            await client.ConnectAsync(route.Host, route.Port, cancel);
            await using var server = new SmtpConnection(client.GetStream());
            var refused = await new SmtpDialogue(server, route, Self(client)).RunAsync(message, cancel);
            return refused switch
            {
                0 => null,
                1 => "the server refused one of the receivers; the others have it",
                _ => string.Create(System.Globalization.CultureInfo.InvariantCulture, $"the server refused {refused} of the receivers; the others have it"),
            };
        }
        catch (Exception error) when (error is IOException or SocketException or AuthenticationException)
        {
            cancel.ThrowIfCancellationRequested();
            throw new AlertNotDeliveredException(ReceiverCertificates.Why(error), error);
        }
    }

    /// <summary>An address literal: the name of this machine may be none that SMTP knows.</summary>
    private static string Self(TcpClient client)
    {
        var address = ((IPEndPoint)client.Client.LocalEndPoint!).Address;
        address = address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
        return address.AddressFamily == AddressFamily.InterNetworkV6 ? $"[IPv6:{new IPAddress(address.GetAddressBytes())}]" : $"[{address}]";
    }
}
