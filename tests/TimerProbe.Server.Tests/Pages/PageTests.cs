namespace TimerProbe.Server.Tests.Pages;

/// <summary>The pages as a node serves them.</summary>
public sealed partial class PageTests(SharedFleet shared) : IClassFixture<SharedFleet>
{
    private static readonly string[] All = ["/", "/clusters", "/machines", "/findings", "/scans", "/nodes", "/alerts"];

    [Theory]
    [ClassData<Engines>]
    public async Task Every_page_shows_the_sample_and_its_links_lead_somewhere(Engine engine)
    {
        await using var fleet = await FleetNode.StartAsync(engine, SampleScan.Document);
        var report = new ScanReport(SampleScan.Document);
        Assert.Contains(WebUtility.HtmlEncode(report.Summary.Headline), await fleet.GetAsync("/"), StringComparison.Ordinal);
        var machines = await fleet.GetAsync("/machines");
        Assert.All(report.Machines.Take(PageQuery.DefaultSize),
            row => Assert.Contains(Reporting.Html.HtmlFragments.Text(row.Facts.Name), machines, StringComparison.Ordinal));

        var seen = new HashSet<string>(All, StringComparer.Ordinal);
        var next = new Queue<string>(All);
        while (next.TryDequeue(out var address))
        {
            var page = await fleet.GetAsync(address);
            Assert.DoesNotContain("style=", page, StringComparison.Ordinal);
            foreach (var link in Link().Matches(page).Select(match => WebUtility.HtmlDecode(match.Groups["to"].Value))
                .Where(link => link.StartsWith('/') && seen.Count < 150))
            {
                if (seen.Add(link))
                {
                    next.Enqueue(link);
                }
            }
        }

        Assert.Empty(fleet.Node.Complaints);
    }

    [Fact]
    public async Task A_filter_of_the_address_leaves_what_it_says()
    {
        var fleet = shared.Fleet;
        var away = SampleScan.Document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines)
            .Where(machine => machine.Placement == Core.Facts.Placement.Away).ToList();
        var page = await fleet.GetAsync("/machines?placement=away&sort=-name");
        Assert.Equal(away.Count, Row().Count(page));
        Assert.Contains("aria-sort=\"descending\"", page, StringComparison.Ordinal);
        Assert.Contains("No virtual machine is left", await fleet.GetAsync("/machines?text=nobody"), StringComparison.Ordinal);
        Assert.Equal(HttpStatusCode.NotFound, (await fleet.Client.GetAsync("/machines/0000", Cancel)).StatusCode);
    }

    [Fact]
    public async Task The_first_page_lists_the_machines_that_matter_most_in_their_order()
    {
        var page = await shared.Fleet.GetAsync("/");
        var list = page[page.IndexOf("id=\"machines-title\"", StringComparison.Ordinal)..];
        var matter = new ScanReport(SampleScan.Document).Machines.Where(row => row.Severity >= Core.Advice.Severity.Warning).Take(10)
            .Select(row => row.Facts.Name).ToList();
        Assert.NotEmpty(matter);
        Assert.Equal(matter.Select(Reporting.Html.HtmlFragments.Text), MachineLink()
            .Matches(list[..list.IndexOf("</table>", StringComparison.Ordinal)]).Select(match => match.Groups["name"].Value));
    }

    [Fact]
    public void Tiles_say_how_many_are_certain_and_how_many_inferred()
    {
        var counts = new MachineCounts(Home: 9, Away: 7, Unknown: 0, Off: 0, Slow: 0, Measured: 0)
        {
            HomeInferred = 4,
            ExpectedSlow = 3,
            ExpectedSlowInferred = 1,
            Open = 4,
            OpenInferred = 4
        };
        var tiles = MachineTile.From(counts, measured: 0).ToDictionary(tile => tile.Kind, tile => tile.Meaning);
        Assert.Equal(("2 certain, 1 inferred", "0 certain, 4 inferred", "5 certain, 4 inferred"), (tiles["away"], tiles["open"], tiles["home"]));
    }

    [Fact]
    public async Task Hostile_names_are_text()
    {
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite, HostileScan.Document);
        foreach (var address in All.Append("/machines?text=EVIL&cluster=%3Cscript%3E").Append("/machines?sort=%22%3E%3Cscript%3E"))
        {
            var page = await fleet.GetAsync(address);
            Assert.DoesNotContain("<script>", page, StringComparison.OrdinalIgnoreCase);
            Assert.DoesNotContain("\u202e", page, StringComparison.Ordinal);
            Assert.DoesNotContain("\u001b", page, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task The_files_of_a_page_are_kept_for_good()
    {
        var fleet = shared.Fleet;
        using var answer = await fleet.Client.GetAsync("/", Cancel);
        var page = await answer.Content.ReadAsStringAsync(Cancel);
        foreach (var asset in Asset().Matches(page).Select(match => match.Value))
        {
            using var file = await fleet.Client.GetAsync(asset, Cancel);
            Assert.Contains("immutable", file.Headers.GetValues("Cache-Control").Single(), StringComparison.Ordinal);
        }

        Assert.Equal(3, Asset().Count(page));
    }

    [Fact]
    [Trait("Run", "all")]
    public async Task A_fleet_of_thirty_thousand_is_small_pages_of_a_small_node()
    {
        const int bytes = 150_000;
        const long atRest = 100_000;
        var place = await TestStore.NewAsync(Engine.Sqlite);
        await Saved.ScanAsync(place, Estate(0), Estate(1), Estate(2));
        var node = await ServerProcess.StartAsync(place.Text);
        await using var fleet = await FleetNode.ReadyAsync(place, node);
        while (!(await fleet.GetAsync("/api/v1/fleet")).Contains("\"vCenters\":6", StringComparison.Ordinal))
        {
            await Task.Delay(TimeSpan.FromMilliseconds(200), Cancel);
        }

        string[] addresses = [.. All, "/machines?placement=away&sort=-ppm&page=3", $"/findings/{LargeScan.Document.Findings[0].Rule}"];
        foreach (var address in addresses)
        {
            Assert.InRange(Encoding.UTF8.GetByteCount(await fleet.GetAsync(address)), 1, bytes);
        }

        if (OperatingSystem.IsLinux())
        {
            // Once it has given back what it needed for a moment.
            await Until.Async(() => Task.FromResult(node.OwnKilobytes <= atRest), () => $"{node.OwnKilobytes:N0} kB, to be at most {atRest:N0} kB");
            TestContext.Current.SendDiagnosticMessage($"{node.OwnKilobytes:N0} kB");
        }
    }

    private static Core.Documents.ScanDocument Estate(int number) => LargeScan.Document with
    {
        Id = Guid.NewGuid(),
        VCenters = [.. LargeScan.Document.VCenters.Select(
            vcenter => vcenter with { Server = $"{number}.{vcenter.Server}", InstanceUuid = Guid.NewGuid().ToString() })],
        Findings = [.. LargeScan.Document.Findings.Select(finding => finding with { Subject = finding.Subject with { Server = $"{number}.{finding.Subject.Server}" } })],
    };

    [GeneratedRegex("href=\"(?<to>[^\"]*)\"", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    internal static partial Regex Link();

    [GeneratedRegex("<th scope=\"row\">", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Row();

    [GeneratedRegex("<a href=\"/machines/[0-9a-f]+\"><bdi>(?<name>[^<]*)</bdi>", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex MachineLink();

    [GeneratedRegex("/assets/[a-z.0-9]+", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Asset();
}
