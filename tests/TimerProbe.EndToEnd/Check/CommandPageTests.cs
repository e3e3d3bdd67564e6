namespace TimerProbe.EndToEnd.Check;

/// <summary>docs/commands.md is what the program itself says; TIMERPROBE_UPDATE_GOLDEN=1 writes it.</summary>
public sealed partial class CommandPageTests
{
    private static readonly string[][] Commands = [[], ["check"], ["watch"], ["scan"], ["sql"], ["log"], ["plan"], ["plan", "evacuate"], ["plan", "home"], ["plan", "rules"], ["history"], ["history", "list"], ["history", "alerts"], ["history", "prune"], ["report"], ["publish"], ["store"], ["store", "migrate"], ["alerts"], ["alerts", "test"], ["config"], ["config", "check"], ["rules"], ["rules", "explain"], ["completion"]];

    [Fact]
    public async Task The_page_of_commands_is_what_help_says()
    {
        var helps = new List<(string Command, string Text, IReadOnlyList<Match> Options)>();
        foreach (var command in Commands)
        {
            var help = (await TimerProbeProgram.InProcess.With(command).With("--help").RunAsync()).Out.ReplaceLineEndings("\n").Trim('\n') + "\n";
            helps.Add((string.Join(' ', command.Prepend("timerprobe")), help, Option().Matches(help).ToList()));
        }

        // What three commands and more say alike of an option is said once.
        var counts = helps.SelectMany(help => help.Options.Select(Described)).CountBy(option => option).Where(option => option.Value >= 3)
            .GroupBy(option => option.Key.Split('`')[1]).Select(options => options.MaxBy(option => option.Value)).ToDictionary(StringComparer.Ordinal);
        var page = new StringBuilder("# Commands\n\nWhat `--help` prints of each command; a test keeps this page and the program alike. After each are the options that it has in common with "
            + "[several commands](#options-of-several-commands), but for `--help` and `--verbose`, which all have.\n");
        foreach (var (command, help, options) in helps)
        {
            var text = EmptyGroup().Replace(Option().Replace(help, option => counts.ContainsKey(Described(option)) ? "" : option.Value), "").Trim('\n');
            var also = options.Where(option => counts.GetValueOrDefault(Described(option), Commands.Length) < Commands.Length)
                .Select(option => $"`{option.Groups["name"].Value}`").ToList();
            page.Append("\n## ").Append(command).Append("\n```\n").Append(text).Append("\n```\n").Append(also.Count == 0 ? "" : $"Also {string.Join(", ", also)}.\n");
        }

        page.Append("\n## Options of several commands\n").AppendJoin("", counts.Keys.Select(option => $"- {option}\n"));
        GoldenFile.AssertIs(page.ToString(), "docs", "commands.md");
    }

    [Theory]
    [InlineData("timerprobe")]
    [InlineData("timerprobe.exe")]
    public async Task Bash_completes_it_under_the_name_that_it_has(string name)
    {
        Needs.SelfContained();
        using var folder = new TemporaryFolder();
        File.CreateSymbolicLink(folder[name], TimerProbeProgram.SelfContained.FileName);
        var script = (await TimerProbeProgram.InProcess.With("completion", "bash").RunAsync()).Out;
        var bash = new ProgramRun("bash", ["-c", $"PATH={folder.Path}:$PATH\n{script}\ncomplete -p {name} >/dev/null && COMP_LINE='{name} check --dr' COMP_POINT={name.Length + 11} && _timerprobe {name} && echo \"${{COMPREPLY[@]}}\""]);
        Assert.Equal(new ProgramResult(0, "--drift\n", ""), await bash.RunAsync());
    }

    [Fact]
    public async Task PowerShell_completes_it_with_its_ending_too()
    {
        var script = (await TimerProbeProgram.InProcess.With("completion", "powershell").RunAsync()).Out;
        Assert.Contains("-CommandName timerprobe, timerprobe.exe -ScriptBlock", script, StringComparison.Ordinal);
        Assert.Contains("& \"$($commandAst.CommandElements[0])\" \"[suggest:$cursorPosition]\"", script, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_example_of_the_help_works()
    {
        Needs.Linux();
        using var first = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "40", "--hosts", "4");
        using var second = await SimulatedVCenter.StartAsync("--scenario", "scale", "--vms", "40", "--hosts", "4", "--instance", "second", "--password", first.Password);
        await using var sqlServer = new ModelServer { StatementNs = 2, ClockCallNs = 9, RowNs = 4, CommitNs = 100 };
        using var ntp = FakeNtpServer.Right();
        using var hypervisor = new FakeHypervisor();
        await using var server = await HttpReceiver.StartAsync([.. Enumerable.Repeat(StatusCodes.Status200OK, 100)]);
        using var folder = new TemporaryFolder();
        folder.Write("token", "tps_token", UnixFileMode.UserRead);
        folder.Write("pw", first.Password, UnixFileMode.UserRead);
        folder.Write("ca.pem", await ReadAsync(first.CaFile) + await ReadAsync(second.CaFile));
        Directory.CreateDirectory(folder["checks"]);
        Directory.CreateDirectory(folder["runs"]);
        Directory.CreateDirectory(folder["logs"]);
        folder.Write("vmware.log", "TimeTracker host to guest rate conversion 1 @ 2665909000Hz -> 0 @ 2665909000Hz\n");
        File.Copy(folder["vmware.log"], folder["logs/vmware.log"]);
        folder.Write("timerprobe.json", $$"""{ "vcenters": [ { "server": "{{first.Server}}", "user": "{{first.User}}", "passwordFile": "pw" } ], "alerts": { "command": { "file": "/bin/true" } } }""");
        await SaveHistoryAsync(folder["timerprobe/timerprobe.db"]);
        var program = (TimerProbeProgram.InProcess with { WorkingDirectory = folder.Path })
            .WithEnvironment("XDG_DATA_HOME", folder.Path)
            .WithEnvironment("XDG_STATE_HOME", folder.Path)
            .WithEnvironment("SSL_CERT_FILE", folder["ca.pem"])
            .WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", first.Password).WithEnvironment("TIMERPROBE_SQL_PASSWORD", ModelServer.Password);
        var examples = Example().Matches(await ReadAsync(Repository.Path("docs", "commands.md"))).Select(match => match.Groups["arguments"].Value).Distinct().ToList();
        Assert.True(examples.Count >= 14, $"only {examples.Count} examples");
        // What only measures, and is read by no other example, runs beside the rest; each keeps its order.
        await Task.WhenAll(examples.GroupBy(example => example.Split(' ')[0] == "sql").Select(async group =>
        {
            foreach (var example in group)
            {
                await RunAsync(example);
            }
        }));

        async Task RunAsync(string example)
        {
            var arguments = example.Replace("'", "", StringComparison.Ordinal)
                .Replace("vc1.example.org", first.Server, StringComparison.Ordinal)
                .Replace("vc2.example.org", second.Server, StringComparison.Ordinal)
                .Replace("ntp.example.org", $"127.0.0.1:{ntp.Port}", StringComparison.Ordinal)
                .Replace("https://timerprobe.example.org:8443", server.Url.GetLeftPart(UriPartial.Authority), StringComparison.Ordinal)
                .Replace("--publish", $"--publish --tools-program {hypervisor.Program}", StringComparison.Ordinal)
                .Replace("--clear", $"--clear --tools-program {hypervisor.Program}", StringComparison.Ordinal)
                .Replace("--drift 60s", "--drift 10s", StringComparison.Ordinal);
            arguments = example.StartsWith("plan ", StringComparison.Ordinal)
                ? arguments.Replace("scan.json", Repository.Path("docs", "samples", "scan.json"), StringComparison.Ordinal) : arguments;
            arguments = Length().Replace(arguments, "--for 1s");
            arguments = SqlServer().Replace(arguments, $"sql --server {sqlServer.Address} --user probe --trust-server-certificate --yes");
            var result = await program.With(arguments.Split(' ')).RunAsync();
            Assert.True(result.ExitCode == (example.Contains("prod*", StringComparison.Ordinal) ? 5 : 0), $"{arguments}: {result.ExitCode} {result.Error}");
        }
    }

    private static async Task SaveHistoryAsync(string file)
    {
        await using var store = await FleetStore.OpenAsync(StoreTarget.OfFile(file), new StoreOptions(), Cancel);
        var vcenter = SampleFleet.VCenter(machines: 4).With(0, machine => machine with { Name = "DB01" });
        await store.SaveAsync(
            SampleFleet.Scan(TimeProvider.System.GetUtcNow().AddHours(-1), vcenter),
                cancellationToken: Cancel);
    }

    private static string Described(Match option) => $"`{option.Groups["usage"].Value}`: {string.Join(' ', option.Groups["text"].Value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))}";

    [GeneratedRegex(@"^  (?<usage>(-h, )?(?<name>--[a-z0-9-]+)( <[^>]+>)?) {2,}(?<text>[^\n]+\n( {8,}[^\n]+\n)*)", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Option();

    [GeneratedRegex(@"(?<=\n)\n[A-Z][A-Za-z ]*\n(?=\n|\z)", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex EmptyGroup();

    [GeneratedRegex("--for [0-9]+[hms]", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Length();

    [GeneratedRegex("^sql( --server [^ ]+)?( --user [^ ]+)?", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex SqlServer();

    private static Task<string> ReadAsync(string file) => File.ReadAllTextAsync(file, Cancel);

    [GeneratedRegex(@"^  timerprobe (?<arguments>[a-z].*?)(  |\n      )", RegexOptions.Multiline | RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Example();
}
