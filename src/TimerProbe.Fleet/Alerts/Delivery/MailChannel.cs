using System.Net;
using TimerProbe.Fleet.Store.Alerts;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>Sends alerts as mail. The server's 250 takes them.</summary>
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

/// <summary>How alerts are mailed.</summary>
public sealed record MailRoute
{
    /// <summary>The SMTP server.</summary>
    public required string Host { get; init; }

    /// <summary>Its port.</summary>
    public required int Port { get; init; }

    /// <summary>How the connection is encrypted.</summary>
    public MailSecurity Security { get; init; } = MailSecurity.StartTls;

    /// <summary>The PEM file with the authorities whose certificates are believed; null for those that the system trusts.</summary>
    public string? CaFile { get; init; }

    /// <summary>The sender's address.</summary>
    public required string From { get; init; }

    /// <summary>The receivers' addresses; at least one.</summary>
    public required IReadOnlyList<string> To { get; init; }

    /// <summary>
    /// Gets who logs in, and throws <see cref="AlertNotDeliveredException"/> if the
    /// password cannot be had; null for nobody. Not without TLS.
    /// </summary>
    public Func<NetworkCredential>? Login { get; init; }
}

/// <summary>How the connection to a mail server is encrypted.</summary>
public enum MailSecurity
{
    /// <summary>It turns to TLS by STARTTLS; a server that does not offer it gets neither login nor mail.</summary>
    StartTls,

    /// <summary>TLS from the first byte, as on port 465.</summary>
    Tls,

    /// <summary>Not at all.</summary>
    None,
}
