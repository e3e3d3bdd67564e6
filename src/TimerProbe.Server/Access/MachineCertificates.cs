using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using TimerProbe.Application;
using TimerProbe.Files;

namespace TimerProbe.Server.Access;

/// <summary>Which certificates name a machine: those of one authority, for clients, by their DNS name, else by their common name.</summary>
internal sealed class MachineCertificates
{
    private const string ClientAuthentication = "1.3.6.1.5.5.7.3.2";

    // RFC 9562, section 4.
    private const string Uuid = "urn:uuid:";

    private readonly X509Certificate2Collection _authorities;
    private readonly TimeProvider _time;

    private MachineCertificates(X509Certificate2Collection authorities, TimeProvider time) => (_authorities, _time) = (authorities, time);

    /// <summary>Those of the authorities in a PEM file; none without a file.</summary>
    /// <exception cref="UseCaseException">It cannot be read, or holds none.</exception>
    public static MachineCertificates Read(string? file, TimeProvider time)
    {
        if (file is null)
        {
            return new MachineCertificates([], time);
        }

        try
        {
            return new MachineCertificates(CertificateAuthorities.Read(file), time);
        }
        catch (FileRefusedException refused)
        {
            throw new UseCaseException(Failure.Usage, $"the CA file {file} cannot be used: {refused.Message}", refused);
        }
    }

    /// <summary>
    /// The machine that a certificate names, and its SMBIOS UUID where a <c>urn:uuid:</c> among the
    /// alternative names says it; null when it is not believed or names none.
    /// </summary>
    public (string Name, string? SmbiosUuid)? MachineOf(X509Certificate2 certificate)
    {
        if (_authorities.Count == 0)
        {
            return null;
        }

        using var chain = new X509Chain { ChainPolicy = CertificateAuthorities.PolicyOf(_authorities) };
        chain.ChainPolicy.ApplicationPolicy.Add(new Oid(ClientAuthentication));
        chain.ChainPolicy.VerificationTime = _time.GetUtcNow().LocalDateTime;
        if (!chain.Build(certificate))
        {
            return null;
        }

        var name = certificate.GetNameInfo(X509NameType.DnsName, forIssuer: false);
        var url = certificate.GetNameInfo(X509NameType.UrlName, forIssuer: false);
        return name.Length == 0 ? null : (name, url.StartsWith(Uuid, StringComparison.OrdinalIgnoreCase) ? url[Uuid.Length..] : null);
    }
}
