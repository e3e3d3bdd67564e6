namespace TimerProbe.Browser.Tests.Running;

/// <summary>A report on disk, as its reader gets it by mail.</summary>
public sealed class ReportFile
{
    private ReportFile(string name, string html)
    {
        Path = Artifacts.Path("reports", name + ".html");
        File.WriteAllText(Path, html);
    }

    public static ReportFile Sample { get; } = new("sample", Written.Of(ScanHtml.Write, SampleScan.Document));

    public static ReportFile Large { get; } = new("large", Written.Of(ScanHtml.Write, LargeScan.Document));

    public static ReportFile Hostile { get; } = new("hostile", Written.Of(ScanHtml.Write, HostileScan.Document));

    internal static ScanDocument LabScan => DocumentJson.Read<ScanDocument>(File.ReadAllText(Repository.Path("docs", "samples", "scan.json")));

    /// <summary>What a real scan of the simulated vCenter found, with the product's own rules: the sample of the documentation.</summary>
    public static ReportFile Lab { get; } = new("lab", Written.Of(ScanHtml.Write, LabScan));

    public static ReportFile Estate { get; } = new("estate", Written.Of(ScanHtml.Write, LargeEstate.Of(1_200)));

    public static ReportFile Fleet { get; } = new("fleet", Written.Of(ScanHtml.Write, LargeEstate.Of(240)));

    public static ReportFile Trend { get; } = new("trend", Written.Of(ScanHtml.Write, LargeEstate.Of(50) with
    {
        Trend = new ScanTrend(
            [.. Enumerable.Range(0, 29)
                .Select(day => new EarlierScan(
                    LargeScan.Document.StartedAt.AddDays(day - 29), IsFull: day != 7, 150, day * day % 37, 5, 5))],
            [new ChangeCount("moved", 41), new ChangeCount("wentAway", 6), new ChangeCount("cameHome", 3)]),
    }));

    public static ReportFile History { get; } = new("history", Written.Of(HistoryHtml.Write, SampleHistory.Machine));

    public static ReportFile Check { get; } = new("check", Written.Of(ReportHtml.Write, CheckReport.Create(SampleCheck.Full("DB01"))));

    public static ReportFile Sql { get; } = new("sql", Written.Of(ReportHtml.Write, SqlReport.Create(SampleSql.Document)));

    /// <summary>All but the largest and the hostile one, by the names that tests call them; a plan of each kind among them.</summary>
    public static IReadOnlyDictionary<string, ReportFile> Named { get; } = new Dictionary<string, ReportFile>
    {
        ["sample"] = Sample,
        ["lab"] = Lab,
        ["fleet"] = Fleet,
        ["estate"] = Estate,
        ["trend"] = Trend,
        ["history"] = History,
        ["check"] = Check,
        ["sql"] = Sql,
        ["plan-evacuate"] = Plan("evacuate", SamplePlans.Evacuate),
        ["plan-home"] = Plan("home", SamplePlans.Home),
        ["plan-rules"] = Plan("rules", SamplePlans.Rules),
    };

    public string Path { get; }

    public string Address => new Uri(Path).AbsoluteUri;

    private static ReportFile Plan(string kind, PlanDocument plan) => new($"plan-{kind}", Written.Of(ReportHtml.Write, PlanReport.Create(plan)));
}
