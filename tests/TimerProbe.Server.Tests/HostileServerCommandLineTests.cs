using System.CommandLine;

namespace TimerProbe.Server.Tests;

/// <summary>Command lines of the server that nobody means: each is refused by a sentence, or does what it says, and none is a bug.</summary>
public sealed class HostileServerCommandLineTests
{
    private const int Bug = 1;

    private static readonly string[] Values =
        ["", " ", "\t", "--", "-", "/", "//", ".", "..", "/dev", "/dev/full/x", "/proc/self/mem", "\u00e9\u202e\U0001F600", "\ud800", "@x", "=", "Host=", "Host=x;Port=y", new('x', 5_000), new('/', 5_000), "-1", "1e400"];

    [Fact]
    public async Task No_value_of_an_option_or_argument_is_a_bug()
    {
        await using var place = await TestStore.NewAsync(Engine.Sqlite);
        var (bugs, lines) = (new List<string>(), 0);
        var root = new ServerCommandLine(TextWriter.Null, TextWriter.Null, TimeProvider.System).Root();
        foreach (var (path, command) in Commands([], root))
        {
            string[] store = ["--store", place.Text];
            var needed = command.Options.Where(option => option.Required).SelectMany(option => (string[])[option.Name, "1"])
                .Concat(command.Arguments.Select(_ => "x")).ToArray();
            var options = command.Options.Concat(root.Options.Where(option => option.Recursive))
                .Where(option => option.ValueType != typeof(bool)).Select(option => option.Name).Distinct();
            foreach (var value in Values)
            {
                foreach (var line in options.Select(option => (string[])[.. path, .. option == "--store" ? [] : store, .. needed, option, value])
                    .Append([.. path, .. store, value]).Append([.. path, .. store, .. needed, value])
                        .Where(line => path.Length > 0 || line[0].StartsWith('-')))
                {
                    lines++;
                    if (await RunAsync(line) is (Bug, var said))
                    {
                        bugs.Add($"{string.Join(' ', line.Select(word => $"'{(word.Length > 40 ? word[..40] : word)}'"))}: {said}");
                    }
                }
            }
        }

        Assert.True(lines > 500, $"{lines}");
        Assert.True(bugs.Count == 0, $"{bugs.Count} of {lines}:\n{string.Join('\n', bugs.Take(60))}");
    }

    private static IEnumerable<(string[] Path, Command Command)> Commands(string[] path, Command command) =>
        command.Subcommands.SelectMany(below => Commands([.. path, below.Name], below)).Append((path, command));

    private static async Task<(int ExitCode, string Said)> RunAsync(string[] line)
    {
        await using var said = new StringWriter();
        using var asked = new CancellationTokenSource();
        if (line[0].StartsWith('-'))
        {
            // Without a command it serves until it is asked to end.
            await asked.CancelAsync();
        }

        var exitCode = await new ServerCommandLine(TextWriter.Null, TextWriter.Synchronized(said), TimeProvider.System)
            .RunAsync(line, asked.Token).WaitAsync(TimeSpan.FromSeconds(60), Cancel);
        return (exitCode, said.ToString());
    }
}
