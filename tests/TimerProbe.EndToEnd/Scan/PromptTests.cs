using System.Diagnostics;
using System.Text;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Scan;

/// <summary>A person at a terminal, typing once the question is there.</summary>
public sealed class PromptTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private const string Interrupt = "\u0003";
    private const string EndOfInput = "\u0004";

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
    [InlineData(EndOfInput)]
    public async Task Nothing_typed_is_no_login(string typed)
    {
        var (exitCode, shown) = await TypeAsync(typed);
        Assert.Equal(2, exitCode);
        Assert.Contains("there is no password", shown, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_interrupt_ends_the_question() => Assert.Equal(130, (await TypeAsync(Interrupt)).ExitCode);

    private async Task<(int ExitCode, string Shown)> TypeAsync(string typed)
    {
        Needs.Linux();
        var program = TimerProbeProgram.FrameworkDependent.With("scan", fleet.VCenter.Server, "--user", fleet.VCenter.User, "--ca-file", fleet.VCenter.CaFile);
        var start = new ProcessStartInfo("script", ["-qec", string.Join(' ', program.Arguments.Prepend(program.FileName)), "/dev/null"])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            StandardOutputEncoding = Encoding.UTF8,
        };
        start.Environment.Remove("TIMERPROBE_VCENTER_PASSWORD");
        using var process = Process.Start(start)!;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        limit.CancelAfter(TimeSpan.FromSeconds(60));
        var shown = new StringBuilder();
        var buffer = new char[4096];
        for (var hasTyped = false; await process.StandardOutput.ReadAsync(buffer, limit.Token) is > 0 and var count;)
        {
            shown.Append(buffer, 0, count);
            if (!hasTyped && shown.ToString().Contains("Password of", StringComparison.Ordinal))
            {
                hasTyped = true;
                await process.StandardInput.WriteAsync(typed);
                await process.StandardInput.FlushAsync(limit.Token);
            }
        }

        await process.WaitForExitAsync(limit.Token);
        return (process.ExitCode, shown.ToString());
    }
}
