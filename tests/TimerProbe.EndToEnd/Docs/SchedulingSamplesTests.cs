using NJsonSchema;

namespace TimerProbe.EndToEnd.Docs;

/// <summary>The samples of docs/scheduling.md, as far as they can be checked without their schedulers.</summary>
[Trait("Run", "all")]
public sealed partial class SchedulingSamplesTests
{
    [Fact]
    public async Task Cron_runs_a_whole_scan_with_the_little_environment_that_it_gives()
    {
        using var vcenter = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "40", "--hosts", "4");
        using var folder = new ConfigurationFolder(vcenter);
        var cron = Cron().Match(Text("timerprobe.cron"));
        var (shell, command) = (cron.Groups["shell"].Value, cron.Groups["command"].Value);
        Assert.True(cron.Success && !command.Contains('%', StringComparison.Ordinal), cron.Value);
        Installed(folder, vcenter);
        var home = folder.Path + "/";
        string[] environment = [$"HOME={home}", "LOGNAME=timerprobe", $"SHELL={shell}", $"PATH={cron.Groups["path"].Value}"];
        var run = new ProgramRun("env", ["-i", .. environment, shell, "-c", Moved(command, folder)]) { WorkingDirectory = "/" };
        var result = await run.RunAsync();
        var log = await File.ReadAllTextAsync(folder["scan.log"], Cancel);
        Assert.True(result is { ExitCode: 0, Out: "", Error: "" } && log.Length == 0, $"{result} {log}");
        Assert.Superset(new HashSet<string> { "scan.html", "scan.json", "timerprobe-scan.prom" }, folder.Files.ToHashSet());
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
        await using var gateway = await HttpReceiver.StartAsync();
        var job = await JobAsync(gateway.Url.GetLeftPart(UriPartial.Authority), exitCode);

        Assert.True(job.ExitCode == ofTheJob, $"{job}");
        Assert.Equal(isPushed ? [("PUT", "/metrics/job/timerprobe-scan", "timerprobe_scan_machines 3\n# EOF\n")] : [],
            gateway.Requests.Select(request => (request.Method, request.Path, request.Body)));
    }

    [Fact]
    public async Task The_cron_job_fails_when_nobody_takes_its_metrics()
    {
        Needs.Program("curl");
        Assert.Equal(7, (await JobAsync("http://127.0.0.1:1", exitCode: 0)).ExitCode);
    }

    internal static string Text(string file) => File.ReadAllText(Sample(file)).ReplaceLineEndings("\n");

    private static string Sample(string file) => Repository.Path("docs", "samples", "scheduling", file);

    /// <summary>Puts the sample's configuration into a folder, with the paths there, and a program that starts the real one.</summary>
    private static void Installed(ConfigurationFolder folder, SimulatedVCenter vcenter)
    {
        var program = TimerProbeProgram.FrameworkDependent;
        var dotnet = Environment.GetEnvironmentVariable("PATH")!.Split(':').Select(path => Path.Combine(path, program.FileName)).First(File.Exists);
        folder.WriteProgram("timerprobe", $"#!/bin/sh\nexec '{dotnet}' '{program.Arguments[0]}' \"$@\"\n");
        folder.Configure(Moved(Text("timerprobe.json"), folder)
            .Replace("vc1.example.org", vcenter.Server, StringComparison.Ordinal)
            .Replace("scan@vsphere.local", vcenter.User, StringComparison.Ordinal)
            .Replace("vc1.password", "pw", StringComparison.Ordinal)
            .Replace("vcenter-ca.pem", "ca.pem", StringComparison.Ordinal)
            .Replace("prod*", "*", StringComparison.Ordinal));
    }

    private static string Moved(string text, ConfigurationFolder folder) => text
        .Replace("/usr/local/bin/timerprobe", folder["timerprobe"], StringComparison.Ordinal)
        .Replace("/etc/timerprobe/", folder.Path + "/", StringComparison.Ordinal).Replace("/var/lib/timerprobe/", folder.Path + "/", StringComparison.Ordinal);

    /// <summary>Runs the job's script with a program in the place of the real one that writes metrics and ends so.</summary>
    private static async Task<ProgramResult> JobAsync(string gateway, int exitCode)
    {
        using var folder = new TemporaryFolder();
        var metrics = folder["timerprobe-scan.prom"];
        var program = folder.WriteProgram("timerprobe", $"#!/bin/sh\nprintf 'timerprobe_scan_machines 3\\n# EOF\\n' >'{metrics}'\nexit {exitCode}\n");
        var script = Indent().Replace(JobScript().Match(Text("timerprobe-scan.cronjob.yaml")).Groups["script"].Value, "");
        return await new ProgramRun("/bin/sh", ["-c", script.Replace("/var/lib/timerprobe/timerprobe-scan.prom", metrics, StringComparison.Ordinal)])
            .WithEnvironment("PATH", $"{Path.GetDirectoryName(program)}:/usr/bin:/bin").WithEnvironment("PUSHGATEWAY", gateway).RunAsync();
    }

    private static async Task<string> YamlAsJsonAsync(string file)
    {
        Needs.Program("ansible-playbook");
        var read = new ProgramRun(
            "/usr/bin/python3", ["-I", "-c", "import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1], encoding='utf-8')), sys.stdout)", Sample(file)]);
        return (await read.SucceedsAsync()).Out;
    }

    [GeneratedRegex(@"^ +- -c\n +- \|\n(?<script>(?:  {17}.*\n)+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex JobScript();

    [GeneratedRegex(@"^SHELL=(?<shell>.+)\nPATH=(?<path>.+)\n7 \* \* \* \* timerprobe (?<command>.+)$", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Cron();

    [GeneratedRegex("^ {18}", RegexOptions.Multiline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Indent();
}
