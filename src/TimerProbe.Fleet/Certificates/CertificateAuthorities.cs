using System.Security.Cryptography.X509Certificates;
using TimerProbe.Files;

namespace TimerProbe.Fleet.Certificates;

/// <summary>The authorities of a PEM file, and a policy that believes them and no others.</summary>
public static class CertificateAuthorities
{
    /// <summary>What the file holds; empty when no certificate in PEM is in it.</summary>
    /// <exception cref="FileRefusedException">It cannot be read.</exception>
    /// <exception cref="System.Security.Cryptography.CryptographicException">One in it is damaged.</exception>
    public static X509Certificate2Collection Read(string file)
    {
        var authorities = new X509Certificate2Collection();
        authorities.ImportFromPem(OutsideFile.ReadText(file, FileLimits.Authorities, CancellationToken.None));
        return authorities;
    }

    /// <summary>What believes these and no others.</summary>
    public static X509ChainPolicy PolicyOf(X509Certificate2Collection authorities)
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
