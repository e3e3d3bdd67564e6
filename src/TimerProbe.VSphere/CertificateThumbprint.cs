using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace TimerProbe.VSphere;

/// <summary>The SHA-256 of a certificate, in upper case with colons, as browsers and openssl show it.</summary>
internal readonly record struct CertificateThumbprint(string Text)
{
    private const int Digits = 64;
    private const int DigitsOfSha1 = 40;

    public static CertificateThumbprint From(X509Certificate certificate) =>
        new(WithColons(certificate.GetCertHashString(HashAlgorithmName.SHA256)));

    public static CertificateThumbprint Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var digits = string.Concat(text.Where(c => c is not (':' or '-' or ' '))).ToUpperInvariant();
        if (digits.Length == DigitsOfSha1)
        {
            throw new VSphereException(
                VSphereErrorKind.Configuration, $"the thumbprint has 40 digits, like SHA-1: use the SHA-256 thumbprint, which has 64");
        }

        return digits.Length == Digits && digits.All(char.IsAsciiHexDigit)
            ? new CertificateThumbprint(WithColons(digits))
            : throw new VSphereException(
                VSphereErrorKind.Configuration, $"a thumbprint is the SHA-256 of the server's certificate: 64 hexadecimal digits");
    }

    public override string ToString() => Text;

    private static string WithColons(string digits) => string.Join(':', digits.Chunk(2).Select(pair => new string(pair)));
}
