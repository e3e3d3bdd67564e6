using System.Text;
using System.Text.RegularExpressions;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Check;

/// <summary>docs/commands.md is what the program itself says; TIMERPROBE_UPDATE_GOLDEN=1 writes it.</summary>
public sealed partial class CommandPageTests
{
    private static readonly string[][] Commands = [[], ["check"], ["rules"], ["rules", "explain"], ["completion"]];

    [Fact]
    public async Task The_page_of_commands_is_what_help_says()
    {
        var page = new StringBuilder("# Commands\n\nWhat `--help` prints of each command; a test keeps this page and the program alike.\n");
        foreach (var command in Commands)
        {
            var help = await TimerProbeProgram.FrameworkDependent.With(command).With("--help").RunAsync();
            var name = string.Join(' ', command.Prepend("timerprobe"));
            page.Append("\n## ").Append(name).Append("\n```\n").Append(help.Out.ReplaceLineEndings("\n").Trim('\n')).Append("\n```\n");
        }

        var file = Repository.Path("docs", "commands.md");
        if (Environment.GetEnvironmentVariable("TIMERPROBE_UPDATE_GOLDEN") == "1")
        {
            await File.WriteAllTextAsync(file, page.ToString(), TestContext.Current.CancellationToken);
        }

        Assert.Equal((await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken)).ReplaceLineEndings("\n"), page.ToString());
    }

    [Fact]
    public async Task Every_example_of_the_help_works()
    {
        Needs.Linux();
        var folder = Directory.CreateTempSubdirectory("timerprobe-").FullName;
        try
        {
            var page = await File.ReadAllTextAsync(Repository.Path("docs", "commands.md"), TestContext.Current.CancellationToken);
            var examples = Example().Matches(page).Select(match => match.Groups["arguments"].Value.Split(' ')).ToList();
            Assert.True(examples.Count >= 8, $"only {examples.Count} examples");
            foreach (var example in examples)
            {
                var result = await (TimerProbeProgram.FrameworkDependent with { WorkingDirectory = folder }).With(example).RunAsync();
                Assert.True(result.ExitCode == 0, $"{string.Join(' ', example)}: {result.ExitCode} {result.Error}");
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [GeneratedRegex(@"^  timerprobe (?<arguments>[a-z].*)\n      ", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Example();
}
