using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using TimerProbe.EndToEnd.Running;

namespace TimerProbe.EndToEnd.Docs;

/// <summary>The samples of docs/collecting.md, as far as they can be checked without Windows; the rest is in docs/field-checks.md.</summary>
public sealed partial class CollectingSamplesTests : IDisposable
{
    private const string TaskFile = "timerprobe-check.task.xml";

    private static readonly XNamespace Task = "http://schemas.microsoft.com/windows/2004/02/mit/task";

    private readonly string _folder = Directory.CreateTempSubdirectory("timerprobe-").FullName;

    [Fact]
    public void The_page_shows_every_sample_and_links_to_nothing_that_is_not_there()
    {
        Assert.All(Directory.GetFiles(CollectingSamples.Folder), file => Assert.Contains($"samples/collecting/{Path.GetFileName(file)}", CollectingSamples.Links()));
        Assert.All(CollectingSamples.Links().Where(link => link[0] != '#'), link => Assert.True(Path.Exists(Repository.Path("docs", link)), link));
    }

    [Fact]
    public async Task The_program_accepts_the_command_that_every_sample_gives_it()
    {
        var texts = Directory.GetFiles(CollectingSamples.Folder).Select(File.ReadAllText).Append(CollectingSamples.Page);
        var calls = texts.SelectMany(text => CheckCall().Matches(text).Select(match => match.Groups["options"].Value)).ToList();
        Assert.True(calls.Count >= 5, $"only {calls.Count} calls");
        foreach (var call in calls.Select(call => Destination().Replace(call, "").Trim()).Distinct(StringComparer.Ordinal))
        {
            var document = Path.Combine(_folder, "check.json");
            Assert.Contains("--fail-on never", call, StringComparison.Ordinal);
            var result = await TimerProbeProgram.FrameworkDependent.With("check", "--out", document).With(call.Split(' ')).RunAsync();
            Assert.True(result.ExitCode == 0, $"{call}: {result.ExitCode} {result.Error}");
            await DocumentSchema.AssertValidAsync(await File.ReadAllTextAsync(document, TestContext.Current.CancellationToken), "timerprobe.check.1.json");
        }
    }

    [Fact]
    public void The_task_has_the_form_that_the_scheduler_publishes()
    {
        var schemas = new XmlSchemaSet();
        schemas.Add(Task.NamespaceName, Repository.Path("tests", "TimerProbe.EndToEnd", "Docs", "scheduled-task.xsd"));
        var slips = new List<string>();
        XDocument.Load(CollectingSamples.PathOf(TaskFile)).Validate(schemas, (_, slip) => slips.Add(slip.Message));
        Assert.Empty(slips);
    }

    [Fact]
    public void The_task_can_be_read_as_bytes_and_as_a_string()
    {
        // schtasks reads the file, Register-ScheduledTask is given a UTF-16 string: an encoding named in it would be wrong for one of them.
        var bytes = File.ReadAllBytes(CollectingSamples.PathOf(TaskFile));
        Assert.All(bytes, each => Assert.InRange(each, 1, 0x7e));
        Assert.Equal("version=\"1.0\"", Assert.IsType<XmlDeclaration>(Loaded(TaskFile).FirstChild).Value);
    }

    [Fact]
    public void The_task_runs_a_program_that_only_administrators_can_change()
    {
        var action = XDocument.Load(CollectingSamples.PathOf(TaskFile)).Descendants(Task + "Exec").Single();
        Assert.StartsWith(@"%ProgramFiles%\", action.Element(Task + "Command")!.Value, StringComparison.Ordinal);
        Assert.Contains(@"\%COMPUTERNAME%.json ", action.Element(Task + "Arguments")!.Value, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Systemd_finds_nothing_wrong_with_the_units()
    {
        Needs.Program("systemd-analyze");
        foreach (var unit in new[] { "timerprobe-check.service", "timerprobe-check.timer" })
        {
            // The program of the sample is not installed here; any other one that is there will do.
            var text = await File.ReadAllTextAsync(CollectingSamples.PathOf(unit), TestContext.Current.CancellationToken);
            await File.WriteAllTextAsync(Path.Combine(_folder, unit), text.Replace("/usr/local/bin/timerprobe", "/bin/true", StringComparison.Ordinal), TestContext.Current.CancellationToken);
        }

        var result = await new ProgramRun("systemd-analyze", ["verify", Path.Combine(_folder, "timerprobe-check.service"), Path.Combine(_folder, "timerprobe-check.timer")]).RunAsync();
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

    [Fact]
    public void Every_piece_of_powershell_is_closed_and_calls_what_exists()
    {
        var scripts = Directory.GetFiles(CollectingSamples.Folder, "*.ps1");
        Assert.Equal(2, scripts.Length);
        var own = scripts.ToDictionary(script => Path.GetFileName(script)!, script => ParametersOf(File.ReadAllText(script)), StringComparer.Ordinal);
        Assert.Contains("ThrottleLimit", own["Invoke-TimerProbe.ps1"]);
        var pieces = scripts.Select(File.ReadAllText).Concat(CollectingSamples.Fenced("powershell")).ToList();
        Assert.All(pieces, piece =>
        {
            var read = PowerShellText.Read(piece);
            Assert.Empty(read.Slips);
            var functions = Function().Matches(read.Code).ToDictionary(match => match.Groups["name"].Value, _ => Array.Empty<string>(), StringComparer.Ordinal);
            var known = own.Concat(functions).ToDictionary(StringComparer.Ordinal);
            Assert.Empty(CmdletCall.In(read.Code).SelectMany(call => call.Unknown(known)));
        });
    }

    [Theory]
    [InlineData("if ($a) { 'b'", "line 1: '{' is never closed")]
    [InlineData("'a'\n'it's'", "line 2: the quote is never closed")]
    [InlineData("\"a $(Join-Path 'b' \"c)\"", "line 1: '(' is never closed")]
    [InlineData("\"exit code $LASTEXITCODE: $said\"", "line 1: $LASTEXITCODE: is read as a drive; write ${...}:")]
    [InlineData("<# a", "line 1: #> is missing")]
    [InlineData("a ) # (", "line 1: ')' closes nothing")]
    public void A_slip_in_powershell_is_seen(string text, string slip) => Assert.Contains(slip, PowerShellText.Read(text).Slips);

    [Fact]
    public void A_cmdlet_or_parameter_that_does_not_exist_is_seen()
    {
        var read = PowerShellText.Read("Copy-Item -LiteralPath 'a -Wrong' -ToSesion $b | Get-Nothing (Join-Path -Bad c) # -Not-Here");
        Assert.Equal(
            ["Copy-Item -ToSesion", "Get-Nothing", "Join-Path -Bad"],
            CmdletCall.In(read.Code).SelectMany(call => call.Unknown(new Dictionary<string, string[]>(StringComparer.Ordinal))));
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private static XmlDocument Loaded(string file)
    {
        var document = new XmlDocument { XmlResolver = null };
        document.Load(CollectingSamples.PathOf(file));
        return document;
    }

    private static string[] ParametersOf(string script)
    {
        var code = PowerShellText.Read(script).Code;
        var block = code[code.IndexOf("\nparam(", StringComparison.Ordinal)..];
        return [.. Declared().Matches(block[..block.IndexOf("\n)", StringComparison.Ordinal)]).Select(match => match.Groups["name"].Value)];
    }

    [GeneratedRegex(@"\bcheck(?<options>( --[a-z-]+ [^\s""'<]+)+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex CheckCall();

    [GeneratedRegex(@" --out \S+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Destination();

    [GeneratedRegex(@"\bfunction (?<name>[A-Z]\w+-\w+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Function();

    [GeneratedRegex(@"\] \$(?<name>[A-Z]\w+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Declared();
}
