using TimerProbe.EndToEnd.Running;

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

    private Task<(int ExitCode, string Shown)> TypeAsync(string typed) => TimerProbeProgram.FrameworkDependent
        .With("scan", fleet.VCenter.Server, "--user", fleet.VCenter.User, "--ca-file", fleet.VCenter.CaFile)
        .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", "")
        .TypeAsync("Password of", typed);
}
