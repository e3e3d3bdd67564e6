namespace TimerProbe.EndToEnd.Scan;

/// <summary>Results of real checks, native and trapped, given the names and UUIDs of the fleet's machines.</summary>
public sealed class GuestResultTests(LabelledFleet fleet) : IClassFixture<LabelledFleet>
{
    [Fact]
    public async Task Measured_verdicts_override_what_was_concluded()
    {
        Needs.TrappedClock();
        using var folder = new TemporaryFolder();
        var (_, slow) = await TimerProbeProgram.Fastest.Trapped().CheckAsync();
        var (_, healthy) = await TimerProbeProgram.Fastest.CheckAsync();
        slow.AssertVerdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured);
        healthy.AssertVerdict(ClockState.Healthy, ClockCause.None);
        Save(folder, slow, "any", "42220a0b-0c0d-4e0f-8101-112233445566");
        Save(folder, healthy, "any", "1b1a2242-1d1c-1f4e-8202-223344556677");
        Save(folder, slow, "home-powered-on", uuid: null);
        Save(folder, slow, "nobody", uuid: null);
        Directory.CreateDirectory(folder["below"]);
        folder.Write(Path.Combine("below", "broken.json"), "{ \"schema\": \"timerprobe.check/1\", \"id\": 4");

        var (result, document) = await fleet.VCenter.Scan("--guest-results", folder.Path).ToDocumentAsync();

        Assert.Equal((4, 2, 1), (document.GuestResults!.Documents, document.GuestResults.MatchedByUuid, document.GuestResults.MatchedByName));
        Assert.Equal("nobody", Assert.Single(document.GuestResults.Unmatched).Machine);
        Assert.Contains("broken.json", Assert.Single(document.GuestResults.Problems), StringComparison.Ordinal);
        Assert.Contains("broken.json", result.Error, StringComparison.Ordinal);
        Assert.Contains("the result of nobody was not matched to a VM", result.Error, StringComparison.Ordinal);
        Assert.Equal([("TP201", Severity.Critical)], FindFindings(document, "uuid-as-the-guest-sees-it"));
        Assert.Empty(FindFindings(document, "uuid-in-the-other-byte-order"));
        Assert.Equal([("TP217", Severity.Critical), ("TP218", Severity.Warning)], FindFindings(document, "home-powered-on"));
        Assert.Equal(10, result.ExitCode);
    }

    [Fact]
    public async Task Lines_of_the_probe_settle_what_is_open_and_one_that_is_none_is_told()
    {
        using var folder = new TemporaryFolder();
        var center = fleet.Document.VCenters[0];
        var open = center.Classes!.Where(item => item.Open > 0).ToList();
        Assert.NotEmpty(open);
        var guests = open.SelectMany(item => item.SettleBy).Where(by => by.Kind == SettlingKind.Guest)
            .Select(by => center.VirtualMachines.First(machine => machine.Name == by.Machine)).ToList();

        folder.Write("probes.jsonl", string.Concat(guests.Select(machine => Line(machine) + "\r\n")) + "{\"v\":1}\n");
        var (_, document) = await fleet.VCenter.Scan("--guest-results", folder.Path).ToDocumentAsync();

        Assert.Equal(guests.Count, document.GuestResults!.MatchedByUuid);
        Assert.All(document.VCenters[0].Classes!, item => Assert.Equal(0, item.Open));
        Assert.StartsWith($"line {guests.Count + 1} of probes.jsonl is not read: ", Assert.Single(document.GuestResults.Problems), StringComparison.Ordinal);
    }

    private static string Line(VirtualMachineFacts machine) =>
        $$$"""{"v":1,"t":"{{{TimeProvider.System.GetUtcNow().AddSeconds(-5):yyyy-MM-dd'T'HH:mm:ss'Z'}}}","id":"{{{Guid.NewGuid()}}}","state":"healthy","cause":"none","ns":{"precise":24},"tool":"clock-probe","machine":{"name":"any","uuid":"{{{machine.Uuid}}}","processors":2,"boot":null}}""";

    [Fact]
    public async Task Each_file_counts_once_whatever_links_lead_to_it()
    {
        Needs.Linux();
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["below"]);
        Directory.CreateSymbolicLink(folder[Path.Combine("below", "above")], folder.Path);
        folder.Write("UPPER.JSON", "{}");
        var (_, document) = await fleet.VCenter.Scan("--guest-results", folder.Path).ToDocumentAsync();
        Assert.StartsWith("UPPER.JSON ", Assert.Single(document.GuestResults!.Problems), StringComparison.Ordinal);
    }

    private static void Save(TemporaryFolder folder, CheckDocument document, string name, string? uuid)
    {
        document = document with { Id = Guid.NewGuid(), Machine = document.Machine with { Name = name, SmbiosUuid = uuid } };
        folder.Write($"{document.Id}.json", DocumentJson.Write(document));
    }

    private static IEnumerable<(string Rule, Severity Severity)> FindFindings(ScanDocument document, string machine) => document.Findings
        .Where(finding => finding.Subject.Name == machine)
        .Select(finding => (finding.Rule, finding.Severity)).OrderBy(finding => finding.Rule, StringComparer.Ordinal);
}
