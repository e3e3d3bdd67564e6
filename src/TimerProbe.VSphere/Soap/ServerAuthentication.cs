using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace TimerProbe.VSphere.Soap;

/// <summary>Decides whether a server's certificate is believed, and remembers in words why not.</summary>
internal sealed class ServerAuthentication(ServerTrust trust, VSphereServer server, ServerWords words)
{
    private volatile string? _refusal;

    /// <summary>Why the last certificate was refused; null while none was.</summary>
    public string? Refusal => _refusal;

    public SslClientAuthenticationOptions Options()
    {
        var options = new SslClientAuthenticationOptions
        {
            RemoteCertificateValidationCallback = (_, certificate, chain, errors) => Accept(certificate, chain, errors),
            CertificateRevocationCheckMode = X509RevocationMode.NoCheck,
        };
        if (trust.Authorities is { } authorities)
        {
            options.CertificateChainPolicy = PolicyOf(authorities);
        }

        return options;
    }

    private static X509ChainPolicy PolicyOf(X509Certificate2Collection authorities)
    {
        var policy = new X509ChainPolicy
        {
            TrustMode = X509ChainTrustMode.CustomRootTrust,
            RevocationMode = X509RevocationMode.NoCheck,
            DisableCertificateDownloads = true,
        };
        foreach (var authority in authorities)
        {
            var isRoot = authority.SubjectName.RawData.AsSpan().SequenceEqual(authority.IssuerName.RawData);
            (isRoot ? policy.CustomTrustStore : policy.ExtraStore).Add(authority);
        }

        return policy;
    }

    private bool Accept(X509Certificate? certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        _refusal = trust.AcceptsAnything ? null
            : certificate is null ? $"{server} presented no certificate"
            : trust.Thumbprint is { } pinned ? Differs(pinned, CertificateThumbprint.Of(certificate))
            : errors == SslPolicyErrors.None ? null
            : Untrusted(certificate, chain, errors);
        return _refusal is null;
    }

    private string? Differs(CertificateThumbprint pinned, CertificateThumbprint seen) =>
        seen == pinned ? null : $"{server} presented another certificate than the pinned one: its SHA-256 thumbprint is {seen}, not {pinned}; "
            + "if the certificate was renewed, verify the new thumbprint and pass it as --thumbprint";

    private string Untrusted(X509Certificate certificate, X509Chain? chain, SslPolicyErrors errors)
    {
        var reasons = new List<string>();
        if (errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch))
        {
            reasons.Add("it was not issued for this name");
        }

        if (errors.HasFlag(SslPolicyErrors.RemoteCertificateChainErrors))
        {
            var status = chain?.ChainStatus.Aggregate(X509ChainStatusFlags.NoError, (all, one) => all | one.Status) ?? X509ChainStatusFlags.NoError;
            reasons.Add(status.HasFlag(X509ChainStatusFlags.NotTimeValid) ? "it has expired or is not valid yet" : $"its issuer {words.Line(certificate.Issuer)} is not trusted here");
        }

        return $"{server} presented a certificate that is not trusted: {string.Join(", and ", reasons)}; pass --ca-file or --thumbprint "
            + $"(the SHA-256 thumbprint seen is {CertificateThumbprint.Of(certificate)}: compare it with the server's own)";
    }
}
