namespace TimerProbe.Application.Tests.Scanning;

public sealed class CertificateConsentTests : IDisposable
{
    private static readonly VSphereServer Server = new("VC1.example.org");
    private static readonly string Old = string.Join(':', Enumerable.Repeat("AA", 32));
    private static readonly PresentedCertificate Shown = new(
        "CN=vc1", "CN=some CA", DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch, string.Join(':', Enumerable.Repeat("BB", 32)), "it was not issued for this name");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-trust-");

    private string File => Path.Combine(_folder.FullName, "timerprobe", "trusted-servers.json");

    [Fact]
    public async Task A_yes_is_remembered_for_this_server_and_port_alone()
    {
        Assert.True(await AskAsync(new RecordedDialog { CanAnswer = true, Trusts = true }));
        var later = new RecordedDialog { CanAnswer = true };
        Assert.True(await AskAsync(later));
        Assert.Empty(later.Questions);
        Assert.False(await AskAsync(later, Server with { Port = 8443 }));
        Assert.Single(later.Questions);
    }

    [Fact]
    public async Task A_no_is_asked_again_the_next_time()
    {
        Assert.False(await AskAsync(new RecordedDialog { CanAnswer = true }));
        var later = new RecordedDialog { CanAnswer = true };
        Assert.False(await AskAsync(later));
        Assert.Null(Assert.Single(later.Questions).Trusted);
        Assert.False(System.IO.File.Exists(File));
    }

    [Fact]
    public async Task A_script_is_never_asked_and_gets_nothing_of_what_is_trusted()
    {
        Trusted.Trust(Server, Shown.Thumbprint, Cancel);
        var script = new RecordedDialog();
        Assert.False(await AskAsync(script));
        Assert.Empty(script.Questions);
    }

    [Fact]
    public async Task Another_certificate_is_asked_for_beside_the_one_before()
    {
        Trusted.Trust(Server, Old, Cancel);
        var refusing = new RecordedDialog { CanAnswer = true };
        Assert.False(await AskAsync(refusing));
        Assert.Equal(Old, Assert.Single(refusing.Questions).Trusted);
        Assert.Equal(Old, Trusted.GetThumbprint(Server, Cancel));
        Assert.True(await AskAsync(new RecordedDialog { CanAnswer = true, Trusts = true }));
        Assert.Equal(Shown.Thumbprint, Trusted.GetThumbprint(Server, Cancel));
    }

    [Theory]
    [InlineData("", "not understood near line 1")]
    [InlineData("null", "not understood near line 1")]
    [InlineData("{\n\"servers\": []\n}", "not understood near line 2")]
    [InlineData("{ \"servers\": { \"vc1.example.org:443\": \"BB\" } }", "64 hexadecimal digits")]
    [InlineData("{ \"servers\": { \"vc1.example.org:443\": null } }", "64 hexadecimal digits")]
    [InlineData("{ \"servers\": {}, \"trustAll\": true }", "not understood near line 1")]
    public async Task A_file_that_is_wrong_is_trusted_in_no_part_and_left_as_it_is(string text, string sentence)
    {
        Write(text);
        var dialog = new RecordedDialog { CanAnswer = true, Trusts = true };
        Assert.True(await AskAsync(dialog));
        Assert.Single(dialog.Questions);
        Assert.Contains(sentence, dialog.Complaints.First(), StringComparison.Ordinal);
        Assert.Contains("for this run only", dialog.Complaints.Last(), StringComparison.Ordinal);
        Assert.Equal(text, System.IO.File.ReadAllText(File));
    }

    [Fact]
    public async Task A_file_that_others_may_write_is_not_trusted()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows has access lists");
        Trusted.Trust(Server, Shown.Thumbprint, Cancel);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, Mode());
        SetMode(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupWrite);
        var dialog = new RecordedDialog { CanAnswer = true };
        Assert.False(await AskAsync(dialog));
        Assert.Contains("others may write it: check what it holds, then run chmod 600", Assert.Single(dialog.Complaints), StringComparison.Ordinal);
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private TrustedServers Trusted => new(File);

    private async Task<bool> AskAsync(RecordedDialog dialog, VSphereServer? server = null)
    {
        using var consent = new CertificateConsent(Trusted, dialog);
        return await consent.IsGivenAsync(server ?? Server, Shown, Cancel);
    }

    private void Write(string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(File)!);
        System.IO.File.WriteAllText(File, text);
    }

#pragma warning disable CA1416 // Called on Unix only.
    private UnixFileMode Mode() => System.IO.File.GetUnixFileMode(File);

    private void SetMode(UnixFileMode mode) => System.IO.File.SetUnixFileMode(File, mode);
#pragma warning restore CA1416
}
