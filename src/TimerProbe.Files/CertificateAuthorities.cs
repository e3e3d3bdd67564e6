using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace TimerProbe.Files;

/// <summary>The certificate authorities of a PEM file, and a policy that trusts them and no others.</summary>
public static class CertificateAuthorities
{
    /// <summary>At least one certificate; what else is in the file is passed over.</summary>
    /// <exception cref="FileRefusedException">It cannot be read, holds no certificate in PEM, or a damaged one.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static X509Certificate2Collection Read(string file, CancellationToken cancellationToken = default)
    {
        var authorities = new X509Certificate2Collection();
        var text = ExternalFile.ReadText(file, FileLimits.Authorities, cancellationToken);
        try
        {
            authorities.ImportFromPem(text);
        }
        catch (Exception ex) when (ex is CryptographicException or ArgumentException)
        {
            throw new FileRefusedException("a PEM certificate in it is damaged", ex);
        }

        return authorities.Count > 0 ? authorities : throw new FileRefusedException("it holds no PEM certificate");
    }

    public static X509ChainPolicy GetPolicy(X509Certificate2Collection authorities)
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
}
