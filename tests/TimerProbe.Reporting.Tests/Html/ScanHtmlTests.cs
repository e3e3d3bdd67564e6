using System.Security.Cryptography;
using AngleSharp.Html.Dom;

namespace TimerProbe.Reporting.Tests.Html;

public sealed class ScanHtmlTests
{
    private const int MostBytes = 6_000_000;

    private static readonly IHtmlDocument Page = ParsedPage.Of(Written.Of(ScanHtml.Write, SampleScan.Document));

    [Fact]
    public void Every_machine_is_a_row_with_a_cell_for_each_head()
    {
        var heads = Page.QuerySelectorAll("#rows thead th").Length;
        var rows = Page.QuerySelectorAll("#rows tbody tr");
        Assert.Equal(SampleScan.Document.VCenters.Sum(center => center.VirtualMachines.Count), rows.Length);
        Assert.All(rows, row => Assert.Equal(heads, row.Children.Length));
    }

    [Fact]
    public void Wrong_time_and_machines_with_findings_come_first_and_lead_to_them()
    {
        var links = Page.QuerySelectorAll("#rows tbody tr:nth-child(2) a");
        Assert.Equal(["<script>alert('VM')</script>", "SQLPROD01"], Page.Column("name").Take(2));
        Assert.StartsWith("critical", Page.Column("findings")[1], StringComparison.Ordinal);
        Assert.Contains("SQLPROD01", Page.QuerySelector(links.Single().GetAttribute("href")!)!.ParentElement!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public void A_home_on_the_present_host_is_told_as_the_same()
    {
        Assert.Contains("same", Page.Column("homeHost"));
        Assert.Contains("2,593.906", Page.Column("homeHz"));
    }

    [Fact]
    public void Every_reference_within_the_page_leads_somewhere() =>
        Assert.All(Page.QuerySelectorAll("a[href]"), link => Assert.NotNull(Page.GetElementById(link.GetAttribute("href")![1..])));

    [Fact]
    public void What_a_link_shows_by_placement_can_be_chosen_and_is_how_cells_begin()
    {
        var choices = Page.QuerySelectorAll("select[name=placement] option").Select(option => option.GetAttribute("value")).ToList();
        var shown = Page.QuerySelectorAll("[data-show^='placement=']").Select(link => link.GetAttribute("data-show")!.Split('&')[0]["placement=".Length..]).Distinct().ToList();
        Assert.Contains("away, expected slow", shown);
        Assert.All(shown, value => Assert.Contains(value, choices));
        Assert.Contains("away, expected slow", Page.Column("placement"));
    }

    [Fact]
    public void What_all_findings_of_a_rule_show_is_told_once()
    {
        var findings = ParsedPage.Of(Written.Of(ScanHtml.Write, LargeEstate.Of(100))).QuerySelector("section[aria-labelledby=TP201] .all")!;
        Assert.Single(findings.QuerySelectorAll("dt"), name => name.TextContent == "Current host scales the TSC");
        Assert.True(findings.QuerySelectorAll("dt").Count(name => name.TextContent == "Home host") > 1);
    }

    [Fact]
    public void An_account_that_sees_clusters_and_no_host_gets_its_page()
    {
        var document = SampleScan.Document with { VCenters = [.. SampleScan.Document.VCenters.Select(center => center with { Hosts = [] })] };
        Assert.NotNull(ParsedPage.Of(Written.Of(ScanHtml.Write, document)).QuerySelector("ul.fleet"));
    }

    [Fact]
    public void Ids_are_unique()
    {
        var ids = Page.QuerySelectorAll("[id]").Select(element => element.Id!).ToList();
        Assert.Equal(ids.Distinct(), ids, StringComparer.Ordinal);
    }

    [Fact]
    public void The_address_of_a_finding_is_the_same_in_another_run()
    {
        var other = ParsedPage.Of(
            Written.Of(ScanHtml.Write, SampleScan.Document with { Findings = [.. SampleScan.Document.Findings.Skip(1).Reverse()] }));
        var ids = Page.QuerySelectorAll("#findings .all details > div").ToDictionary(part => part.ParentElement!.QuerySelector("summary")!.TextContent, part => part.Id!);
        Assert.All(
            other.QuerySelectorAll("#findings .all details > div"),
            part => Assert.Equal(ids[part.ParentElement!.QuerySelector("summary")!.TextContent], part.Id));
    }

    [Fact]
    public void The_EVC_mode_is_said_and_what_it_is_not_good_for()
    {
        var vcenter = SampleScan.Document.VCenters[0];
        var document = SampleScan.Document with { VCenters = [vcenter with { Clusters = [.. vcenter.Clusters.Select(cluster => cluster with { EvcMode = "intel-broadwell" })] }] };
        Assert.Contains("EVC intel-broadwell, which does not make frequencies equal", Written.Of(ScanHtml.Write, document), StringComparison.Ordinal);
        Assert.Contains(FleetReport.Create(document).Sections, section => section.Columns.Any(column => column.Title == "EVC") && section.Rows.Any(row => row.Contains("intel-broadwell")));
    }

    [Fact]
    public void The_first_screen_answers_who_what_and_what_changed()
    {
        var document = LargeEstate.Of(
            200) with
        { Trend = new([new(SampleScan.Start.AddDays(-1), IsFull: true, 170, 12, 9, 9)], [new("wentAway", 8), new("somethingNew", 2)]) };
        var answer = ParsedPage.Of(Written.Of(ScanHtml.Write, document)).GetText("#summary");
        Assert.Contains("AWAY: 20 of 180 running VMs are expected to be slow", answer, StringComparison.Ordinal);
        Assert.Contains("vMotion 20 VMs to hosts of their frequency, SQL Server first: no downtime is expected", answer, StringComparison.Ordinal);
        Assert.Contains("since the scan of 2026-11-20 03:00 UTC: 8 went away", answer, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_nothing_was_measured_it_says_so() =>
        Assert.Contains("0 of ", ParsedPage.Of(Written.Of(ScanHtml.Write, LargeEstate.Of(200) with { VCenters = [.. LargeEstate.Of(200).VCenters.Select(vcenter => vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(machine => machine with { Guest = null })] })] })).GetText(".tiles .slow small"), StringComparison.Ordinal);

    [Fact]
    public void The_matrix_counts_each_machine_of_known_home_once()
    {
        var page = ParsedPage.Of(Written.Of(ScanHtml.Write, LargeEstate.Of(200)));
        var counted = page.QuerySelectorAll(".matrix td:not(.none)")
            .Sum(cell => int.Parse(cell.TextContent.Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture));
        Assert.Equal(LargeEstate.Of(200).VCenters.Sum(vcenter =>
            vcenter.VirtualMachines.Count(machine => machine.Placement is Core.Facts.Placement.Home or Core.Facts.Placement.Away)),
                counted);
    }

    [Fact]
    public void Every_picture_has_a_text_or_is_hidden_from_readers() =>
        Assert.All(Page.QuerySelectorAll("svg"), picture => Assert.True(
            picture.GetAttribute("aria-hidden") == "true" || picture is { FirstElementChild: { LocalName: "title", TextContent.Length: > 0 } }));

    [Fact]
    public void The_policy_names_the_style_and_the_script_and_nothing_else()
    {
        var policy = Page.QuerySelector("meta[http-equiv=Content-Security-Policy]")!.GetAttribute("content")!;
        Assert.Equal($"default-src 'none'; style-src {Hash("style")}; script-src {Hash("script")}; base-uri 'none'; form-action 'none'", policy);
        Assert.Empty(Page.QuerySelectorAll("[style], [onclick], [src], link, iframe, object, embed, base"));
        Assert.Single(Page.QuerySelectorAll("script"));
    }

    [Fact]
    public void Steps_that_all_findings_share_are_told_once()
    {
        Assert.Single(Page.QuerySelectorAll("pre"), step => step.TextContent.Contains("Right-click the VM", StringComparison.Ordinal));
        Assert.Equal(4, Page.QuerySelectorAll("pre").Count(step => step.TextContent.Contains("Stop-VMGuest", StringComparison.Ordinal)));
    }

    [Fact]
    public void What_is_not_there_has_no_section()
    {
        var empty = ParsedPage.Of(Written.Of(ScanHtml.Write, SampleScan.Empty));
        Assert.All(["#summary", "#about"], section => Assert.True(empty.Has(section)));
        Assert.All(["#findings", "#clusters", "#machines", ".notice"], section => Assert.False(empty.Has(section)));
        Assert.All(empty.QuerySelectorAll("a[href]"), link => Assert.NotNull(empty.GetElementById(link.GetAttribute("href")![1..])));
    }

    [Fact]
    public void A_vcenter_read_in_part_or_not_at_all_is_told_with_its_problems()
    {
        var notices = Page.QuerySelectorAll(".notice").Select(notice => notice.TextContent).ToList();
        Assert.Contains(notices, notice => notice.Contains("Failed: vc3.example.org", StringComparison.Ordinal) && notice.Contains("refused the login", StringComparison.Ordinal));
        Assert.Contains(notices, notice => notice.Contains("Partial: vc2.example.org", StringComparison.Ordinal) && notice.Contains("<esx7>, esx8", StringComparison.Ordinal));
        Assert.DoesNotContain(notices, notice => notice.Contains("Partial: vc1.example.org", StringComparison.Ordinal));
    }

    [Fact]
    public void An_unverified_certificate_is_told()
    {
        Assert.Contains("certificate of vc2.example.org was not checked (--insecure)", Page.Body!.TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain("--insecure", Written.Of(ScanHtml.Write, SampleScan.Empty), StringComparison.Ordinal);
    }

    [Fact]
    public void Pseudonyms_are_told()
    {
        Assert.DoesNotContain("Anonymized", Written.Of(ScanHtml.Write, SampleScan.Document), StringComparison.Ordinal);
        Assert.Contains("Anonymized", ParsedPage.Of(Written.Of(ScanHtml.Write, SampleScan.Document with { Anonymized = true }))
            .GetText(".notice.i"), StringComparison.Ordinal);
    }

    [Fact]
    public void Filters_of_the_scan_are_told() => Assert.Contains("uniform*", Page.GetText(".notice.i"), StringComparison.Ordinal);

    [Fact]
    public void Guests_without_a_machine_are_listed() => Assert.Contains("<b>LOST</b>: No virtual machine has its UUID", Page.GetText("#about"), StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    public void A_name_stays_text_wherever_it_stands(string name, string seen)
    {
        var page = ParsedPage.Of(Written.Of(ScanHtml.Write, SampleScan.With(name)));
        var plain = ParsedPage.Of(Written.Of(ScanHtml.Write, SampleScan.With("plain")));
        Assert.Equal(Shape(plain), Shape(page));
        Assert.Equal([seen.Trim('\n')], page.Column("name"));
        Assert.DoesNotMatch(new Regex("[\u202A-\u202E\u2066-\u2069\u0000-\u0008\u001B]", RegexOptions.None, TimeSpan.FromSeconds(5)), page.DocumentElement.TextContent);
    }

    [Fact]
    [Trait("Takes", "seconds")]
    public void Ten_thousand_machines_with_the_findings_of_the_product_are_less_than_six_megabytes_in_less_than_five_seconds()
    {
        var document = LargeEstate.Of(10_000);
        var started = TimeProvider.System.GetTimestamp();
        var bytes = Encoding.UTF8.GetByteCount(Written.Of(ScanHtml.Write, document));
        var seconds = TimeProvider.System.GetElapsedTime(started).TotalSeconds;
        TestContext.Current.TestOutputHelper?.WriteLine($"{bytes} bytes, {document.Findings.Count} findings, {seconds} s");
        Assert.True(bytes < MostBytes && seconds < 5, $"{bytes} bytes, {seconds} s");
    }

    [Fact]
    [Trait("Takes", "seconds")]
    public void Many_machines_on_a_host_are_a_bar_and_few_are_marks()
    {
        var large = ParsedPage.Of(Written.Of(ScanHtml.Write, LargeScan.Document));
        Assert.Equal(320, large.QuerySelectorAll(".hosts svg").Length);
        Assert.Empty(large.QuerySelectorAll(".hosts path"));
        Assert.NotEmpty(Page.QuerySelectorAll(".hosts path"));
    }

    /// <summary>The elements of a page, whatever they say.</summary>
    private static string Shape(IHtmlDocument page) => string.Join(' ', page.All.Select(element => element.LocalName));

    private static string Hash(string element) =>
        $"'sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(Page.QuerySelector(element)!.TextContent)))}'";
}
