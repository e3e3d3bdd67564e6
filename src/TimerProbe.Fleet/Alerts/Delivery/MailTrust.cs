using System.Net.Security;
using System.Security.Cryptography.X509Certificates;

namespace TimerProbe.Fleet.Alerts;

/// <summary>Judges the certificate of a mail server: by the authorities in a PEM file, else by the system's word.</summary>
internal sealed class MailTrust
{
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1";

    private readonly string _host;
    private readonly string? _caFile;
    private readonly X509ChainPolicy? _policy;

    /// <exception cref="AlertNotDeliveredException">The file cannot be read or holds none.</exception>
    public MailTrust(string host, string? caFile)
    {
        (_host, _caFile, _policy) = (host, caFile, caFile is null ? null : ReceiverCertificates.GetPolicy(caFile));
        _policy?.ApplicationPolicy.Add(new Oid(ServerAuthentication));
    }

    /// <summary>Why the certificate was refused; null while none was.</summary>
    public string? Refusal { get; private set; }

    public bool Accept(X509Certificate? certificate, X509Chain? sent, SslPolicyErrors errors)
    {
        Refusal = certificate is not X509Certificate2 shown ? $"{_host} presented no certificate"
            : errors.HasFlag(SslPolicyErrors.RemoteCertificateNameMismatch)
                ? $"the certificate that {_host} presented was not issued for this name"
            : _policy is null ? Untrusted(errors == SslPolicyErrors.None, sent)
            : Untrusted(shown, sent, _policy);
        return Refusal is null;
    }

    private string? Untrusted(X509Certificate2 shown, X509Chain? sent, X509ChainPolicy policy)
    {
        using var chain = new X509Chain { ChainPolicy = policy };
        chain.ChainPolicy.ExtraStore.AddRange(sent?.ChainPolicy.ExtraStore ?? []);
        return Untrusted(chain.Build(shown), chain);
    }

    private string? Untrusted(bool isTrusted, X509Chain? chain) => isTrusted ? null
        : chain?.ChainStatus.Any(status => status.Status.HasFlag(X509ChainStatusFlags.NotTimeValid)) == true
            ? $"the certificate that {_host} presented has expired or is not valid yet"
        : _caFile is null ? $"the certificate that {_host} presented is not trusted here; to trust your own certificate authority, set caFile"
        : $"the certificate that {_host} presented was not issued by an authority in {_caFile}, the caFile";
}
