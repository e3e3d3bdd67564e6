using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;

namespace TimerProbe.Fleet.Alerts;

/// <summary>
/// Hands a mail to an SMTP server. After a login the server's text is not reported: it may repeat the password. A server that answers
/// without end is left: the library keeps what it says until a line and a reply are whole.
/// </summary>
internal sealed class MailTransfer(MailRoute route) : IProtocolLogger
{
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1";

    /// <summary>In bytes, from one word of the client to the next; a reply is some lines.</summary>
    private const int MaxReplyBytes = 1_000_000;
    private static readonly TimeSpan Goodbye = TimeSpan.FromSeconds(2);

    private readonly List<SmtpResponse> _refused = [];
    private NetworkCredential? _login;
    private X509ChainPolicy? _authorities;
    private string? _untrusted;
    private int _replyBytes;

    IAuthenticationSecretDetector? IProtocolLogger.AuthenticationSecretDetector { get; set; }

    /// <summary>Sends a mail. When it returns, the server has said that it has it.</summary>
    /// <returns>A warning despite the delivery; null for none.</returns>
    /// <exception cref="AlertNotDeliveredException">The server did not take it, or is not believed.</exception>
    public async Task<string?> SendAsync(MimeMessage mail, CancellationToken cancellationToken)
    {
        if (route is { Security: SecureSocketOptions.None, Login: not null })
        {
            throw new AlertNotDeliveredException("a password is not sent without TLS");
        }

        _authorities = route.CaFile is null ? null : ReceiverCertificates.GetPolicy(route.CaFile);
        _authorities?.ApplicationPolicy.Add(new Oid(ServerAuthentication));
        _login = route.Login?.Invoke();
        using var client = new Client(this)
        {
            CheckCertificateRevocation = false,
            ServerCertificateValidationCallback = (_, certificate, chain, errors) => Accept(certificate, chain, errors)
        };
        try
        {
            await client.ConnectAsync(route.Host, route.Port, route.Security, cancellationToken);
            if (_login is not null)
            {
                await client.AuthenticateAsync(Mechanism(client.AuthenticationMechanisms, _login), cancellationToken);
            }

            await client.SendAsync(mail, cancellationToken);
        }
        catch (Exception ex) when (ex is CommandException
            or ProtocolException
            or AuthenticationException
            or SslHandshakeException
            or IOException
            or SocketException
            or NotSupportedException
            or InvalidOperationException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw new AlertNotDeliveredException(_untrusted ?? GetReason(ex), ex);
        }

        await QuitAsync(client, cancellationToken);
        return _refused.Count switch
        {
            0 => null,
            1 => "the server refused one of the recipients; the others got it",
            var several =>
                $"the server refused {several} of the recipients; the others got it",
        };
    }

    void IProtocolLogger.LogConnect(Uri uri) => _replyBytes = 0;

    void IProtocolLogger.LogClient(byte[] buffer, int offset, int count) => _replyBytes = 0;

    void IProtocolLogger.LogServer(byte[] buffer, int offset, int count) => _replyBytes = _replyBytes + count <= MaxReplyBytes
        ? _replyBytes + count
        : throw new AlertNotDeliveredException("the server's answer has no end");

    void IDisposable.Dispose()
    {
    }

    private bool Accept(X509Certificate? certificate, X509Chain? sent, SslPolicyErrors errors)
    {
        _untrusted = certificate is not X509Certificate2 shown ? $"{route.Host} presented no certificate"
            : errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch)
                ? $"the certificate that {route.Host} presented was not issued for this name"
            : _authorities is null ? GetDoubt(errors == SslPolicyErrors.None, sent)
            : GetDoubt(shown, sent, _authorities);
        return _untrusted is null;
    }

    private string? GetDoubt(X509Certificate2 shown, X509Chain? sent, X509ChainPolicy policy)
    {
        using var chain = new X509Chain { ChainPolicy = policy };
        chain.ChainPolicy.ExtraStore.AddRange(sent?.ChainPolicy.ExtraStore ?? []);
        return GetDoubt(chain.Build(shown), chain);
    }

    private string? GetDoubt(bool isTrusted, X509Chain? chain) => isTrusted ? null
        : chain?.ChainStatus.Any(status => status.Status.HasFlag(X509ChainStatusFlags.NotTimeValid)) == true
            ? $"the certificate that {route.Host} presented has expired or is not valid yet"
        : route.CaFile is null
            ? $"the certificate that {route.Host} presented is not trusted here; to trust your own certificate authority, set caFile"
        : $"the certificate that {route.Host} presented was not issued by an authority in {route.CaFile}, the caFile";

    private static async Task QuitAsync(Client client, CancellationToken cancellationToken)
    {
        using var soon = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        soon.CancelAfter(Goodbye);
        try
        {
            await client.DisconnectAsync(quit: true, soon.Token);
        }
        catch (AlertNotDeliveredException)
        {
            // It says goodbye without end.
        }
    }

    private static SaslMechanism Mechanism(HashSet<string> offered, NetworkCredential login) =>
        offered.Contains("PLAIN", StringComparer.OrdinalIgnoreCase) ? new SaslMechanismPlain(login)
        : offered.Contains("LOGIN", StringComparer.OrdinalIgnoreCase) ? new SaslMechanismLogin(login)
        : throw new AlertNotDeliveredException(
            "the server offers neither PLAIN nor LOGIN, the login methods supported: use a relay, such as one on this machine, or use command");

    private string GetReason(Exception error) => error switch
    {
        NotSupportedException when route.Security == SecureSocketOptions.StartTls =>
            "the server does not offer STARTTLS: it gets neither login nor mail",
        AuthenticationException => $"the server refused the login of {_login!.UserName} ({GetCode(error.Message)}): check user and password",
        SmtpCommandException { ErrorCode: SmtpErrorCode.RecipientNotAccepted } =>
            Refused(route.To.Count == 1 ? "the receiver" : "every receiver", _refused[0].StatusCode, _refused[0].Response),
        SmtpCommandException answer => Refused("the mail", answer.StatusCode, answer.Message),
        ServiceNotAuthenticatedException => Refused("the mail", SmtpStatusCode.AuthenticationRequired, error.Message),
        ProtocolException or SaslException when _login is { } login =>
            $"after the login of {login.UserName} the server gave an answer that is not valid SMTP",
        _ => ReceiverCertificates.GetReason(error).TrimEnd('.'),
    };

    private string Refused(string what, SmtpStatusCode code, string text) =>
        _login is null ? $"the server refused {what}: {Code(code)} {text.TrimEnd('.')}" : $"the server refused {what} ({Code(code)})";

    private static string GetCode(string answer) => string.Concat(answer.TakeWhile(char.IsAsciiDigit));

    private static string Code(SmtpStatusCode code) => ((int)code).ToString();

    private sealed class Client(MailTransfer transfer) : SmtpClient(transfer)
    {
        protected override void OnRecipientNotAccepted(MimeMessage message, MailboxAddress mailbox, SmtpResponse response) =>
            transfer._refused.Add(response);

        protected override void OnNoRecipientsAccepted(MimeMessage message) =>
            throw new SmtpCommandException(
                SmtpErrorCode.RecipientNotAccepted, transfer._refused[0].StatusCode, transfer._refused[0].Response);
    }
}

/// <summary>Sends alerts as mail. The server's 250 takes them.</summary>
public sealed class MailChannel(MailRoute route) : IAlertChannel
{
    public string Name => "mail";

    public async Task<string?> SendAsync(StoredAlert alert, CancellationToken cancellationToken)
    {
        using var mail = MailText.Create(AlertPayload.Read(alert.Payload), route);
        return await new MailTransfer(route).SendAsync(mail, cancellationToken);
    }
}

public sealed record MailRoute
{
    public required string Host { get; init; }

    public required int Port { get; init; }

    public SecureSocketOptions Security { get; init; } = SecureSocketOptions.StartTls;

    /// <summary>The PEM file with the authorities whose certificates are believed; null for those that the system trusts.</summary>
    public string? CaFile { get; init; }

    public required string From { get; init; }

    /// <summary>The receivers' addresses; at least one.</summary>
    public required IReadOnlyList<string> To { get; init; }

    /// <summary>Who logs in, under TLS alone; null for nobody. <see cref="AlertNotDeliveredException"/> without the password.</summary>
    public Func<NetworkCredential>? Login { get; init; }
}
