namespace TimerProbe.Server.Tests;

/// <summary>The certificate that a node shows, while its files change.</summary>
public sealed class ServerCertificateTests : IDisposable
{
    private static readonly DateTimeOffset Start = new(2026, 7, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-certificate-");
    private readonly FakeTimeProvider _time = new(Start);
    private readonly List<string> _said = [];

    private string PemFile => Path.Combine(_folder.FullName, "server.pem");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void One_that_is_not_good_yet_is_complained_of_once_and_taken_when_it_is()
    {
        Write("CN=first", Start.AddDays(-1));
        var shown = ServerCertificate.Read(PemFile, PemFile, _time);
        Write("CN=second", Start.AddMinutes(1));

        foreach (var _ in Enumerable.Range(0, 3))
        {
            Assert.Equal("CN=first", After(TimeSpan.FromSeconds(10)));
        }

        Assert.Equal([$"the certificate in {PemFile} is not good before 2026-07-01"], _said);
        Assert.Equal("CN=second", After(TimeSpan.FromMinutes(1)));
        Assert.Single(_said);

        string After(TimeSpan passed)
        {
            _time.Advance(passed);
            return shown.Current(_said.Add).TargetCertificate.Subject;
        }
    }

    private void Write(string subject, DateTimeOffset notBefore)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var certificate = new CertificateRequest(subject, key, HashAlgorithmName.SHA256)
            .CreateSelfSigned(notBefore, notBefore.AddDays(30));
        File.WriteAllText(PemFile, $"{certificate.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n");
    }
}
