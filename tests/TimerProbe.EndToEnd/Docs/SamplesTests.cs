using System.Xml.Schema;

namespace TimerProbe.EndToEnd.Docs;

/// <summary>The samples of docs/collecting.md and docs/scheduling.md, as far as they can be checked without Windows and their schedulers.</summary>
public sealed partial class SamplesTests : IDisposable
{
    private static readonly XNamespace Task = "http://schemas.microsoft.com/windows/2004/02/mit/task";

    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string> Pages => ["collecting", "scheduling"];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task A_page_shows_every_sample_and_the_shell_can_read_every_piece_for_it(string page)
    {
        Needs.Linux();
        var text = Page(page);
        Assert.All(Files(page), file => Assert.Contains($"samples/{page}/{Path.GetFileName(file)}", text, StringComparison.Ordinal));
        var pieces = Fence().Matches(text).Select(match => match.Groups["text"].Value).ToList();
        Assert.True(pieces.Count >= 2, $"only {pieces.Count} pieces");
        foreach (var piece in pieces)
        {
            var result = await new ProgramRun("sh", ["-n", "-c", piece]).RunAsync();
            Assert.True(result.ExitCode == 0, $"{piece}{result.Error}");
        }
    }

    [Fact]
    public async Task The_program_accepts_the_command_that_every_sample_of_collecting_gives_it()
    {
        var calls = Files("collecting").Select(File.ReadAllText).Append(Page("collecting"))
            .SelectMany(text => CheckCall().Matches(text).Select(match => match.Groups["options"].Value)).ToList();
        Assert.True(calls.Count >= 5, $"only {calls.Count} calls");
        foreach (var call in calls.Select(call => Destination().Replace(call, "").Trim()).Distinct())
        {
            Assert.Contains("--fail-on never", call, StringComparison.Ordinal);
            var result = await TimerProbeProgram.Fastest.With("check", "--out", _folder["check.json"]).With(call.Split(' ')).RunAsync();
            Assert.True(result.ExitCode == 0, $"{call}: {result.ExitCode} {result.Error}");
            await DocumentSchema.AssertValidAsync(await File.ReadAllTextAsync(_folder["check.json"], Cancel), "timerprobe.check.1.json");
        }
    }

    /// <summary>schtasks reads the file, Register-ScheduledTask is given a UTF-16 string: an encoding named in it would be wrong for one of them.</summary>
    [Theory]
    [InlineData("collecting/timerprobe-check.task.xml", @"\%COMPUTERNAME%.json ")]
    [InlineData("collecting/timerprobe-publish.task.xml", " --publish")]
    [InlineData("scheduling/timerprobe-scan.task.xml", "scan ")]
    public void A_task_has_the_published_form_in_any_encoding_and_runs_a_program_that_only_administrators_can_change(string file, string arguments)
    {
        var path = Repository.Path("docs", "samples", file);
        var schemas = new XmlSchemaSet();
        schemas.Add(Task.NamespaceName, Repository.Path("tests", "TimerProbe.EndToEnd", "Docs", "scheduled-task.xsd"));
        var (slips, task) = (new List<string>(), XDocument.Load(path));
        task.Validate(schemas, (_, slip) => slips.Add(slip.Message));
        Assert.Empty(slips);

        Assert.All(File.ReadAllBytes(path), item => Assert.InRange(item, 1, 0x7e));
        Assert.Equal(("1.0", ""), (task.Declaration!.Version, task.Declaration.Encoding ?? ""));
        Assert.StartsWith(@"%ProgramFiles%\", Value("Command"), StringComparison.Ordinal);
        Assert.Contains(arguments, Value("Arguments"), StringComparison.Ordinal);
        if (file.StartsWith("scheduling", StringComparison.Ordinal))
        {
            Assert.Equal(("IgnoreNew", "PT15M"), (Value("MultipleInstancesPolicy"), Value("ExecutionTimeLimit")));
        }

        string Value(string name) => task.Descendants(Task + name).Single().Value;
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Systemd_finds_nothing_wrong_with_the_units(string page)
    {
        Needs.Program("systemd-analyze");
        // The program of the samples is not installed here; any other one that is there will do.
        string[] units = [.. Files(page).Where(file => file.EndsWith(".service", StringComparison.Ordinal) || file.EndsWith(".timer", StringComparison.Ordinal))
            .Select(file => _folder.Write(Path.GetFileName(file), File.ReadAllText(file).Replace("/usr/local/bin/timerprobe", "/bin/true", StringComparison.Ordinal)))];
        Assert.True(units.Length >= 3, $"only {units.Length} units");
        await new ProgramRun("systemd-analyze", ["verify", .. units]).SucceedsAsync(error: "");
        foreach (var service in page == "scheduling" ? units.Where(unit => unit.EndsWith(".service", StringComparison.Ordinal)) : [])
        {
            // 10 is no protection at all; a service that may do nothing but read and connect is at about 3.
            await new ProgramRun("systemd-analyze", ["security", "--offline=yes", "--no-pager", "--threshold=40", service]).SucceedsAsync();
        }
    }

    [Fact]
    public void Systemd_takes_the_exit_codes_of_a_run_that_worked_for_a_success_and_gives_it_longer_than_it_takes()
    {
        var service = SchedulingSamplesTests.Text("timerprobe-scan.service");
        Assert.Contains("\nSuccessExitStatus=5 6 10\n", service, StringComparison.Ordinal);
        Assert.Contains("\nTimeoutStartSec=15min\n", service, StringComparison.Ordinal);
        Assert.Contains("\"timeLimit\": \"10m\"", SchedulingSamplesTests.Text("timerprobe.json"), StringComparison.Ordinal);
    }

    [Fact]
    public void Every_exit_code_is_explained_to_who_schedules()
    {
        var codes = ExitCode().Matches(File.ReadAllText(Repository.Path("docs", "exit-codes.md"))).Select(match => match.Groups["code"].Value).ToList();
        Assert.Contains("10", codes);
        Assert.All(codes, code => Assert.Contains($"\n| {code} | ", Page("scheduling"), StringComparison.Ordinal));
    }

    private static string Page(string page) => File.ReadAllText(Repository.Path("docs", $"{page}.md")).ReplaceLineEndings("\n");

    private static string[] Files(string page) => Directory.GetFiles(Repository.Path("docs", "samples", page));

    [GeneratedRegex("^```sh\n(?<text>.*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Fence();

    [GeneratedRegex(@"^\| (?<code>[0-9]+) \|", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex ExitCode();

    [GeneratedRegex(@"\bcheck(?<options>( --[a-z-]+ [^\s""'<]+)+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex CheckCall();

    [GeneratedRegex(@" --(out|submit|submit-token-file) \S+", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Destination();
}
