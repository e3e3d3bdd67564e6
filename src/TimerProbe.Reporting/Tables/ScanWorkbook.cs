namespace TimerProbe.Reporting.Tables;

/// <summary>A scan as a workbook: machines, hosts, clusters, findings and remedies, each on a sheet, in the order of every form.</summary>
public sealed class ScanWorkbook
{
    private const string Machines = "Machines", Hosts = "Hosts", Clusters = "Clusters";

    private const int MaxTools = 50;

    private static readonly string[] FirstColumns =
    [
        "virtualMachine", "severity", "placement", "clock", "guestState", "rules", "host", "hostHz", "homeHost", "homeHz", "differencePpm",
        "cluster", "awaySince", "destination",
    ];

    private readonly ScanReport _report;
    private readonly Dictionary<(string?, string?), int> _machines, _hosts, _clusters;

    private ScanWorkbook(ScanReport report)
    {
        _report = report;
        _machines = GetRows(report.Machines.Select(row => (row.Server, row.Facts.Id)));
        _hosts = GetRows(report.Document.VCenters.SelectMany(vcenter => vcenter.Hosts.Select(host => (vcenter.Server, host.Id))));
        _clusters = GetRows(report.Clusters.Select(cluster => (cluster.VCenter.Server, cluster.Facts?.Id ?? "")));
    }

    public static void Write(ScanDocument document, Stream output)
    {
        var report = new ScanReport(document);
        var book = new ScanWorkbook(report);
        Sheet[] tables = [book.GetMachines(), book.GetHosts(), GetClusters(report), book.GetFindings(), book.GetRemedies()];
        WorkbookWriter.Write(output, $"TimerProbe: {report.Summary.Brief}", [GetSummary(report, tables), .. tables]);
    }

    private static Sheet GetSummary(ScanReport report, IEnumerable<Sheet> tables) => Sheet.Summary(
        "TimerProbe scan",
        [
            ("Result", report.Summary.Headline),
            ("Machines", report.Summary.Numbers),
            .. Lines("Affected", report.FixSummary.Who, report.FixSummary.Wrong, report.FixSummary.Sql, report.FixSummary.NotAffected),
            .. Lines("Undecided", report.FixSummary.Settle),
            .. Lines("Fix", report.FixSummary.Fix),
            .. Lines("Prevent", report.FixSummary.Prevent),
            .. tables.Select(sheet => (sheet.Name, (object?)new SheetLink(Counted.Of(sheet.Count, Noun.Row), sheet.Name, 1))),
            .. Lines("vCenter", report.Document.VCenters.Select(vcenter =>
                $"{vcenter.Server}, {vcenter.FullName ?? vcenter.Version ?? "version unknown"}, read: {vcenter.Status.ToDocumentName()}")),
            .. report.Missing.Select(missing => ("Not read", (object?)missing.Says)),
            .. Lines("Known gap", [.. report.KnownGaps]),
            .. Lines("Muted", [.. report.Muted]),
            .. Lines("Counted once", [.. report.LeftOut]),
            .. Lines("Limited", [.. report.Limits.Select(limit => limit.Replace("`", "", StringComparison.Ordinal))]),
            .. Lines(
                "Published", NoticeText.Published(report.Document.Published), NoticeText.Stored(report.Document.StoredChecks)),
            .. report.Document.Trend is { Scans.Count: > 0 } trend ? Lines("Trend", NoticeText.Trend(trend)) : [],
            .. Sheet.About(report.Document.Id, report.Document.Tool, report.Document.StartedAt, report.Document.Anonymized),
        ]);

    private static IEnumerable<(string, object?)> Lines(string what, params IEnumerable<string> sentences) =>
        sentences.Where(sentence => sentence.Length > 0).Select(sentence => (what, (object?)sentence));

    private Sheet GetMachines()
    {
        (string Name, Func<MachineRow, object?> Of)[] own =
        [
            ("severity", row => row.Severity),
            ("clock", row => row.Clock),
            ("host", row => GetHost(row.Server, row.Facts.HostId, row.Facts.Host)),
            ("cluster", row => GetCluster(row.Server, row.Facts.ClusterId, row.Facts.Cluster)),
            ("awaySince", row => row.AwaySince),
            ("destination", row => row.Facts.Destination),
        ];
        // One that is not among the first has -1, the greatest number without a sign.
        var columns = own.Concat(ScanCsv.Columns).DistinctBy(column => column.Name)
            .OrderBy(column => (uint)Array.IndexOf(FirstColumns, column.Name));
        return Sheet.Of(Machines, [.. columns], _report.Machines);
    }

    private Sheet GetHosts()
    {
        var machines = _report.Document.VCenters
            .SelectMany(vcenter => vcenter.VirtualMachines.Select(machine => (vcenter.Server, Machine: machine)))
            .ToLookup(item => (item.Server, item.Machine.HostId), item => item.Machine);
        var hosts = _report.Document.VCenters.SelectMany(vcenter => vcenter.Hosts.Select(host => (
            vcenter.Server, Facts: host, Counts: MachineCounts.From(machines[(vcenter.Server, (string?)host.Id)])))).ToList();
        return Sheet.Of(
            Hosts,
            [
                ("host", host => host.Facts.Name),
                ("cluster", host => GetCluster(host.Server, host.Facts.ClusterId, host.Facts.Cluster)),
                ("hz", host => host.Facts.Hz),
                ("frequencyClass", host => host.Facts.FrequencyClass),
                ("tscScaling", host => host.Facts.TscScaling),
                ("tscScalingSource", host => host.Facts.TscScalingSource),
                .. CountColumns<(string Server, HostFacts Facts, MachineCounts Counts)>(host => host.Counts),
                ("datacenter", host => host.Facts.Datacenter),
                ("server", host => host.Server),
                ("cpuModel", host => host.Facts.CpuModel),
                ("hardwareVendor", host => host.Facts.HardwareVendor),
                ("hardwareModel", host => host.Facts.HardwareModel),
                ("version", host => host.Facts.Version),
                ("build", host => host.Facts.Build),
                ("evcMode", host => host.Facts.EvcMode),
                ("powerPolicy", host => host.Facts.PowerPolicy),
                ("connectionState", host => host.Facts.ConnectionState),
                ("inMaintenanceMode", host => host.Facts.InMaintenanceMode),
                ("bootTime", host => host.Facts.BootTime),
                ("earlierHz", host => host.Facts.EarlierHz),
                ("changedAt", host => host.Facts.ChangedAt),
                ("cpuCapacityHz", host => host.Facts.CpuCapacityHz),
                ("cpuUsageHz", host => host.Facts.CpuUsageHz),
                ("memoryBytes", host => host.Facts.MemoryBytes),
                ("memoryUsageBytes", host => host.Facts.MemoryUsageBytes),
                ("kernelOptions", host => Csv.Pairs(host.Facts.KernelOptions)),
                ("hostId", host => host.Facts.Id),
            ],
            hosts);
    }

    private static Sheet GetClusters(ScanReport report) => Sheet.Of(
        Clusters,
        [
            ("cluster", cluster => cluster.Name),
            ("hosts", cluster => cluster.Hosts),
            ("frequencyClasses", cluster => cluster.Classes.Count),
            ("frequencies", cluster => Csv.List(cluster.Classes.Select(item => item.Span))),
            .. CountColumns<ClusterRow>(cluster => cluster.Counts),
            ("drs", cluster => cluster.Facts?.Drs),
            ("datacenter", cluster => cluster.Facts?.Datacenter),
            ("server", cluster => cluster.VCenter.Server),
            ("clusterId", cluster => cluster.Facts?.Id),
        ],
        report.Clusters);

    private static (string Name, Func<TRow, object?> Of)[] CountColumns<TRow>(Func<TRow, MachineCounts> counts) =>
    [
        ("machines", row => counts(row).Total),
        ("away", row => counts(row).Away),
        ("measuredSlow", row => counts(row).Slow),
        ("expectedSlow", row => counts(row).ExpectedSlow),
        ("toSettle", row => counts(row).Open),
        ("notAffected", row => counts(row).Unaffected),
        ("wrongTime", row => counts(row).WrongTime),
        ("unknown", row => counts(row).Unknown),
        ("off", row => counts(row).Off),
    ];

    private Sheet GetFindings() => Sheet.Of(
        "Findings",
        [
            .. AboutColumns<Finding>(finding => finding),
            ("title", finding => finding.Title),
            ("confidence", finding => finding.Confidence),
            ("evidence", finding => Csv.List(finding.Evidence.Select(item => $"{item.What}: {Figure.Format(item)}"))),
            ("firstRemedy", finding => finding.Remedies is [var first, ..] ? first.Action : null),
            ("subjectId", finding => finding.Subject.Id),
        ],
        [.. _report.Groups.SelectMany(group => group.Findings)]);

    private Sheet GetRemedies()
    {
        var remedies = _report.Groups.SelectMany(group => group.Findings)
            .SelectMany(finding => finding.Remedies.Select(remedy => (Finding: finding, Remedy: remedy)))
            .ToList();
        var steps = remedies.SelectMany(item => item.Remedy.Steps).ToList();
        var tools = steps.Select(step => step.Tool).Distinct().Take(MaxTools).ToHashSet();
        string[] heads = [.. steps.Select(GetTool).Distinct()];
        var sheet = Sheet.Of(
            "Remedies",
            [
                .. AboutColumns<(Finding Finding, Remedy Remedy)>(item => item.Finding),
                ("rank", item => item.Remedy.Rank),
                ("action", item => item.Remedy.Action),
                ("verify", item => item.Remedy.Verify),
                ("caveats", item => Csv.List(item.Remedy.Caveats)),
                .. heads.Select(tool => (
                    tool, (Func<(Finding Finding, Remedy Remedy), object?>)(item =>
                        string.Join('\n', item.Remedy.Steps.Where(step => GetTool(step) == tool).Select(step => step.Text))))),
            ],
            remedies);
        // A tool is named as its maker spells it.
        return sheet with { Heads = [.. sheet.Heads.SkipLast(heads.Length), .. heads] };

        string GetTool(RemedyStep step) => tools.Contains(step.Tool) ? step.Tool : "others";
    }

    private (string Name, Func<TRow, object?> Of)[] AboutColumns<TRow>(Func<TRow, Finding> of) =>
    [
        ("subject", row => GetSubject(of(row).Subject)),
        ("kind", row => of(row).Subject.Kind),
        ("server", row => of(row).Subject.Server),
        ("rule", row => of(row).Rule),
        ("severity", row => of(row).Severity),
    ];

    private SheetLink GetHost(string? server, string? id, string? name) => Link(Hosts, _hosts, server, id, name);

    private SheetLink GetCluster(string? server, string? id, string? name) => Link(Clusters, _clusters, server, id, name);

    private SheetLink GetSubject(Subject subject)
    {
        var server = subject.Server ?? (_report.Document.VCenters is [var only, ..] ? only.Server : null);
        return subject.Kind switch
        {
            SubjectKind.VirtualMachine => Link(Machines, _machines, server, subject.Id, subject.Name),
            SubjectKind.Host => GetHost(server, subject.Id, subject.Name),
            SubjectKind.Cluster => GetCluster(server, subject.Id, subject.Name),
            _ => new SheetLink(subject.Name, "", Row: null),
        };
    }

    private static SheetLink Link(string sheet, Dictionary<(string?, string?), int> rows, string? server, string? id, string? name) =>
        new(name ?? "", sheet, rows.TryGetValue((server, id), out var row) ? row : null);

    private static Dictionary<(string?, string?), int> GetRows(IEnumerable<(string Server, string Id)> rows) => rows.Index()
        .GroupBy(item => item.Item)
        .ToDictionary(same => ((string?)same.Key.Server, (string?)same.Key.Id), same => same.First().Index + 2);
}
