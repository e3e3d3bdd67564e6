using TimerProbe.Cli.Commands;
using TimerProbe.Cli.Output;

namespace TimerProbe.Cli.Tests;

public sealed class CommandLineApplicationTests
{
    private const string Configured = """{ "mutes": [ { "rule": "TP201", "reason": "known", "expires": "2027-01-31" } ] }""";

    [Fact]
    public async Task What_ends_as_cancelled_when_nobody_asked_for_an_end_is_a_bug()
    {
        using var file = new TemporaryFile("timerprobe.json", Configured);
        await using var said = new StringWriter();
        using var terminal = Terminal.OfService(said);

        var exitCode = await new CommandLineApplication(terminal, new CancelledTime()).RunAsync(["config", "check", "--offline", "--config", file.Path], CancellationToken.None);

        Assert.Equal(ExitCode.Bug, (ExitCode)exitCode);
        Assert.Contains("this is a bug in timerprobe: the server cancelled", said.ToString(), StringComparison.Ordinal);
    }

    private sealed class CancelledTime : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => throw new OperationCanceledException("the server cancelled");
    }
}
