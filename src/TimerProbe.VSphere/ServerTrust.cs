using System.Security.Cryptography.X509Certificates;
using TimerProbe.Core.Problems;
using TimerProbe.Files;

namespace TimerProbe.VSphere;

/// <summary>Which certificate of a server is believed.</summary>
public sealed class ServerTrust
{
    private ServerTrust()
    {
    }

    /// <summary>A certificate that the system trusts, for the server's name.</summary>
    public static ServerTrust System { get; } = new();

    /// <summary>Any certificate: whoever sits in between reads the password.</summary>
    public static ServerTrust Insecure { get; } = new() { AcceptsAnything = true };

    /// <summary>Whether nothing is verified; a report made this way should say so.</summary>
    public bool AcceptsAnything { get; private init; }

    internal CertificateThumbprint? Thumbprint { get; private init; }

    internal X509Certificate2Collection? Authorities { get; private init; }

    /// <summary>The one certificate with this SHA-256 thumbprint, whatever its name, issuer and dates.</summary>
    /// <param name="thumbprint">64 hexadecimal digits; colons, dashes and spaces between them do not matter.</param>
    /// <exception cref="VSphereException">The text is no SHA-256 thumbprint.</exception>
    public static ServerTrust Pinned(string thumbprint) => new() { Thumbprint = CertificateThumbprint.Parse(thumbprint) };

    /// <summary>
    /// A certificate issued, for the server's name, by an authority of this PEM file; the system's authorities do not count.
    /// </summary>
    /// <exception cref="VSphereException">The file cannot be read or holds no certificate.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public static ServerTrust IssuedBy(string caFile, CancellationToken cancel = default)
    {
        try
        {
            return new() { Authorities = CertificateAuthorities.Read(caFile, cancel) };
        }
        catch (FileRefusedException refused)
        {
            throw new VSphereException(
                VSphereErrorKind.Configuration,
                $"the CA file {ProblemArgument.File(caFile)} cannot be used: {ProblemArgument.Words(refused.Message)}",
                refused);
        }
    }
}
