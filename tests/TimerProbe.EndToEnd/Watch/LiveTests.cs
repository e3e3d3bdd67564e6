using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Watch;

/// <summary>A person who watches at a terminal, and ends it by Ctrl+C.</summary>
public sealed class LiveTests
{
    private const char Escape = '\u001b';

    private static readonly ProgramRun Program = TimerProbeProgram.Fastest
        .With("watch", "--every", "1s")
        .Under("sh", "-c", "stty cols 100; exec \"$0\" \"$@\"")
        .WithEnvironment("NO_COLOR", null)
        .WithEnvironment("TERM", "xterm-256color")
        .WithEnvironment("LC_ALL", "C.UTF-8");

    [Fact]
    public async Task How_things_stand_is_drawn_again_at_each_sample_and_stays_with_a_summary_at_the_end()
    {
        var (exitCode, shown) = await Program.TypeAsync(", 2 samples", Typing.Interrupt);
        Assert.Equal(0, exitCode);
        Assert.Contains($"{Escape}[4A", shown, StringComparison.Ordinal);
        var end = shown[shown.LastIndexOf($"{Escape}[J", StringComparison.Ordinal)..];
        string[] inOrder = ["summary", "now", "cost", "recent", "changes", "ended"];
        var places = inOrder.Select(part => end.IndexOf(part, StringComparison.Ordinal)).ToList();
        Assert.DoesNotContain(-1, places);
        Assert.Equal(places.Order(), places);
        Assert.Equal(places[1], end.LastIndexOf("now", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("xterm-256color", "--no-color")]
    [InlineData("dumb")]
    public async Task A_terminal_that_is_to_be_plain_gets_lines(string term, params string[] options)
    {
        var (exitCode, shown) = await Program.With(options).With("--samples").WithEnvironment("TERM", term).TypeAsync("sample     2:", Typing.Interrupt);
        Assert.Equal(0, exitCode);
        Assert.DoesNotContain($"{Escape}[4A", shown, StringComparison.Ordinal);
        Assert.DoesNotContain("recent", shown, StringComparison.Ordinal);
    }
}
