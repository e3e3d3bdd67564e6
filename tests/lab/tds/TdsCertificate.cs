namespace TimerProbe.Lab.Tds;

/// <summary>A certificate that nobody trusts.</summary>
internal static class TdsCertificate
{
    public static X509Certificate2 Shared { get; } = Make();

    private static X509Certificate2 Make()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=standin.example.org", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        return request.CreateSelfSigned(new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero), new DateTimeOffset(2100, 1, 1, 0, 0, 0, TimeSpan.Zero));
    }
}
