using System.Globalization;
using TimerProbe.Application;

namespace TimerProbe.Cli.Output;

/// <summary>What a person is shown of a certificate before deciding whether to trust it.</summary>
internal static class CertificateText
{
    public static IEnumerable<string> Lines(CertificateQuestion question)
    {
        var certificate = question.Certificate;
        yield return question.Trusted is null
            ? $"The certificate of {question.Server} is not trusted: {certificate.Doubt}"
            : $"WARNING: the certificate of {question.Server} is not the one you trusted before. It was renewed, or someone is intercepting the connection.";
        yield return $"  subject     {certificate.Subject}";
        yield return $"  issuer      {certificate.Issuer}";
        yield return $"  valid       {Day(certificate.NotBefore)} to {Day(certificate.NotAfter)}";
        yield return $"  SHA-256     {certificate.Thumbprint}";
        if (question.Trusted is { } trusted)
        {
            yield return $"  before      {trusted}";
        }

        yield return "Compare the SHA-256 thumbprint with the server's own; the password has not been sent yet.";
    }

    private static string Day(DateTimeOffset time) => time.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
