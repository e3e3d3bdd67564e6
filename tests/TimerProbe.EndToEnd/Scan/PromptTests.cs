namespace TimerProbe.EndToEnd.Scan;

/// <summary>A person at a terminal, typing once the question is there.</summary>
public sealed class PromptTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    [Fact]
    public async Task A_password_is_asked_for_by_server_and_not_shown()
    {
        var (exitCode, shown) = await TypeAsync(fleet.VCenter.Password + "\r");
        Assert.Equal(5, exitCode);
        Assert.Contains($"Password of {fleet.VCenter.User} for {fleet.VCenter.Server}: ", shown, StringComparison.Ordinal);
        Assert.DoesNotContain(fleet.VCenter.Password, shown, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("\r")]
    [InlineData(Typing.EndOfInput)]
    public async Task Nothing_typed_is_no_login(string typed)
    {
        var (exitCode, shown) = await TypeAsync(typed);
        Assert.Equal(2, exitCode);
        Assert.Contains("there is no password", shown, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_interrupt_ends_the_question() => Assert.Equal(130, (await TypeAsync(Typing.Interrupt)).ExitCode);

    [Fact]
    public async Task User_and_password_are_asked_for_and_a_certificate_that_is_trusted_once_is_not_asked_for_again()
    {
        using var home = new TemporaryFolder();
        var (exitCode, shown) = await Scan(home).TypeAsync(
            ("User for ", fleet.VCenter.User + "\r"), ("Password of ", fleet.VCenter.Password + "\r"), (Question, "y\r"));
        Assert.Equal(5, exitCode);
        Assert.Contains($"The certificate of {fleet.VCenter.Server} is not trusted: its issuer ", shown, StringComparison.Ordinal);
        Assert.Contains($"SHA-256     {fleet.VCenter.Thumbprint}", shown, StringComparison.Ordinal);
        Assert.Contains(fleet.VCenter.Thumbprint, File.ReadAllText(home[Trusted]), StringComparison.Ordinal);

        var (later, again) = await Scan(home, "--user", fleet.VCenter.User).TypeAsync("Password of ", fleet.VCenter.Password + "\r");
        Assert.Equal(5, later);
        Assert.DoesNotContain("certificate", again, StringComparison.Ordinal);
    }

    private const string Question = "from now on? [y/N] ";

    private static readonly string Trusted = Path.Combine("timerprobe", "trusted-servers.json");

    private ProgramRun Scan(TemporaryFolder home, params IEnumerable<string> options) => TimerProbeProgram.Fastest
        .With("scan", fleet.VCenter.Server).With(options).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", "").WithEnvironment("XDG_CONFIG_HOME", home.Path);

    private Task<(int ExitCode, string Shown)> TypeAsync(string typed) => TimerProbeProgram.Fastest
        .With("scan", fleet.VCenter.Server, "--user", fleet.VCenter.User, "--ca-file", fleet.VCenter.CaFile)
        .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", "").TypeAsync("Password of", typed);
}
