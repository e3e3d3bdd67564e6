using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace TimerProbe.VSphere;

/// <summary>Which certificate of a server is believed.</summary>
public sealed class ServerTrust
{
    private const int Digits = 64, DigitsOfSha1 = 40;

    private ServerTrust()
    {
    }

    public static ServerTrust System { get; } = new();

    /// <summary>Any certificate: anyone in between can read the password.</summary>
    public static ServerTrust Insecure { get; } = new() { AcceptsAnything = true };

    public bool AcceptsAnything { get; private init; }

    /// <summary>The SHA-256 of the one certificate, in upper case with colons, as browsers and openssl show it.</summary>
    internal string? Thumbprint { get; private init; }

    internal X509Certificate2Collection? Authorities { get; private init; }

    /// <summary>The one certificate with this SHA-256 thumbprint, whatever its name, issuer and dates.</summary>
    /// <param name="thumbprint">64 hexadecimal digits; colons, dashes and spaces between them do not matter.</param>
    /// <exception cref="VSphereException">The text is no SHA-256 thumbprint.</exception>
    public static ServerTrust Pinned(string thumbprint)
    {
        var digits = string.Concat(thumbprint.Where(c => c is not (':' or '-' or ' '))).ToUpperInvariant();
        if (digits.Length == DigitsOfSha1)
        {
            throw new VSphereException(VSphereErrorKind.Configuration, "the thumbprint has 40 digits, like SHA-1: use the SHA-256 thumbprint, which has 64");
        }

        return digits.Length == Digits && digits.All(char.IsAsciiHexDigit)
            ? new() { Thumbprint = WithColons(digits) }
            : throw new VSphereException(VSphereErrorKind.Configuration, "a thumbprint is the SHA-256 of the server's certificate: 64 hexadecimal digits");
    }

    /// <summary>A certificate issued for the server's name by an authority of this PEM file; the system's do not count.</summary>
    /// <exception cref="VSphereException">The file cannot be read or holds no certificate.</exception>
    public static ServerTrust IssuedBy(string caFile, CancellationToken cancellationToken = default)
    {
        try
        {
            return new() { Authorities = CertificateAuthorities.Read(caFile, cancellationToken) };
        }
        catch (FileRefusedException ex)
        {
            throw new VSphereException(
                VSphereErrorKind.Configuration,
                $"the CA file {caFile} cannot be used: {ex.Message}",
                ProblemSubject.File(caFile),
                ex);
        }
    }

    /// <summary>The SHA-256 of a certificate, as <see cref="Thumbprint"/> is written.</summary>
    internal static string GetThumbprint(X509Certificate certificate) =>
        WithColons(certificate.GetCertHashString(HashAlgorithmName.SHA256));

    private static string WithColons(string digits) => string.Join(':', digits.Chunk(2).Select(pair => new string(pair)));
}

/// <summary>
/// A server's certificate that is not trusted, as a person can judge it: its texts are the server's own, fit for a line, the thumbprint its
/// SHA-256 in upper case with colons, and the doubt a sentence such as <c>its issuer CN=... is not trusted here</c>.
/// </summary>
public sealed record PresentedCertificate(
    string Subject, string Issuer, DateTimeOffset NotBefore, DateTimeOffset NotAfter, string Thumbprint, string Doubt);
