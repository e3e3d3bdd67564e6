namespace TimerProbe.EndToEnd.Config;

public sealed class ConfigCheckTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private readonly SimulatedVCenter _vcenter = fleet.VCenter;

    [Fact]
    public async Task Everything_that_a_file_names_is_looked_at()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        Directory.CreateDirectory(folder["results"]);
        folder.Configure($$"""
            {
              "vcenters": [ {{ConfigurationFolder.Entry(_vcenter)}} ],
              "guestResults": "results",
              "vmLogs": "results",
              "mutes": [ { "rule": "TP201", "subject": "DB*", "reason": "moves at the weekend", "expires": "2020-01-31" } ],
              "outputs": [ { "format": "html", "file": "scan.html" } ],
            }
            """);
        var result = await folder.Check().SucceedsAsync();
        Assert.Equal(
            $"""
            ok      {folder["timerprobe.json"]}
            ok      password of {_vcenter.Server}
            ok      CA of {_vcenter.Server}
            ok      guest results
            ok      logs of VMs
            ok      output html
            warning mute TP201 of DB*
            warning {_vcenter.Server}
            """.ReplaceLineEndings("\n"),
            string.Join('\n', result.Out.Split('\n').Where(line => line.Length > 0 && line[0] != ' ')));
        Assert.Contains("logged in as", result.Out, StringComparison.Ordinal);
        Assert.All(result.Out.Split('\n').Where(line => !line.Contains('/', StringComparison.Ordinal)), line => Assert.InRange(line.Length, 0, 80));
        Assert.Equal(["ca.pem", "pw", "timerprobe.json"], folder.Files.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_store_is_opened_and_not_made()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Configure($$"""{ "vcenters": [ {{ConfigurationFolder.Entry(_vcenter)}} ], "store": { "target": "fleet.db", "save": true } }""");
        Assert.Contains("does not exist yet", ConfigurationFolder.Flat((await folder.Check("--offline").RunAsync()).Out), StringComparison.Ordinal);
        Assert.DoesNotContain("fleet.db", folder.Files);
        Assert.Equal(5, (await folder.Scan().RunAsync()).ExitCode);
        Assert.Contains("opens; its newest scan is of 20", ConfigurationFolder.Flat((await folder.Check("--offline").RunAsync()).Out), StringComparison.Ordinal);
        folder.Write("fleet.db", "no database at all, and long enough to be taken for one by its size alone: " + new string('x', 4096));
        var damaged = await folder.Check("--offline").RunAsync();
        Assert.Equal(2, damaged.ExitCode);
        Assert.Contains("error   store", damaged.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, "error anonymize", """ "anonymize": true, "store": { "target": "fleet.db", "save": true } """)]
    [InlineData(2, "without \"save\": true in the store, or --save, there are none", """ "store": { "target": "fleet.db" }, "alerts": { "command": { "file": "tell" } } """)]
    [InlineData(2, "warning store it is only read: without \"save\": true, or --save, no run is kept in it", """ "store": { "target": "fleet.db" } """)]
    [InlineData(2, "warning vc1.invalid its certificate is not verified (\"insecure\": true): anybody in between can read the password; name its thumbprint or a caFile", """ "vcenters": [ { "server": "vc1.invalid", "user": "scan", "passwordEnvironment": "TIMERPROBE_TEST_UNSET", "insecure": true } ] """)]
    [InlineData(0, "timerprobe-server mails it at \"0 0 6 ? * MON-FRI\" to b@example.org, also when nothing changed", """ "server": { "publicAddress": "https://timerprobe.example.org" }, "alerts": { "mail": { "host": "smtp.example.org", "from": "a@example.org", "to": [ "b@example.org" ], "digest": { "schedule": "0 0 6 ? * MON-FRI", "whenUnchanged": true } } } """)]
    [InlineData(0, "there is no way to send them", """ "store": { "target": "fleet.db", "save": true }, "alerts": { "notAnsweredAfter": 2 } """)]
    [InlineData(0, "store not opened: a database is timerprobe-server's, which opens it when it starts", """ "server": {}, "store": { "target": "Host=127.0.0.1;Port=1;Database=fleet" } """)]
    [InlineData(2, "cannot create it: its folder is not writable", """ "store": { "target": "/proc/fleet.db", "save": true } """)]
    public async Task What_can_never_work_or_would_be_done_is_said(int exitCode, string sentence, string text)
    {
        Needs.Linux();
        using var folder = new ConfigurationFolder();
        folder.Configure($"{{ {text} }}");
        var result = await folder.Check("--offline").RunAsync();
        Assert.Equal(exitCode, result.ExitCode);
        Assert.Contains(sentence, ConfigurationFolder.Flat(result.Out), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_wrong_with_the_file_is_printed_with_its_place_and_is_exit_code_2()
    {
        using var folder = new ConfigurationFolder();
        folder.Configure("{\n  \"vcenters\": [ { \"server\": \"vc1\", \"password\": \"tr0ub4dor\" } ],\n  \"failon\": \"never\",\n}\n");
        var result = await folder.Check().RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Equal(
            $"{folder["timerprobe.json"]}:2: vcenters[0]: a secret does not belong in this file, which others may read and keep: name where it is kept, with passwordEnvironment or passwordFile or windowsCredential\n",
            result.Out);
        Assert.Contains("1 problem in the configuration", result.Error, StringComparison.Ordinal);
        var scan = await folder.Scan().EndsAsync(2, "timerprobe.json:2: ", "");
        Assert.DoesNotContain("tr0ub4dor", result.Out + result.Error + scan.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_secret_that_others_can_read_and_an_output_that_cannot_be_written_are_exit_code_2()
    {
        Needs.Linux();
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Write("pw", _vcenter.Password, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead);
        folder.Configure($$"""{ "vcenters": [ {{ConfigurationFolder.Entry(_vcenter)}} ], "outputs": [ { "format": "csv", "file": "nowhere/scan.csv" } ] }""");
        var result = await folder.Check("--offline").RunAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains($"error   password of {_vcenter.Server}\n", result.Out, StringComparison.Ordinal);
        Assert.Contains("error   output csv\n", result.Out, StringComparison.Ordinal);
        Assert.Contains("not contacted: --offline", result.Out, StringComparison.Ordinal);
        Assert.DoesNotContain(_vcenter.Password, result.Out + result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_credential_that_systemd_hands_over_is_taken_though_its_access_list_shows_as_a_group()
    {
        Needs.Linux();
        using var folder = new ConfigurationFolder();
        const UnixFileMode asSystemdLeavesIt = UnixFileMode.UserRead | UnixFileMode.GroupRead;
        folder.Configure($$"""{ "vcenters": [ { "server": "a", "user": "u", "passwordFile": "{{folder.Write("pw", "x", asSystemdLeavesIt)}}" } ] }""");
        Assert.Equal(2, (await folder.Check("--offline").RunAsync()).ExitCode);
        var handedOver = folder.Check("--offline").WithEnvironment("CREDENTIALS_DIRECTORY", Path.GetDirectoryName(folder["pw"]));
        Assert.Equal(0, (await handedOver.RunAsync()).ExitCode);
        folder.Write("pw", "x", asSystemdLeavesIt | UnixFileMode.OtherRead);
        Assert.Equal(2, (await handedOver.RunAsync()).ExitCode);
    }

    [Fact]
    public async Task Some_targets_that_cannot_be_reached_are_exit_code_5_and_all_are_4()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        const string closed = """{ "server": "127.0.0.1:1", "user": "scan", "passwordFile": "pw" }""";
        folder.Configure($$"""{ "vcenters": [ {{ConfigurationFolder.Entry(_vcenter)}}, {{closed}} ] }""");
        Assert.Equal(5, (await folder.Check().RunAsync()).ExitCode);
        folder.Configure($$"""{ "vcenters": [ {{closed}} ] }""");
        var none = await folder.Check().RunAsync();
        Assert.Equal(4, none.ExitCode);
        Assert.Contains("127.0.0.1:1", none.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_password_and_a_variable_that_is_not_set_are_told_of_their_targets()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Write("pw", "wrong-horse", UnixFileMode.UserRead | UnixFileMode.UserWrite);
        folder.Configure($$"""
            { "vcenters": [
              {{ConfigurationFolder.Entry(_vcenter)}},
              { "server": "vc2.invalid", "user": "scan", "passwordEnvironment": "TIMERPROBE_TEST_UNSET" } ] }
            """);
        var result = await folder.Check().RunAsync();
        Assert.Contains("refused the login of", result.Out, StringComparison.Ordinal);
        Assert.Contains("timerprobe.json:3: ", string.Concat(result.Out.Split('\n').Select(line => line.Trim() + " ")), StringComparison.Ordinal);
        Assert.DoesNotContain("wrong-horse", result.Out + result.Error, StringComparison.Ordinal);
        Assert.Equal(2, result.ExitCode);
    }
}
