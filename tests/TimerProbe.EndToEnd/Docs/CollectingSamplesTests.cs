using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;

namespace TimerProbe.EndToEnd.Docs;

/// <summary>The samples of docs/collecting.md, as far as they can be checked without Windows.</summary>
public sealed partial class CollectingSamplesTests : IDisposable
{
    private const string TaskFile = "timerprobe-check.task.xml";
    private const string PublishTaskFile = "timerprobe-publish.task.xml";

    private static readonly XNamespace Task = "http://schemas.microsoft.com/windows/2004/02/mit/task";

    private readonly string _folder = Directory.CreateTempSubdirectory("timerprobe-").FullName;

    [Fact]
    public void The_page_shows_every_sample_and_links_to_nothing_that_is_not_there()
    {
        Assert.All(Directory.GetFiles(CollectingSamples.Folder), file => Assert.Contains($"samples/collecting/{Path.GetFileName(file)}", CollectingSamples.Links()));
        Assert.All(CollectingSamples.Links()
            .Where(link => link[0] != '#'), link => Assert.True(Path.Exists(Repository.Path("docs", link.Split('#')[0])), link));
    }

    [Fact]
    public async Task The_program_accepts_the_command_that_every_sample_gives_it()
    {
        var texts = Directory.GetFiles(CollectingSamples.Folder).Select(File.ReadAllText).Append(CollectingSamples.Page);
        var calls = texts.SelectMany(text => CheckCall().Matches(text).Select(match => match.Groups["options"].Value)).ToList();
        Assert.True(calls.Count >= 5, $"only {calls.Count} calls");
        foreach (var call in calls.Select(call => Destination().Replace(call, "").Trim()).Distinct())
        {
            var document = Path.Combine(_folder, "check.json");
            Assert.Contains("--fail-on never", call, StringComparison.Ordinal);
            var result = await TimerProbeProgram.Fastest.With("check", "--out", document).With(call.Split(' ')).RunAsync();
            Assert.True(result.ExitCode == 0, $"{call}: {result.ExitCode} {result.Error}");
            await DocumentSchema.AssertValidAsync(await File.ReadAllTextAsync(document, TestContext.Current.CancellationToken), "timerprobe.check.1.json");
        }
    }

    [Theory]
    [InlineData(TaskFile)]
    [InlineData(PublishTaskFile)]
    public void The_task_has_the_form_that_the_scheduler_publishes(string file)
    {
        var schemas = new XmlSchemaSet();
        schemas.Add(Task.NamespaceName, Repository.Path("tests", "TimerProbe.EndToEnd", "Docs", "scheduled-task.xsd"));
        var slips = new List<string>();
        XDocument.Load(CollectingSamples.PathOf(file)).Validate(schemas, (_, slip) => slips.Add(slip.Message));
        Assert.Empty(slips);
    }

    [Theory]
    [InlineData(TaskFile)]
    [InlineData(PublishTaskFile)]
    public void The_task_can_be_read_as_bytes_and_as_a_string(string file)
    {
        // schtasks reads the file, Register-ScheduledTask is given a UTF-16 string: an encoding named in it would be wrong for one of them.
        var bytes = File.ReadAllBytes(CollectingSamples.PathOf(file));
        Assert.All(bytes, item => Assert.InRange(item, 1, 0x7e));
        Assert.Equal("version=\"1.0\"", Assert.IsType<XmlDeclaration>(Loaded(file).FirstChild).Value);
    }

    [Theory]
    [InlineData(TaskFile, @"\%COMPUTERNAME%.json ")]
    [InlineData(PublishTaskFile, " --publish")]
    public void The_task_runs_a_program_that_only_administrators_can_change(string file, string arguments)
    {
        var action = XDocument.Load(CollectingSamples.PathOf(file)).Descendants(Task + "Exec").Single();
        Assert.StartsWith(@"%ProgramFiles%\", action.Element(Task + "Command")!.Value, StringComparison.Ordinal);
        Assert.Contains(arguments, action.Element(Task + "Arguments")!.Value, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("timerprobe-check")]
    [InlineData("timerprobe-publish")]
    public async Task Systemd_finds_nothing_wrong_with_the_units(string name)
    {
        Needs.Program("systemd-analyze");
        foreach (var unit in new[] { $"{name}.service", $"{name}.timer" })
        {
            // The program of the sample is not installed here; any other one that is there will do.
            var text = await File.ReadAllTextAsync(CollectingSamples.PathOf(unit), TestContext.Current.CancellationToken);
            await File.WriteAllTextAsync(Path.Combine(_folder, unit),
                text.Replace("/usr/local/bin/timerprobe", "/bin/true", StringComparison.Ordinal), TestContext.Current.CancellationToken);
        }

        var result = await new ProgramRun("systemd-analyze", ["verify", Path.Combine(_folder, $"{name}.service"), Path.Combine(_folder, $"{name}.timer")]).RunAsync();
        Assert.Equal("", result.Error);
        Assert.Equal(0, result.ExitCode);
    }

    [Fact]
    public async Task The_shell_can_read_every_piece_for_it()
    {
        Needs.Linux();
        Assert.All(CollectingSamples.Fenced("sh"), piece => Assert.NotEmpty(piece));
        foreach (var piece in CollectingSamples.Fenced("sh"))
        {
            var result = await new ProgramRun("sh", ["-n", "-c", piece]).RunAsync();
            Assert.True(result.ExitCode == 0, $"{piece}{result.Error}");
        }
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static XmlDocument Loaded(string file)
    {
        var document = new XmlDocument { XmlResolver = null };
        document.Load(CollectingSamples.PathOf(file));
        return document;
    }

    [GeneratedRegex(@"\bcheck(?<options>( --[a-z-]+ [^\s""'<]+)+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex CheckCall();

    [GeneratedRegex(@" --(out|submit|submit-token-file) \S+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Destination();
}
