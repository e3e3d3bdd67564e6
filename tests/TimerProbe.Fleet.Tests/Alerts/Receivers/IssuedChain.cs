namespace TimerProbe.Fleet.Tests.Alerts.Receivers;

/// <summary>A server's certificate for 127.0.0.1 that an authority below another issued.</summary>
internal sealed record IssuedChain(string RootPem, X509Certificate2 Intermediate, X509Certificate2 Server)
{
    public static IssuedChain New()
    {
        var now = TimeProvider.System.GetUtcNow();
        using var rootKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var root = Request("CN=Root", rootKey, isAuthority: true).CreateSelfSigned(now.AddDays(-2), now.AddDays(2));
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var intermediate = Request("CN=Intermediate", key, isAuthority: true).Create(root, now.AddDays(-1), now.AddDays(1), [1]);
        using var issuer = intermediate.CopyWithPrivateKey(key);
        using var serverKey = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var issued = Request("CN=loopback", serverKey, isAuthority: false).Create(issuer, now.AddHours(-1), now.AddHours(1), [2]);
        using var server = issued.CopyWithPrivateKey(serverKey);
        return new IssuedChain(
            root.ExportCertificatePem(), intermediate,
                X509CertificateLoader.LoadPkcs12(server.Export(X509ContentType.Pfx), password: null));
    }

    private static CertificateRequest Request(string name, ECDsa key, bool isAuthority)
    {
        var request = new CertificateRequest(name, key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(
            new X509BasicConstraintsExtension(isAuthority, hasPathLengthConstraint: false, 0, critical: true));
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        return request;
    }
}
