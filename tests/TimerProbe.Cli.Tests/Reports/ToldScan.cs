using System.Text.RegularExpressions;
using AngleSharp.Dom;
using CsvHelper;

namespace TimerProbe.Cli.Tests.Reports;

/// <summary>What a form of a scan tells, read back from its text; null where the form does not tell it. Markdown has the sections of the text.</summary>
/// <param name="Form">The form.</param>
/// <param name="Headline">The worst there is to say, the end of the sentence left out.</param>
/// <param name="Machines">All machines, by name.</param>
/// <param name="Away">Those away or slow.</param>
/// <param name="Clusters">The clusters that mix frequencies, with their machines and those away.</param>
/// <param name="Groups">The rules that found something, with their severity, title and number of findings.</param>
internal sealed partial record ToldScan(
    string Form,
    string? Headline,
    IReadOnlyList<string>? Machines,
    IReadOnlyList<string>? Away,
    IReadOnlyList<string>? Clusters,
    IReadOnlyList<string>? Groups)
{
    public static IReadOnlyList<ToldScan> By(ScanDocument document) =>
        [ByHtml(document), ByText(document), ByCsv(document), ByWorkbook(document), ByMetrics(document)];

    private static ToldScan ByHtml(ScanDocument document)
    {
        var page = ParsedPage.Of(Written.Of(ScanHtml.Write, document));
        return new(
            "html",
            page.GetText(".lead"),
            [.. page.QuerySelectorAll("#rows tbody tr").Select(Name)],
            [.. page.QuerySelectorAll("#rows tbody :is(tr.w, tr.s, tr.a, tr.o, tr.f)").Select(Name)],
            [.. page.QuerySelectorAll("details.cluster").Where(cluster => cluster.QuerySelectorAll("b")
                .Count(lane => lane.TextContent.StartsWith("Class ", StringComparison.Ordinal)) > 1).Select(Cluster)],
            [.. page.QuerySelectorAll("section.rule").Select(Group)]);

        static string Name(IElement row) => row.QuerySelector("th")!.TextContent.Trim();

        static string Cluster(IElement cluster)
        {
            var summary = cluster.QuerySelector("summary")!.TextContent;
            return Told(cluster.QuerySelector("h3")!.TextContent, Number(summary, "VM"), Number(summary, "away"));
        }

        static string Group(IElement rule)
        {
            var (head, id) = (rule.QuerySelector("h3")!, rule.QuerySelector("h3 small")!.TextContent);
            var severity = head.QuerySelector(".badge")!.TextContent;
            var title = head.TextContent[severity.Length..^id.Length].Trim();
            return $"{id} {severity} {title} {Number(rule.QuerySelector("details.all > summary")!.TextContent, "finding")}";
        }
    }

    private static ToldScan ByText(ScanDocument document)
    {
        var lines = Written.Of(ScanText.Write, document, new TextView(new TextStyle(Width: 1_000, Colour: false, Unicode: true), Detail.Verbose)).Split('\n');
        return new(
            "text",
            lines[0],
            Machines: null,
            [.. Below(lines, "Away from home, or measured slow").Skip(1).Select(line => line.Trim().Split("  ")[0])],
            GetMixed(ReadTable(lines, "Clusters and their frequencies")),
            [.. lines.Select(line => GroupHeading().Match(line)).Where(heading => heading.Success).Select(heading =>
                $"{heading.Groups["head"].Value} {heading.Groups["title"].Value} {CountStartingWith(heading.Groups["of"].Value)}")]);
    }

    private static ToldScan ByCsv(ScanDocument document)
    {
        using var reader = new CsvReader(new StringReader(Written.Of(ScanCsv.Write, document)), CultureInfo.InvariantCulture);
        Assert.True(reader.Read() && reader.ReadHeader());
        var rows = new List<(string Name, bool IsAway)>();
        while (reader.Read())
        {
            rows.Add((reader["virtualMachine"]!, reader["placement"] == "away" || reader["guestState"] == "slow"));
        }

        return new("csv", Headline: null, [.. rows.Select(row => row.Name)],
            [.. rows.Where(row => row.IsAway).Select(row => row.Name)], Clusters: null, Groups: null);
    }

    private static ToldScan ByWorkbook(ScanDocument document)
    {
        var book = WorkbookReader.Of(ScanWorkbook.Write, document);
        var machines = book.Rows("Machines");
        return new(
            "xlsx",
            (string)book.Sheet("Summary")[1][1]!,
            [.. machines.Select(row => (string)row["Virtual machine"]!)],
            [.. machines.Where(row => row["Placement"] is "away" || row["Guest state"] is "slow").Select(row => (string)row["Virtual machine"]!)],
            [.. book.Rows("Clusters").Where(row => row["Frequency classes"] is > 1d).Select(row => Told((string)row["Cluster"]!,
                Convert.ToInt32(row["VMs"], CultureInfo.InvariantCulture), Convert.ToInt32(row["Away"], CultureInfo.InvariantCulture)))],
            Groups: null);
    }

    /// <summary>A machine at home that was measured slow has no difference, and so no sample.</summary>
    private static ToldScan ByMetrics(ScanDocument document)
    {
        var samples = MetricReader.Read(Written.Of(ScanOpenMetrics.Write, document, new MetricView(HasDetails: true)));
        return new("openmetrics", Headline: null, Machines: null, [.. samples.Where(
            sample => sample.Name == "timerprobe_scan_away_difference_ppm").Select(sample => sample.Labels["vm"])], Clusters: null, Groups: null);
    }

    private static string Told(string cluster, int machines, int away) => $"{cluster}: {machines} machines, {away} away";

    private static IEnumerable<string> Below(string[] lines, string title) =>
        lines.SkipWhile(line => line != title).Skip(1).TakeWhile(line => line.Length > 0 && !line.StartsWith("  Proposed", StringComparison.Ordinal));

    private static IEnumerable<Dictionary<string, string>> ReadTable(string[] lines, string title)
    {
        var rows = Below(lines, title).Select(line => line.Trim().Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)).ToList();
        return rows.Skip(1).Select(cells => rows[0].Zip(cells).ToDictionary(pair => pair.First, pair => pair.Second, StringComparer.OrdinalIgnoreCase));
    }

    private static string[] GetMixed(IEnumerable<Dictionary<string, string>> classes) =>
    [
        .. classes.GroupBy(cells => (Cluster: cells["Cluster"], Server: cells.GetValueOrDefault("vCenter")))
            .Where(same => same.Skip(1).Any())
            .Select(same => Told(same.Key.Cluster, same.Sum(cells => Number(cells["VMs"])), same.Sum(cells => Number(cells["Away"])))),
    ];

    /// <summary>How many findings a heading tells of: <c>measured</c>, <c>3 virtual machines: 1 critical, 2 warning</c>.</summary>
    private static int CountStartingWith(string told) => char.IsAsciiDigit(told[0]) ? told.Split(':')[0].Split(", ").Sum(part => Number(part.Split(' ')[0])) : 1;

    private static int Number(string text, string of) => Regex.Match(
        text, $"([0-9,]+) {of}", RegexOptions.None, TimeSpan.FromSeconds(1)) is { Success: true } match ? Number(match.Groups[1].Value) : 0;

    private static int Number(string text) => int.Parse(text, NumberStyles.AllowThousands, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^(?<head>TP[0-9]+ (critical|warning|info))  (?<title>.+) \((?<of>[^()]+)\)$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex GroupHeading();
}
