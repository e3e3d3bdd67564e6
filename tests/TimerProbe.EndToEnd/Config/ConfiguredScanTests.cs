namespace TimerProbe.EndToEnd.Config;

public sealed class ConfiguredScanTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    private readonly SimulatedVCenter _vcenter = fleet.VCenter;

    [Fact]
    public async Task A_scan_does_what_the_file_says()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Configure($$"""
            {
              "vcenters": [ {{ConfigurationFolder.Entry(_vcenter, """, "filters": { "clusters": ["uniform"] }""")}} ],
              "tolerancePpm": 100,
              "failOn": "info",
              "outputs": [ { "format": "json", "file": "scan.json" }, { "format": "html", "file": "scan.html" }, { "format": "openmetrics", "file": "scan.prom" } ],
            }
            """);
        var result = await folder.Scan().RunAsync();
        Assert.Equal((10, ""), (result.ExitCode, result.Out));
        var document = await ReadAsync(folder["scan.json"]);
        Assert.Equal(["uniform"], document.VCenters[0].Scope!.Clusters);
        Assert.Equal(["uniform"], document.VCenters[0].Clusters.Select(cluster => cluster.Name));
        Assert.Equal(100, document.TolerancePpm.Value);
        Assert.Equal(["ca.pem", "pw", "scan.html", "scan.json", "scan.prom", "timerprobe.json"], folder.Files.Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task The_command_line_comes_first()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Configure($$"""
            {
              "vcenters": [ {{ConfigurationFolder.Entry(_vcenter, """, "filters": { "clusters": ["uniform"] }""")}}, { "server": "127.0.0.1:1", "user": "x", "passwordFile": "pw" } ],
              "tolerancePpm": 100,
              "failOn": "info",
              "outputs": [ { "format": "html", "file": "scan.html" } ],
            }
            """);
        var (result, document) = await folder.Scan(_vcenter.Server, "--cluster", "mixed-models", "--tolerance", "300", "--fail-on", "never").ToDocumentAsync();
        Assert.Equal(0, result.ExitCode);
        Assert.Single(document.VCenters);
        Assert.Equal(["mixed-models"], document.VCenters[0].Clusters.Select(cluster => cluster.Name));
        Assert.Equal(300, document.TolerancePpm.Value);
        Assert.DoesNotContain("scan.html", folder.Files);
    }

    [Fact]
    public async Task What_is_muted_is_counted_and_shown_and_does_not_fail_the_run()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Configure($$"""
            {
              "vcenters": [ {{ConfigurationFolder.Entry(_vcenter)}} ],
              "rules": { "off": ["TP202"] },
              "mutes": [
                { "rule": "TP201", "subject": "AWAY-*", "reason": "moves at the weekend", "expires": "9999-12-31" },
                { "rule": "TP203", "reason": "gone by", "expires": "2020-01-31" } ],
              "outputs": [ { "format": "json", "file": "scan.json" }, { "format": "text", "file": "scan.txt" }, { "format": "html", "file": "scan.html" }, { "format": "markdown", "file": "scan.md" } ],
            }
            """);
        var result = await folder.Scan("--detail", "full").RunAsync();
        var document = await ReadAsync(folder["scan.json"]);
        var muting = document.Muting!;
        Assert.Equal(fleet.Document.Findings.Count(finding => finding.Rule == "TP201" && finding.Subject.Name.StartsWith("away-", StringComparison.Ordinal)), muting.Muted.Count);
        Assert.DoesNotContain(document.Findings, finding => finding.Rule == "TP202");
        Assert.Contains("a mute of TP203 expired on 2020-01-31", result.Error, StringComparison.Ordinal);
        await AssertReportsSayAsync(folder, "moves at the weekend");

        await folder.Program("report", "--from", folder["scan.json"], "--anonymize", "--output", "json", "--out", folder["anonymous.json"]).RunAsync();
        var anonymous = await ReadAsync(folder["anonymous.json"]);
        Assert.Equal((muting.Muted.Count, document.Findings.Count), (anonymous.Muting!.Muted.Count, anonymous.Findings.Count));
        Assert.DoesNotContain("\"away-", await File.ReadAllTextAsync(folder["anonymous.json"], Cancel), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_whose_only_problems_are_known_gaps_counts_as_complete()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Configure(Gap("9999-12-31"));
        var result = await folder.Scan("--fail-on", "never").SucceedsAsync();
        Assert.DoesNotContain("unknown-inaccessible", result.Error, StringComparison.Ordinal);
        var vcenter = (await ReadAsync(folder["scan.json"])).VCenters[0];
        Assert.Equal(ReadStatus.Partial, vcenter.Status);
        Assert.Contains("unknown-inaccessible", Assert.Single(vcenter.Problems), StringComparison.Ordinal);
        Assert.Equal((0, "its datastore is gone"), Assert.Single(vcenter.KnownGaps!.Accepted.Select(gap => (gap.Problem, gap.Reason))));
        Assert.Contains("timerprobe_scan_last_success_timestamp_seconds 1", await File.ReadAllTextAsync(folder["scan.prom"], Cancel), StringComparison.Ordinal);
        await AssertReportsSayAsync(folder, "1 known gap accepted until 9999-12-31: its datastore is gone");
    }

    private static async Task AssertReportsSayAsync(ConfigurationFolder folder, string sentence)
    {
        foreach (var report in new[] { "scan.txt", "scan.html", "scan.md" })
        {
            Assert.Contains(sentence, ConfigurationFolder.Flat(await File.ReadAllTextAsync(folder[report], Cancel)), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_known_gap_that_has_expired_says_so_and_the_run_is_partial()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Configure(Gap("2020-01-31"));
        var result = await folder.Scan("--fail-on", "never").EndsAsync(5, "unknown-inaccessible");
        Assert.Contains("the known gap unknown-inacc* expired on 2020-01-31 and is no longer accepted", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("timerprobe_scan_last_success_timestamp_seconds 1", await File.ReadAllTextAsync(folder["scan.prom"], Cancel), StringComparison.Ordinal);
        Assert.Contains("expired on 2020-01-31", (await folder.Check("--offline").RunAsync()).Out, StringComparison.Ordinal);
        await folder.Scan("--anonymize", "--out", folder["anonymous.json"]).RunAsync();
        Assert.DoesNotContain("unknown-inacc", await File.ReadAllTextAsync(folder["anonymous.json"], Cancel), StringComparison.Ordinal);
    }

    private string Gap(string expires) => $$"""
        {
          "vcenters": [ {{ConfigurationFolder.Entry(_vcenter, $$""", "knownGaps": [ { "subject": "unknown-inacc*", "reason": "its datastore is gone", "expires": "{{expires}}" } ]""")}} ],
          "outputs": [ { "format": "json", "file": "scan.json" }, { "format": "text", "file": "scan.txt" }, { "format": "html", "file": "scan.html" },
            { "format": "markdown", "file": "scan.md" }, { "format": "openmetrics", "file": "scan.prom" } ],
        }
        """;

    [Fact]
    public async Task The_password_of_the_command_line_comes_before_that_of_the_file_and_that_before_the_variable()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Configure($$"""{ "vcenters": [ {{ConfigurationFolder.Entry(_vcenter)}} ], "failOn": "never" }""");
        var scan = folder.Scan("--out", folder["scan.json"]).WithEnvironment("TIMERPROBE_VCENTER_PASSWORD", "wrong-horse");
        Assert.Equal(5, (await scan.RunAsync()).ExitCode);
        var wrong = folder.Write("wrong", "wrong-horse", UnixFileMode.UserRead | UnixFileMode.UserWrite);
        await scan.With("--password-file", wrong).EndsAsync(4, "refused the login");
    }

    [Fact]
    public async Task A_file_without_vcenters_asks_for_one()
    {
        using var folder = new ConfigurationFolder();
        folder.Configure("{}");
        await folder.Program("scan").WithEnvironment("TIMERPROBE_CONFIG", folder["timerprobe.json"])
            .EndsAsync(2, $"{folder["timerprobe.json"]} names no vCenter: add \"vcenters\", or specify HOST");
    }

    [Fact]
    public async Task One_output_that_fails_does_not_keep_back_the_others()
    {
        Needs.Linux();
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Configure($$"""
            { "vcenters": [ {{ConfigurationFolder.Entry(_vcenter)}} ], "outputs": [ { "format": "csv", "file": "/dev/full" }, { "format": "json", "file": "scan.json" } ] }
            """);
        await folder.Scan().EndsAsync(3, "cannot write /dev/full");
        Assert.NotEmpty((await ReadAsync(folder["scan.json"])).VCenters);
    }

    [Fact]
    public async Task Remedies_are_not_written_for_pseudonyms()
    {
        using var folder = new ConfigurationFolder(_vcenter);
        folder.Configure($$"""{ "vcenters": [ {{ConfigurationFolder.Entry(_vcenter)}} ], "anonymize": true }""");
        await folder.Scan("--remedies", folder["fix.sh"]).EndsAsync(2, "\"anonymize\"");
        Assert.DoesNotContain("fix.sh", folder.Files);
    }

    private static async Task<ScanDocument> ReadAsync(string file)
    {
        var json = await File.ReadAllTextAsync(file, Cancel);
        await DocumentSchema.AssertValidAsync(json, "timerprobe.scan.1.json");
        return DocumentJson.Read<ScanDocument>(json);
    }
}
