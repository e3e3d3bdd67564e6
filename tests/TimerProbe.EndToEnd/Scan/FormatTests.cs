namespace TimerProbe.EndToEnd.Scan;

public sealed class FormatTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    [Theory]
    [InlineData("html", "<!doctype html>", "</html>")]
    [InlineData("markdown", "# ", "")]
    [InlineData("csv", "id,startedAt,server,", "")]
    [InlineData("openmetrics", "# HELP", "# EOF")]
    [InlineData("text", "AWAY: ", "")]
    public async Task Every_format_is_written_by_scan_and_again_from_the_saved_document(string format, string start, string end)
    {
        using var folder = new TemporaryFolder();
        var scan = await fleet.VCenter.Scan("--output", format, "--detail", "full", "--out", folder["scanned"]).RunAsync();
        Assert.Equal(5, scan.ExitCode);
        Assert.Matches($@"^[0-9]+ running VMs: [0-9]+ expected slow, [0-9]+ undecided, [^:]+: {Regex.Escape(folder["scanned"])}$", scan.Error.TrimEnd().Split('\n')[^1]);
        var saved = folder.Write("scan.json", DocumentJson.Write(fleet.Document));
        var report = await TimerProbeProgram.InProcess.With("report", "--from", saved, "--output", format, "--detail", "full", "--out", folder["reported"]).RunAsync();
        Assert.Equal((0, ""), (report.ExitCode, report.Out + report.Error));
        Assert.All([folder["scanned"], folder["reported"]], file =>
        {
            var text = File.ReadAllText(file);
            Assert.StartsWith(start, text, StringComparison.Ordinal);
            Assert.EndsWith(end, text.TrimEnd(), StringComparison.Ordinal);
            // Gauges have no machines unless an output of the configuration asks for them.
            Assert.Equal(format != "openmetrics", text.Contains("away-", StringComparison.Ordinal));
            Assert.Equal(format is not ("html" or "openmetrics"), text.Contains("<script>alert(1)</script>", StringComparison.Ordinal));
        });
    }

    [Fact]
    public async Task An_anonymized_report_names_nothing_of_the_house()
    {
        var scanned = await fleet.VCenter.Scan("--anonymize", "--output", "json").RunAsync();
        await DocumentSchema.AssertValidAsync(scanned.Out, "timerprobe.scan.1.json");
        var reported = await Report("--anonymize", "--output", "json");
        var names = fleet.Document.VCenters[0].VirtualMachines.SelectMany(
            machine => new[] { machine.Name, machine.Uuid, machine.InstanceUuid, machine.GuestHostName })
            .Concat(fleet.Document.VCenters[0].Hosts.Select(host => host.Name))
            .Concat(["lab.example", "mixed-models", "dc-north", fleet.VCenter.Server]).OfType<string>().Where(name => name.Length > 5);
        Assert.All(names, name => Assert.DoesNotContain(name, scanned.Out + reported.Out, StringComparison.OrdinalIgnoreCase));
        var document = DocumentJson.Read<ScanDocument>(reported.Out);
        Assert.True(document.Anonymized);
        Assert.Equal(
            fleet.Document.Findings.Select(finding => (finding.Rule, finding.Severity))
                .Order(), document.Findings.Select(finding => (finding.Rule, finding.Severity)).Order());
    }

    private Task<ProgramResult> Report(params string[] options) =>
        (TimerProbeProgram.InProcess.With("report", "--from", "-").With(options) with { Input = DocumentJson.Write(fleet.Document) }).RunAsync();
}
