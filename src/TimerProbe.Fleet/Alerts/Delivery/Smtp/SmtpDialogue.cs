using System.Net.Security;
using System.Net.Sockets;

namespace TimerProbe.Fleet.Alerts.Delivery.Smtp;

/// <summary>One mail, from the server's greeting to its 250. An error after that is none: the mail is taken.</summary>
internal sealed class SmtpDialogue(SmtpConnection server, MailRoute route, string self)
{
    /// <summary>Sends the mail.</summary>
    /// <param name="message">The mail with its headers.</param>
    /// <param name="cancel">Ends the attempt.</param>
    /// <returns>How many receivers the server refused; fewer than there are.</returns>
    /// <exception cref="AlertNotDeliveredException">The server did not take it.</exception>
    public async Task<int> RunAsync(string message, CancellationToken cancel)
    {
        if (route.Security == MailSecurity.Tls)
        {
            await server.SecureAsync(Options(), cancel);
        }

        Expect("the connection", await server.HearAsync(cancel));
        var offers = await GreetAsync(cancel);
        if (route.Login is { } login)
        {
            await SmtpLogin.RunAsync(server, offers.Extension("AUTH"), login(), cancel);
        }

        Expect("the sender", await server.SayAsync($"MAIL FROM:<{MailText.Plain(route.From)}>", cancel));
        var refused = await NameReceiversAsync(cancel);
        Expect("the mail", await server.SayAsync("DATA", cancel));
        Expect("the mail", await server.SendAsync(message, cancel));
        await LeaveAsync(cancel);
        return refused;
    }

    private async Task<SmtpReply> GreetAsync(CancellationToken cancel)
    {
        var offers = await server.SayAsync("EHLO " + self, cancel);
        if (route.Security == MailSecurity.None)
        {
            return offers.Code == 250 ? offers : Expect("the greeting", await server.SayAsync("HELO " + self, cancel));
        }

        Expect("the greeting", offers);
        if (route.Security == MailSecurity.Tls)
        {
            return offers;
        }

        if (offers.Extension("STARTTLS") is null)
        {
            throw new AlertNotDeliveredException("the server does not offer STARTTLS: without it neither login nor mail is sent");
        }

        Expect("STARTTLS", await server.SayAsync("STARTTLS", cancel));
        await server.SecureAsync(Options(), cancel);

        // What it offered before could have been anybody's.
        return Expect("the greeting", await server.SayAsync("EHLO " + self, cancel));
    }

    private async Task<int> NameReceiversAsync(CancellationToken cancel)
    {
        var refused = new List<SmtpReply>();
        foreach (var receiver in route.To)
        {
            var reply = await server.SayAsync($"RCPT TO:<{MailText.Plain(receiver)}>", cancel);
            if (reply.Code is < 200 or > 299)
            {
                refused.Add(reply);
            }
        }

        return refused.Count < route.To.Count ? refused.Count : throw Refused(route.To.Count == 1 ? "the receiver" : "every receiver", refused[^1]);
    }

    private async Task LeaveAsync(CancellationToken cancel)
    {
        try
        {
            await server.SayAsync("QUIT", cancel);
        }
        catch (Exception gone) when (gone is IOException or SocketException or OperationCanceledException)
        {
            // It has the mail.
        }
    }

    private SslClientAuthenticationOptions Options()
    {
        var options = ReceiverCertificates.Options(route.CaFile);
        options.TargetHost = route.Host;
        return options;
    }

    private static SmtpReply Expect(string what, SmtpReply reply) => reply.Code is >= 200 and < 400 ? reply : throw Refused(what, reply);

    private static AlertNotDeliveredException Refused(string what, SmtpReply reply) => new($"the server refused {what}: {reply}");
}
