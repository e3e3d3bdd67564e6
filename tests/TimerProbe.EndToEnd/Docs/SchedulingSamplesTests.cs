using System.Xml.Linq;
using System.Xml.Schema;
using NJsonSchema;

namespace TimerProbe.EndToEnd.Docs;

/// <summary>The samples of docs/scheduling.md, as far as they can be checked without their schedulers.</summary>
[Trait("Run", "all")]
public sealed partial class SchedulingSamplesTests
{
    private static readonly XNamespace Task = "http://schemas.microsoft.com/windows/2004/02/mit/task";

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public void The_page_shows_every_sample_and_links_to_nothing_that_is_not_there()
    {
        Assert.All(Directory.GetFiles(SchedulingSamples.Folder),
            file => Assert.Contains($"(samples/scheduling/{Path.GetFileName(file)})", SchedulingSamples.Page, StringComparison.Ordinal));
        foreach (var page in new[] { "scheduling.md", "configuration.md", Path.Combine("metrics", "README.md") })
        {
            var folder = Path.GetDirectoryName(Repository.Path("docs", page))!;
            var links = Link().Matches(File.ReadAllText(Repository.Path("docs", page)))
                .Select(match => match.Groups["target"].Value.Split('#')[0]).Where(target => target.Length > 0);
            Assert.All(links, link => Assert.True(Path.Exists(Path.Combine(folder, link)), $"{page}: {link}"));
        }
    }

    [Fact]
    public async Task Cron_runs_a_whole_scan_with_the_little_environment_that_it_gives()
    {
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "40", "--hosts", "4");
        using var folder = new ConfigurationFolder(vcenter);
        var (schedule, user, command) = SchedulingSamples.CronLine();
        Assert.Equal(("7 * * * *", "timerprobe"), (schedule, user));
        Assert.DoesNotContain('%', command);
        Installed(folder, vcenter);
        var home = folder.Path;
        var shell = SchedulingSamples.CronEnvironment();
        var cron = new ProgramRun("env",
        [
            "-i", $"HOME={home}", "LOGNAME=timerprobe", $"SHELL={shell["SHELL"]}", $"PATH={shell["PATH"]}",
            shell["SHELL"], "-c", Moved(command, folder),
        ])
        { WorkingDirectory = "/" };
        var result = await cron.RunAsync();
        var log = await File.ReadAllTextAsync(folder["scan.log"], Cancel);
        Assert.True(result is { ExitCode: 0, Out: "", Error: "" } && log.Length == 0, $"{result} {log}");
        Assert.Superset(new HashSet<string> { "scan.html", "scan.json", "timerprobe-scan.prom" }, folder.Files.ToHashSet());
    }

    [Fact]
    public async Task Systemd_finds_nothing_wrong_with_the_units()
    {
        Needs.Program("systemd-analyze");
        using var folder = new TemporaryFolder();
        string[] units = ["timerprobe-scan.service", "timerprobe-scan.timer", "timerprobe-watch.service"];
        // The program of the samples is not installed here; any other one that is there will do.
        string[] files = [.. units.Select(unit => folder.Write(unit, SchedulingSamples.Text(unit).Replace("/usr/local/bin/timerprobe", "/bin/true", StringComparison.Ordinal)))];
        var result = await new ProgramRun("systemd-analyze", ["verify", .. files]).RunAsync();
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        foreach (var service in files.Where(file => file.EndsWith(".service", StringComparison.Ordinal)))
        {
            // 10 is no protection at all; a service that may do nothing but read and connect is at about 3.
            var security = await new ProgramRun("systemd-analyze", ["security", "--offline=yes", "--no-pager", "--threshold=40", service]).RunAsync();
            Assert.True(security.ExitCode == 0, security.Out + security.Error);
        }
    }

    [Fact]
    public void Systemd_takes_the_exit_codes_of_a_run_that_worked_for_a_success_and_gives_it_longer_than_it_takes()
    {
        var service = SchedulingSamples.Text("timerprobe-scan.service");
        Assert.Contains("\nSuccessExitStatus=5 6 10\n", service, StringComparison.Ordinal);
        Assert.Contains("\nTimeoutStartSec=15min\n", service, StringComparison.Ordinal);
        Assert.Contains("\"timeLimit\": \"10m\"", SchedulingSamples.Text("timerprobe.json"), StringComparison.Ordinal);
    }

    [Fact]
    public void The_task_has_the_form_that_the_scheduler_publishes()
    {
        var schemas = new XmlSchemaSet();
        schemas.Add(Task.NamespaceName, Repository.Path("tests", "TimerProbe.EndToEnd", "Docs", "scheduled-task.xsd"));
        var slips = new List<string>();
        var task = XDocument.Load(Path.Combine(SchedulingSamples.Folder, "timerprobe-scan.task.xml"));
        task.Validate(schemas, (_, slip) => slips.Add(slip.Message));
        Assert.Empty(slips);
        Assert.Equal("IgnoreNew", task.Descendants(Task + "MultipleInstancesPolicy").Single().Value);
        Assert.Equal("PT15M", task.Descendants(Task + "ExecutionTimeLimit").Single().Value);
        Assert.StartsWith(@"%ProgramFiles%\", task.Descendants(Task + "Command").Single().Value, StringComparison.Ordinal);
        Assert.All(File.ReadAllBytes(Path.Combine(SchedulingSamples.Folder, "timerprobe-scan.task.xml")), item => Assert.InRange(item, 1, 0x7e));
    }

    [Fact]
    public async Task The_cron_job_has_the_names_and_types_that_kubernetes_publishes()
    {
        var json = await YamlAsJsonAsync("timerprobe-scan.cronjob.yaml");
        var schema = await JsonSchema.FromFileAsync(Repository.Path("tests", "TimerProbe.EndToEnd", "Docs", "cronjob.schema.json"), Cancel);
        Assert.Empty(schema.Validate(json));
        Assert.NotEmpty(schema.Validate(json.Replace("\"concurrencyPolicy\"", "\"concurrencyPolcy\"", StringComparison.Ordinal)));
        Assert.NotEmpty(schema.Validate(json.Replace("\"Forbid\"", "\"Never\"", StringComparison.Ordinal)));
        Assert.NotEmpty(schema.Validate(json.Replace("\"readOnly\": true", "\"readOnly\": \"yes\"", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(0, 0, true)]
    [InlineData(5, 0, true)]
    [InlineData(10, 0, true)]
    [InlineData(6, 0, false)]
    [InlineData(2, 2, false)]
    [InlineData(4, 4, false)]
    public async Task The_cron_job_pushes_the_metrics_of_a_run_that_worked_and_fails_when_one_failed(int exitCode, int ofTheJob, bool isPushed)
    {
        Needs.Program("curl");
        await using var gateway = new PushedMetrics();
        var job = await JobAsync(gateway.Address, exitCode);

        Assert.True(job.ExitCode == ofTheJob, $"{job}");
        Assert.Equal(isPushed ? [("PUT", "/metrics/job/timerprobe-scan", "timerprobe_scan_machines 3\n# EOF\n")] : [], gateway.Taken);
    }

    [Fact]
    public async Task The_cron_job_fails_when_nobody_takes_its_metrics()
    {
        Needs.Program("curl");
        Assert.Equal(7, (await JobAsync("http://127.0.0.1:1", exitCode: 0)).ExitCode);
    }

    [Fact]
    public void Every_exit_code_is_explained_to_who_schedules()
    {
        var codes = ExitCode().Matches(File.ReadAllText(Repository.Path("docs", "exit-codes.md"))).Select(match => match.Groups["code"].Value).ToList();
        Assert.Contains("10", codes);
        Assert.All(codes, code => Assert.Contains($"\n| {code} | ", SchedulingSamples.Page, StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_shell_can_read_every_piece_for_it()
    {
        Needs.Linux();
        var pieces = Fence().Matches(SchedulingSamples.Page).Select(match => match.Groups["text"].Value).ToList();
        Assert.Equal(3, pieces.Count);
        foreach (var piece in pieces)
        {
            var result = await new ProgramRun("sh", ["-n", "-c", piece]).RunAsync();
            Assert.True(result.ExitCode == 0, $"{piece}{result.Error}");
        }
    }

    /// <summary>Puts the sample's configuration into a folder, with the paths there, and a program that starts the real one.</summary>
    private static void Installed(ConfigurationFolder folder, SimulatedVCenter vcenter)
    {
        var program = TimerProbeProgram.FrameworkDependent;
        var dotnet = Environment.GetEnvironmentVariable("PATH")!.Split(':').Select(path => Path.Combine(path, program.FileName)).First(File.Exists);
        folder.WriteProgram("timerprobe", $"#!/bin/sh\nexec '{dotnet}' '{program.Arguments[0]}' \"$@\"\n");
        folder.Configure(Moved(SchedulingSamples.Text("timerprobe.json"), folder)
            .Replace("vc1.example.org", vcenter.Server, StringComparison.Ordinal)
            .Replace("scan@vsphere.local", vcenter.User, StringComparison.Ordinal)
            .Replace("vc1.password", "pw", StringComparison.Ordinal)
            .Replace("vcenter-ca.pem", "ca.pem", StringComparison.Ordinal)
            .Replace("prod*", "*", StringComparison.Ordinal));
    }

    private static string Moved(string text, ConfigurationFolder folder) => text
        .Replace("/usr/local/bin/timerprobe", folder["timerprobe"], StringComparison.Ordinal)
        .Replace("/etc/timerprobe/", folder.Path, StringComparison.Ordinal).Replace("/var/lib/timerprobe/", folder.Path, StringComparison.Ordinal);

    /// <summary>Runs the job's script with a program in the place of the real one that writes metrics and ends so.</summary>
    private static async Task<ProgramResult> JobAsync(string gateway, int exitCode)
    {
        using var folder = new TemporaryFolder();
        var metrics = folder["timerprobe-scan.prom"];
        var program = folder.WriteProgram("timerprobe", $"#!/bin/sh\nprintf 'timerprobe_scan_machines 3\\n# EOF\\n' >'{metrics}'\nexit {exitCode}\n");
        var script = Indent().Replace(JobScript().Match(SchedulingSamples.Text("timerprobe-scan.cronjob.yaml")).Groups["script"].Value, "");
        return await new ProgramRun("/bin/sh", ["-c", script.Replace("/var/lib/timerprobe/timerprobe-scan.prom", metrics, StringComparison.Ordinal)])
            .WithEnvironment("PATH", $"{Path.GetDirectoryName(program)}:/usr/bin:/bin").WithEnvironment("PUSHGATEWAY", gateway).RunAsync();
    }

    private static async Task<string> YamlAsJsonAsync(string file)
    {
        Needs.Program("ansible-playbook");
        var result = await new ProgramRun(
            "/usr/bin/python3", ["-c", "import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1], encoding='utf-8')), sys.stdout)", Path.Combine(SchedulingSamples.Folder, file)]).RunAsync();
        Assert.True(result.ExitCode == 0, result.Error);
        return result.Out;
    }

    [GeneratedRegex(@"\]\((?<target>[^)]+)\)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Link();

    [GeneratedRegex("^```sh\n(?<text>.*?)^```$", RegexOptions.Multiline | RegexOptions.Singleline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Fence();

    [GeneratedRegex(@"^\| (?<code>[0-9]+) \|", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex ExitCode();

    [GeneratedRegex(@"^ +- -c\n +- \|\n(?<script>(?:  {17}.*\n)+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex JobScript();

    [GeneratedRegex("^ {18}", RegexOptions.Multiline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Indent();
}
