using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace TimerProbe.VSphere.Soap;

/// <summary>Decides whether a server's certificate is believed, and remembers in words why not.</summary>
internal sealed class ServerAuthentication(ServerTrust trust, VSphereServer server, ReadingContext words)
{
    private readonly ProblemSubject _server = ProblemSubject.Server(server.ToString());
    private volatile VSphereException? _refusal;

    /// <summary>Why the last certificate was refused; null while none was.</summary>
    public VSphereException? Refusal => _refusal;

    public SslClientAuthenticationOptions Options()
    {
        var options = new SslClientAuthenticationOptions
        {
            RemoteCertificateValidationCallback = (_, certificate, chain, errors) => Accept(certificate, chain, errors),
            CertificateRevocationCheckMode = X509RevocationMode.NoCheck,
        };
        if (trust.Authorities is { } authorities)
        {
            options.CertificateChainPolicy = CertificateAuthorities.GetPolicy(authorities);
        }

        return options;
    }

    private bool Accept(X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        _refusal = trust.AcceptsAnything ? null
            : certificate is null ? Refused($"{_server} presented no certificate")
            : trust.Thumbprint is { } pinned ? Differs(pinned, ServerTrust.GetThumbprint(certificate))
            : errors == SslPolicyErrors.None ? null
            : Untrusted(certificate, chain, errors);
        return _refusal is null;
    }

    private VSphereException? Differs(string pinned, string seen) => seen == pinned
        ? null
        : Refused($"{_server} presented a certificate other than the pinned one: its SHA-256 thumbprint is {seen}, not {pinned}; if the certificate was renewed, verify the new thumbprint and pass it as --thumbprint");

    private VSphereException Untrusted(X509Certificate certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        var status = chain?.ChainStatus.Aggregate(X509ChainStatusFlags.NoError, (all, one) => all | one.Status)
            ?? X509ChainStatusFlags.NoError;
        var misnamed = "it was not issued for this name";
        var unchained = status.HasFlag(X509ChainStatusFlags.NotTimeValid)
            ? "it has expired or is not valid yet"
            : $"its issuer {words.Line(certificate.Issuer)} is not trusted here";
        var isMisnamed = errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch);
        var isUnchained = errors.HasFlag(SslPolicyErrors.RemoteCertificateChainErrors);
        var reason = (isMisnamed, isUnchained) switch
        {
            (true, true) => $"{misnamed}, and {unchained}",
            (true, false) => misnamed,
            _ => unchained,
        };
        var thumbprint = ServerTrust.GetThumbprint(certificate);
        var presented = certificate is X509Certificate2 { NotBefore: var begin, NotAfter: var end }
            ? new PresentedCertificate(
                words.Line(certificate.Subject),
                words.Line(certificate.Issuer),
                new DateTimeOffset(begin),
                new DateTimeOffset(end),
                thumbprint,
                reason)
            : null;
        return Refused(
            $"{_server} presented a certificate that is not trusted: {reason}; pass --ca-file or --thumbprint (the SHA-256 thumbprint seen is {thumbprint}: compare it with the server's own)",
            presented);
    }

    /// <param name="presented">The certificate where a person could still decide to trust it.</param>
    private VSphereException Refused(string text, PresentedCertificate? presented = null) =>
        new(VSphereErrorKind.UntrustedServer, text, _server) { Certificate = presented };
}
