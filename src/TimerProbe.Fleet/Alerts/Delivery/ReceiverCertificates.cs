using System.Net.Security;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using TimerProbe.Files;

namespace TimerProbe.Fleet.Alerts.Delivery;

/// <summary>Which certificates of receivers are trusted: those the system trusts, or only those of authorities in a PEM file.</summary>
public static class ReceiverCertificates
{
    /// <summary>The authorities of a PEM file; at least one.</summary>
    /// <exception cref="AlertNotDeliveredException">The file cannot be read or holds none.</exception>
    public static X509Certificate2Collection ReadAuthorities(string caFile)
    {
        try
        {
            return CertificateAuthorities.Read(caFile);
        }
        catch (FileRefusedException refused)
        {
            throw new AlertNotDeliveredException($"the CA file {caFile} cannot be used: {refused.Message}", refused);
        }
    }

    internal static SslClientAuthenticationOptions Options(string? caFile) => new()
    {
        CertificateRevocationCheckMode = X509RevocationMode.NoCheck,
        CertificateChainPolicy = caFile is null ? null : PolicyOf(caFile),
    };

    /// <summary>Trusts the authorities of a PEM file and no others.</summary>
    /// <exception cref="AlertNotDeliveredException">The file cannot be read or holds none.</exception>
    internal static X509ChainPolicy PolicyOf(string caFile) => CertificateAuthorities.PolicyOf(ReadAuthorities(caFile));

    /// <summary>What an error of the network or of TLS says, with what to do about it.</summary>
    internal static string Why(Exception error) => error switch
    {
        AuthenticationException => error.Message.TrimEnd('.') + "; to trust your own certificate authority, set caFile",
        { InnerException: { } inner } => Why(inner),
        _ => error.Message,
    };
}
