namespace TimerProbe.EndToEnd.Release;

/// <summary>A release that is signed: by osslsigncode, with a certificate of the test.</summary>
[Trait("Run", "all")]
public sealed class SigningTests
{
    [Fact]
    public async Task The_executables_and_the_installer_are_signed_before_the_sums_are_taken()
    {
        PackedRelease.Need();
        Needs.Program("osslsigncode");
        using var folder = new TemporaryFolder();
        await MakeCertificateAsync(folder);
        folder.Write("sign", $"osslsigncode sign -pkcs12 '{folder["pfx"]}' -pass test -in \"$1\" -out \"$1.signed\" >/dev/null && mv \"$1.signed\" \"$1\"\n");
        var release = new ProgramRun("bash", [Repository.Path(".ci", "release"), "--published", folder["out"]]).WithEnvironment("TIMERPROBE_SIGN", $"sh '{folder["sign"]}'");
        await release.SucceedsAsync();

        foreach (var archive in Directory.GetFiles(folder["out"], "*-win-x64.zip"))
        {
            await ZipFile.ExtractToDirectoryAsync(archive, folder["unpacked"], Cancel);
        }

        string[] signed = [.. Directory.GetFiles(folder["unpacked"], "timerprobe*.exe", SearchOption.AllDirectories), .. Directory.GetFiles(folder["out"], "*.msi")];
        Assert.Equal(3, signed.Length);
        foreach (var file in signed)
        {
            var verified = await new ProgramRun("osslsigncode", ["verify", "-CAfile", folder["pem"], "-in", file]).RunAsync();
            Assert.True(verified.ExitCode == 0 && verified.Out.Contains("CN=TimerProbe test", StringComparison.Ordinal), $"{file}: {verified}");
        }

        await new ProgramRun("sha256sum", ["--check", "--quiet", "SHA256SUMS"]) { WorkingDirectory = folder["out"] }.SucceedsAsync();
    }

    [Fact]
    public async Task One_that_cannot_be_signed_is_no_release()
    {
        PackedRelease.Need();
        using var folder = new TemporaryFolder();
        var packed = await new ProgramRun("bash", [Repository.Path(".ci", "release"), "--published", folder["out"]]).WithEnvironment("TIMERPROBE_SIGN", "false").RunAsync();
        Assert.NotEqual(0, packed.ExitCode);
        Assert.Contains("TIMERPROBE_SIGN did not sign timerprobe.exe", packed.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(folder["out"], "SHA256SUMS")));
    }

    private static async Task MakeCertificateAsync(TemporaryFolder folder)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=TimerProbe test", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509KeyUsageExtension(X509KeyUsageFlags.DigitalSignature, critical: true));
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension([new Oid("1.3.6.1.5.5.7.3.3")], critical: false));
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        await File.WriteAllBytesAsync(folder["pfx"], certificate.Export(X509ContentType.Pkcs12, "test"), Cancel);
        await File.WriteAllTextAsync(folder["pem"], certificate.ExportCertificatePem(), Cancel);
    }
}
