namespace TimerProbe.Reporting.Tests;

[Trait("Takes", "seconds")]
public sealed partial class WorkbookTests
{
    private static readonly string[] Tables = ["Machines", "Hosts", "Clusters", "Findings", "Remedies"];

    public static TheoryData<string> Plans => ["evacuate", "home", "rules"];

    [Fact]
    public void A_scan_has_its_sheets_with_a_row_a_thing()
    {
        var book = WorkbookReader.Of(ScanWorkbook.Write, SampleScan.Document);
        var scan = SampleScan.Document;
        Assert.Equal(["Summary", .. Tables], book.Names);
        Assert.Equal(scan.VCenters.Sum(vcenter => vcenter.VirtualMachines.Count), book.Rows("Machines").Count);
        Assert.Equal(scan.VCenters.Sum(vcenter => vcenter.Hosts.Count), book.Rows("Hosts").Count);
        Assert.Equal(scan.VCenters.Sum(vcenter => vcenter.Clusters.Count), book.Rows("Clusters").Count);
        Assert.Equal(scan.Findings.Count, book.Rows("Findings").Count);
        Assert.Equal(scan.Findings.Sum(finding => finding.Remedies.Count), book.Rows("Remedies").Count);
    }

    [Fact]
    public void Numbers_are_numbers_times_dates_and_flags_flags()
    {
        var book = WorkbookReader.Of(ScanWorkbook.Write, SampleScan.Document);
        var first = book.Rows("Machines")[0];
        Assert.Equal(
            ["DB01", "critical", 2593.905, -77067.202, 1180.2, 8d, new DateTime(2026, 11, 19, 3, 0, 0), false, null],
            ((string[])["Virtual machine", "Severity", "Home MHz", "Difference ppm", "Guest precise time ns", "Processor count", "Moved at", "Virtual RDTSC", "Limited %"])
                .Select(column => first[column]));
        Assert.Equal(4d, book.Rows("Clusters").Single(cluster => (string?)cluster["Cluster"] == "prod")["Away"]);
    }

    [Fact]
    public void A_head_stays_in_sight_and_filters_every_row()
    {
        var book = WorkbookReader.Of(ScanWorkbook.Write, SampleScan.Document);
        Assert.All(Tables, sheet =>
        {
            Assert.Equal("frozen", (string?)book.Elements(sheet, "pane").Single().Attribute("state"));
            var filtered = (string?)book.Elements(sheet, "autoFilter").Single().Attribute("ref");
            Assert.StartsWith("A1:", filtered, StringComparison.Ordinal);
            Assert.EndsWith($"{book.Rows(sheet).Count + 1}", filtered, StringComparison.Ordinal);
        });
        Assert.Empty(book.Elements("Summary", "autoFilter"));
    }

    [Fact]
    public void Columns_are_named_as_the_page_names_them_and_tools_as_their_makers_do()
    {
        var scan = SampleScan.Document;
        var book = WorkbookReader.Of(ScanWorkbook.Write, scan);
        // The page has these in one column each: the first by a shorter name, the others in several of the workbook.
        string[] elsewhere = ["Name", "Findings", "Measured in the guest", "Settings of note"];
        var page = ParsedPage.Of(Written.Of(ScanHtml.Write, scan)).QuerySelectorAll("#rows thead th").Select(head => head.TextContent.Trim());
        Assert.Empty(page.Except([.. elsewhere, .. Heads(book, "Machines")]));
        var tools = scan.Findings.SelectMany(finding => finding.Remedies).SelectMany(remedy => remedy.Steps).Select(step => step.Tool).Distinct();
        Assert.Equal(["PowerCLI", "vSphere Client"], tools.Intersect(["PowerCLI", "vSphere Client"]).Order());
        Assert.Empty(tools.Except(Heads(book, "Remedies")));
    }

    [Fact]
    public void No_sheet_has_a_label_twice()
    {
        WorkbookReader[] books =
        [
            WorkbookReader.Of(ScanWorkbook.Write, SampleScan.Document),
            WorkbookReader.Of(ScanWorkbook.Write, Html.SampleScan.Document),
            .. Plans.Select(kind => WorkbookReader.Of(PlanWorkbook.Write, Plan(kind.Data))),
        ];
        Assert.All(books, book =>
        {
            Assert.All(book.Names.Skip(1), sheet => Assert.Distinct(Heads(book, sheet), StringComparer.OrdinalIgnoreCase));
            Assert.Distinct(book.Sheet("Summary").Select(line => line[0]).Where(label => label is not null));
        });
    }

    [Fact]
    public void A_link_leads_to_the_row_of_what_it_says()
    {
        var book = WorkbookReader.Of(ScanWorkbook.Write, SampleScan.Document);
        var links = Tables.SelectMany(sheet => book.Elements(sheet, "c"))
            .Where(cell => cell.Element(cell.Name.Namespace + "f") is not null).ToList();
        Assert.All(links, cell =>
        {
            var link = Link().Match(cell.Element(cell.Name.Namespace + "f")!.Value);
            var row = int.Parse(link.Groups["row"].Value, CultureInfo.InvariantCulture);
            Assert.Equal(cell.Element(cell.Name.Namespace + "v")!.Value, book.Sheet(link.Groups["sheet"].Value)[row - 1][0]);
        });
        Assert.Equal(["Clusters", "Hosts", "Machines"],
            links.Select(cell => Link().Match(cell.Element(cell.Name.Namespace + "f")!.Value).Groups["sheet"].Value).Distinct().Order());
        Assert.Equal(Tables, book.Elements("Summary", "f").Select(formula => Link().Match(formula.Value).Groups["sheet"].Value));
    }

    [Fact]
    public void What_is_wrong_has_a_color()
    {
        var book = WorkbookReader.Of(ScanWorkbook.Write, SampleScan.Document);
        var heads = book.Sheet("Machines")[0].ToList();
        var (severity, name) = (heads.IndexOf("Severity") + 1, heads.IndexOf("Virtual machine") + 1);
        Assert.Equal("FFF8C9C4", book.Fill("Machines", 2, severity));
        Assert.Null(book.Fill("Machines", 2, name));
    }

    [Theory]
    [MemberData(nameof(HostileNames.All), MemberType = typeof(HostileNames))]
    [InlineData("EVIL\uFFFE\uFFFF\uD800")]
    [InlineData("EVIL_x0041_")]
    public void A_name_is_one_text_and_never_a_formula(string name)
    {
        var book = WorkbookReader.Of(ScanWorkbook.Write, SampleScan.Named(name));
        var machine = book.Rows("Machines")[0];
        Assert.Equal(Readable(name), Readable((string)machine["Virtual machine"]!));
        Assert.Equal(Readable(name), Readable((string)machine["Host"]!));
        Assert.Equal("vm-101", machine["Virtual machine ID"]);
        Assert.All(book.Names.SelectMany(sheet => book.Elements(sheet, "f")), formula => Assert.Matches(Link(), formula.Value));
    }

    [Fact]
    public void A_text_longer_than_a_cell_is_cut_and_no_link_where_it_does_not_fit_a_formula()
    {
        var book = WorkbookReader.Of(ScanWorkbook.Write, SampleScan.Named(new string('n', 40_000)));
        Assert.Equal(32_767, ((string)book.Rows("Machines")[0]["Virtual machine"]!).Length);
        Assert.DoesNotContain(book.Elements("Machines", "f"), formula => formula.Value.Contains("nnnn", StringComparison.Ordinal));
    }

    [Fact]
    public void No_text_of_a_sheet_is_longer_than_a_cell_and_each_that_is_cut_says_so()
    {
        var monstrous = string.Concat(Enumerable.Repeat("_x0041_\uFFFE😀", 10_000));
        var scan = SampleScan.Named(monstrous);
        RemedyStep[] steps = [new(monstrous, monstrous), new("", "no tool"), .. Enumerable.Range(0, 20_000).Select(number => new RemedyStep($"tool {number}", "do"))];
        scan = scan with { Findings = [scan.Findings[0] with { Remedies = [scan.Findings[0].Remedies[0] with { Steps = steps }] }] };
        var rules = SamplePlans.Rules with { Rules = [.. SamplePlans.Rules.Rules!.Select(cluster => cluster with { Cluster = monstrous })] };
        WorkbookReader[] books = [WorkbookReader.Of(ScanWorkbook.Write, scan), WorkbookReader.Of(PlanWorkbook.Write, rules)];

        Assert.All(books, book =>
        {
            var texts = book.Names.SelectMany(sheet => book.Elements(sheet, "t").Concat(book.Elements(sheet, "v")))
                .Select(text => text.Value).ToList();
            Assert.All(texts, text => Assert.InRange(text.Length, 0, 32_767));
            Assert.All(texts.Where(text => text.Length > 10_000), text => Assert.EndsWith("…", text, StringComparison.Ordinal));
        });
        Assert.Contains("no tool", books[0].Sheet("Remedies")[1]);
        Assert.InRange(books[0].Sheet("Remedies")[0].Length, 50, 100);
    }

    [Fact]
    public void Rows_beyond_what_Excel_opens_are_counted_in_the_last()
    {
        var rows = Sheet.MaxRows + 9;
        var sheet = new Sheet("Machines", ["Virtual machine", "Severity"], rows, Enumerable.Repeat(new object?[] { "DB01", null }, rows)).Fit();
        Assert.Equal((Sheet.MaxRows - 1, Sheet.MaxRows - 1), (sheet.Count, sheet.Rows.Count()));
        Assert.Equal(["… 11 more rows", null], sheet.Rows.Last());
    }

    [Theory]
    [MemberData(nameof(Plans))]
    public void A_plan_has_its_moves_and_each_table_of_its_report(string kind)
    {
        var plan = Plan(kind);
        var book = WorkbookReader.Of(PlanWorkbook.Write, plan);
        Assert.Equal("Summary", book.Names.First());
        Assert.Contains(book.Sheet("Summary"), row => (string?)row[0] == "Answer" && row[1] is string { Length: > 0 });
        if (plan.Moves.Count > 0)
        {
            var move = book.Rows("Moves")[0];
            Assert.Equal(plan.Moves[0].Machine, move["Virtual machine"]);
            Assert.Equal((double)plan.Moves[0].Wave, move["Wave"]);
            Assert.Equal(plan.Moves[0].CpuHz / 1e6, (double)move["CPU MHz"]!, 6);
        }

        Assert.Equal(book.Names.Skip(1), book.Elements("Summary", "f").Select(formula => Link().Match(formula.Value).Groups["sheet"].Value));
    }

    [Fact]
    public void Tables_of_one_name_have_tabs_of_their_own()
    {
        Assert.Equal("Order for patching a b", WorkbookWriter.NameBeside([], "'Order for patching a/b'"));
        Assert.Equal("order 2", WorkbookWriter.NameBeside(["Order"], "order"));
        var most = new string('n', 31);
        Assert.Equal(most, WorkbookWriter.NameBeside([], most + "n"));
        Assert.Equal(most[2..] + " 2", WorkbookWriter.NameBeside([most], most));
    }

    private static IEnumerable<string> Heads(WorkbookReader book, string sheet) => book.Sheet(sheet)[0].Select(head => (string)head!);

    private static PlanDocument Plan(string kind) => kind switch
    {
        "evacuate" => SamplePlans.Evacuate,
        "home" => SamplePlans.Home,
        _ => SamplePlans.Rules,
    };

    /// <summary>Control characters have no place in XML.</summary>
    private static string Readable(string name) => Control().Replace(name.ReplaceLineEndings("\n"), "").Trim();

    [GeneratedRegex(@"^HYPERLINK\(""#'(?<sheet>[^']+)'!A(?<row>[0-9]+)"",""([^""]|"""")*""\)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Link();

    [GeneratedRegex(@"[\p{Cc}\uD800\uFFFD-\uFFFF\n]", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Control();
}
