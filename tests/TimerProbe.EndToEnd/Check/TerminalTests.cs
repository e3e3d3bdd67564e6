namespace TimerProbe.EndToEnd.Check;

/// <summary>What a person sees: in a real terminal (a pseudo-terminal by script(1)), in a pipe, in another encoding.</summary>
[Collection(nameof(AloneOnTheMachine))]
public sealed class TerminalTests
{
    private const char Escape = '\u001b';

    // A machine on which other things run may be short of CPU.
    private const string Verdict = "(HEALTHY|SHORT OF CPU)  ";

    private static readonly ProgramRun Program = TimerProbeProgram.Fastest
        .WithEnvironment("NO_COLOR", null).WithEnvironment("TERM", "xterm-256color").WithEnvironment("LC_ALL", "C.UTF-8");

    [Fact]
    public async Task A_terminal_gets_colours_unless_there_shall_be_none()
    {
        Assert.Matches($"{Escape}\\[1;[39][1-6]m{Verdict}", (await InTerminalAsync(Program, 120)).Out);
        Assert.DoesNotMatch($"{Escape}\\[[0-9;]*m", (await InTerminalAsync(Program, 120, "--no-color")).Out);
    }

    [Theory]
    [InlineData(40)]
    [InlineData(80)]
    public async Task Lines_fit_the_terminal_and_NO_COLOR_is_honoured(int columns)
    {
        var result = await InTerminalAsync(Program.WithEnvironment("NO_COLOR", "1"), columns);
        var lines = result.Out.Split('\n').Select(line => line.TrimEnd('\r')).Where(line => !line.Contains(Escape, StringComparison.Ordinal));

        // Commands are never broken: they stand seven columns in.
        Assert.All(lines.Where(line => !line.StartsWith("       ", StringComparison.Ordinal)), line => Assert.True(line.Length <= columns, $"{line.Length} columns: {line}"));
        Assert.Contains("precise time", result.Out, StringComparison.Ordinal);
        Assert.DoesNotContain($"{Escape}[1", result.Out, StringComparison.Ordinal);
        Assert.Matches(Verdict, result.Out);
    }

    [Fact]
    public async Task A_pipe_gets_every_column_and_no_control_codes()
    {
        Needs.Linux();
        var result = await Program.With("check", "--detail", "full").RunAsync();
        Assert.DoesNotContain(Escape, result.Out);
        Assert.Contains("clock_gettime(CLOCK_REALTIME)", result.Out, StringComparison.Ordinal);
        Assert.Contains("█", result.Out, StringComparison.Ordinal);
        Assert.Empty(result.Error);
    }

    [Fact]
    public async Task A_console_that_is_not_utf8_gets_ascii()
    {
        Needs.Linux();
        var result = await Program.WithEnvironment("LC_ALL", "en_US.ISO-8859-1").With("check").RunAsync();
        Assert.All(result.Out, character => Assert.True(char.IsAscii(character), $"'{character}' in: {result.Out}"));
    }

    private static Task<ProgramResult> InTerminalAsync(ProgramRun program, int columns, params string[] options)
    {
        Needs.Linux();
        var command = string.Join(' ', program.With("check").With(options).Arguments.Prepend(program.FileName));
        return (program with { FileName = "script", Arguments = ["-qec", $"stty cols {columns}; {command}", "/dev/null"] }).RunAsync();
    }
}
