using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace TimerProbe.Cli.Tests.Configuration;

public sealed class FileChecksTests
{
    [Fact]
    public void A_certificate_that_no_server_could_show_is_found()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = new CertificateRequest("CN=server", key, HashAlgorithmName.SHA256).CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        using var good = new TemporaryFile("server.pem", $"{certificate.ExportCertificatePem()}\n{key.ExportPkcs8PrivateKeyPem()}\n");
        using var bad = new TemporaryFile("empty.pem", "nothing");

        Assert.Equal([new CheckLine(Severity.Info, "certificate of the server", $"{good.Path} and its key can be used")], Checked(good.Path));
        Assert.Equal([new CheckLine(Severity.Critical, "certificate of the server", $"{bad.Path} holds no certificate in PEM")], Checked(bad.Path));
    }

    [Fact]
    public void A_server_saves_what_it_scans_so_that_its_alerts_come_about()
    {
        var alerts = new AlertSettings { Command = new CommandSettings { File = Environment.ProcessPath! } };
        var store = new StoreSettings { Target = "fleet.db" };
        Assert.Equal([Severity.Info, null],
            Checked(new FileConfiguration { Server = new(), Store = store, Alerts = alerts }).Select(line => line.Outcome));
        Assert.Equal(
            [Severity.Info, null, Severity.Warning, Severity.Warning],
            Checked(new FileConfiguration { Store = store, Alerts = alerts }).Select(line => line.Outcome));
    }

    private static IReadOnlyList<CheckLine> Checked(string file) => Checked(new FileConfiguration { Server = new ServerSettings { Certificate = file } });

    private static IReadOnlyList<CheckLine> Checked(FileConfiguration configuration)
    {
        using var said = new StringWriter();
        using var terminal = Terminal.OfService(said);
        return new FileChecks(configuration, terminal, TimeProvider.System, Cancel).Run();
    }
}
