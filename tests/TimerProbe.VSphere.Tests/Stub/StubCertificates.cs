namespace TimerProbe.VSphere.Tests.Stub;

/// <summary>A certificate authority and the server certificates it issues.</summary>
internal static class StubCertificates
{
    private static readonly DateTimeOffset Today = TimeProvider.System.GetUtcNow();
    private static readonly X509Certificate2 Root = MakeRoot();

    public static X509Certificate2 Loopback { get; } = Issue("loopback", TimeSpan.FromDays(1));

    public static X509Certificate2 Renewed { get; } = Issue("loopback", TimeSpan.FromDays(1));

    public static X509Certificate2 Expired { get; } = Issue("loopback", TimeSpan.FromDays(-1));

    public static X509Certificate2 OfAnotherName { get; } = Issue("another.example.org", TimeSpan.FromDays(1));

    public static string RootPem => Root.ExportCertificatePem();

    public static string Sha256(X509Certificate2 certificate) => certificate.GetCertHashString(HashAlgorithmName.SHA256);

    private static X509Certificate2 MakeRoot()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=Stub CA", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(certificateAuthority: true, hasPathLengthConstraint: false, 0, critical: true));
        return request.CreateSelfSigned(Today.AddDays(-10), Today.AddDays(10));
    }

    private static X509Certificate2 Issue(string name, TimeSpan validFor)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=" + name, key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        if (name == "loopback")
        {
            names.AddIpAddress(IPAddress.Loopback);
        }
        else
        {
            names.AddDnsName(name);
        }

        request.CertificateExtensions.Add(names.Build());
        using var issued = request.Create(Root, Today.AddDays(-5), Today + validFor, RandomNumberGenerator.GetBytes(8));
        using var withKey = issued.CopyWithPrivateKey(key);
        return X509CertificateLoader.LoadPkcs12(withKey.Export(X509ContentType.Pfx), password: null);
    }
}
