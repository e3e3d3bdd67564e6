using System.CommandLine;

namespace TimerProbe.Cli.Tests;

/// <summary>Command lines that nobody means: each is refused by a sentence, or does what it says, and none is a bug.</summary>
public sealed class HostileCommandLineTests : IDisposable
{
    /// <summary>What these do when they are let is not the command line's affair: measuring, connecting, waiting.</summary>
    private static readonly string[] AskedToEnd = ["check", "watch", "scan", "sql", "publish", "alerts"];

    private static readonly string[] Values = ["", " ", "\t", "--", "-", "/", "//", ".", "..", "/dev", "/dev/pts/ptmx", "/dev/full/x", "/proc/self/mem", "\u00e9\u202e\U0001F600", "\ud800", "@x", "=", new('x', 5_000), new('/', 5_000), "-1", "1e400", "99999999999999999999"];

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("timerprobe-test-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    [Trait("Takes", "seconds")]
    public async Task No_value_of_an_option_or_argument_is_a_bug()
    {
        var (bugs, lines) = (new List<string>(), 0);
        foreach (var (path, command) in Leaves([], Root()))
        {
            var needed = command.Options.Where(option => option.Required).SelectMany(option => (string[])[option.Name, "1"])
                .Concat(command.Arguments.Select(_ => "x")).ToArray();
            foreach (var value in Values)
            {
                foreach (var line in command.Options.Where(option => option.ValueType != typeof(bool))
                    .Select(option => (string[])[.. path, .. needed, option.Name, value])
                    .Append([.. path, value])
                    .Append([.. path, .. needed, value]))
                {
                    lines++;
                    if (await RunAsync(line) is (ExitCode.Bug, var said))
                    {
                        bugs.Add($"{string.Join(' ', line.Select(word => $"'{(word.Length > 40 ? word[..40] : word)}'"))}: {said}");
                    }
                }
            }
        }

        Assert.True(lines > 2_000, $"{lines}");
        Assert.True(bugs.Count == 0, $"{bugs.Count} of {lines}:\n{string.Join('\n', bugs.Take(60))}");
    }

    [Theory]
    [InlineData("--user is empty: leave it out or fill it in", "scan", "vc1", "--user", " ")]
    [InlineData("--out is empty: leave it out or fill it in", "check", "--out", "")]
    [InlineData("FILE is empty: leave it out or fill it in", "log", "")]
    [InlineData("Required argument missing for option: '--out'", "log", "vmware.log", "--out", "--")]
    public async Task A_value_that_is_none_is_refused(string sentence, params string[] line)
    {
        var (exitCode, said) = await RunAsync(line);
        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.Contains(sentence, said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--out would replace LINK, which the command names", "log", "DIR/vmware.log", "--out", "LINK")]
    [InlineData("--out would replace DIR/vmware.log, which the command names", "log", "DIR", "--out", "DIR/vmware.log")]
    [InlineData("--out would replace OTHER/vmware.log, which the command names", "log", "DIR", "--out", "OTHER/vmware.log")]
    [InlineData("--out would replace LINK, which --from names", "report", "--from", "DIR/vmware.log", "--out", "LINK")]
    [InlineData("--out would replace LINK, which --from names", "plan", "home", "--from", "DIR/vmware.log", "--out", "LINK")]
    [InlineData("--remedies would replace DIR/in.sh, which --from names", "report", "--from", "DIR/in.sh", "--remedies", "DIR/in.sh")]
    [InlineData("--out would replace OTHER/new.sh, which --remedies names", "report", "--from", "x", "--out", "OTHER/new.sh", "--remedies", "DIR/new.sh")]
    [InlineData("--out would replace DIR/vmware.log, which --vm-logs names", "scan", "vc1", "--vm-logs", "OTHER", "--out", "DIR/vmware.log")]
    public async Task No_output_takes_the_place_of_what_the_command_line_names_however_it_is_written(string sentence, params string[] line)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links take a right there");
        Directory.CreateDirectory(In("dir"));
        foreach (var file in (string[])["vmware.log", "in.sh"])
        {
            await File.WriteAllTextAsync(In(Path.Combine("dir", file)), "kept", Cancel);
        }

        File.CreateSymbolicLink(In("link"), In("dir/vmware.log"));
        Directory.CreateSymbolicLink(In("other"), In("dir"));

        var (exitCode, said) = await RunAsync([.. line.Select(Named)]);

        Assert.Equal(ExitCode.Usage, exitCode);
        Assert.Contains(Named(sentence), said, StringComparison.Ordinal);
        Assert.Equal("kept", await File.ReadAllTextAsync(In("dir/vmware.log"), Cancel));

        string Named(string text) => text.Replace("DIR", In("dir"), StringComparison.Ordinal)
            .Replace("OTHER", In("other"), StringComparison.Ordinal).Replace("LINK", In("link"), StringComparison.Ordinal);
    }

    private static IEnumerable<(string[] Path, Command Command)> Leaves(string[] path, Command command) => command.Subcommands.Count == 0
        ? [(path, command)]
        : command.Subcommands.SelectMany(below => Leaves([.. path, below.Name], below));

    private static RootCommand Root()
    {
        using var terminal = Terminal.OfService(TextWriter.Null);
        return new CommandLineApplication(terminal, TimeProvider.System).CreateRootCommand();
    }

    private string In(string name) => Path.Combine(_folder.FullName, name);

    private async Task<(ExitCode ExitCode, string Said)> RunAsync(string[] line)
    {
        using var data = new MemoryStream();
        using var input = new MemoryStream(Encoding.UTF8.GetBytes("\n"));
        await using var said = new StringWriter();
        await using var error = TextWriter.Synchronized(said);
        using var terminal = Terminal.Over(data, error, input, new EnvironmentVariables(name => name == "XDG_STATE_HOME" ? In("state") : null));
        using var asked = new CancellationTokenSource();
        if (AskedToEnd.Contains(line[0]))
        {
            await asked.CancelAsync();
        }

        var exitCode = await new CommandLineApplication(terminal, TimeProvider.System).RunAsync(line, asked.Token)
            .WaitAsync(TimeSpan.FromSeconds(60), Cancel);
        return ((ExitCode)exitCode, said.ToString());
    }
}
