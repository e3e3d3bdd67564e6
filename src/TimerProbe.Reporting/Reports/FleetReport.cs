using static TimerProbe.Core.Counted;
using static TimerProbe.Reporting.Reports.ColumnContent;

namespace TimerProbe.Reporting.Reports;

public static class FleetReport
{
    private const int MaxHosts = 20;

    public static Report Create(ScanDocument document)
    {
        var report = new ScanReport(document);
        return new Report
        {
            Title = "Clock frequencies",
            Subject = "",
            StartedAt = document.StartedAt,
            Severity = report.Summary.Severity,
            Headline = report.Summary.Headline,
            Points = [.. report.ToDo.Select(step => $"{step.Says} ({step.Sure})")],
            Reasons = [.. GetReasons(report).Where(reason => reason.Length > 0)],
            Anonymized = document.Anonymized,
            Sections = Filled([VCenters(document), Deciding(report), .. GetTables(report, host: name => name)]),
            Findings = document.Findings,
            Muted = report.Muted,
            Appendix = Filled([
                .. Missing(report, withFailed: true), new ReportSection("Known gaps", [], [], report.KnownGaps), Cost(document.Timing)]),
            Document = CheckReport.GetDocument(
                document.Schema, document.Id, document.Tool, ("Tolerance", document.TolerancePpm.ToString().TrimStart('+'))),
        };
    }

    /// <summary>The tables of clusters and machines.</summary>
    /// <param name="host">How a host is named.</param>
    public static IReadOnlyList<ReportSection> GetTables(ScanReport report, Func<string, string> host) =>
        [Clusters(report, host), HostClasses(report), Away(report, host), Moves(report, host)];

    /// <summary>What decides whether the undecided VMs are slow, each way with its command, the first one first.</summary>
    public static ReportSection Deciding(ScanReport report) => new("To decide what is undecided, do one of these", [], [], [
        .. report.Document.VCenters.SelectMany(DecidingWay.From)
            .Select(way => $"`{way.Command}` {way.Where}: {PlanTerms.List(way.Machines, MaxHosts)}"),
    ]);

    /// <summary>What could not be read or joined, and why; a list each, some of them empty.</summary>
    public static IEnumerable<ReportSection> Missing(ScanReport report, bool withFailed)
    {
        yield return List(
            "What could not be read",
            report.Missing.Where(missing => withFailed || !missing.IsWhole).Select(missing =>
                missing.VCenter is { Server: var server } && !missing.Says.Contains(server, StringComparison.OrdinalIgnoreCase)
                    ? $"{server}: {missing.Says}"
                    : missing.Says));
        yield return List(
            "Published results that are not believed",
            report.Document.Published?.Refused.Select(refused => $"{refused.Machine}: {refused.Why}") ?? []);
        if (report.Document.GuestResults is { } results)
        {
            yield return List(
                $"Guest results that belong to no virtual machine here ({Number(results.Unmatched.Count)}; {Number(results.MatchedByUuid + results.MatchedByName)} do)",
                results.Unmatched.Select(unmatched => $"{unmatched.Machine}: {unmatched.Why}"));
        }
    }

    public static ReportSection Cost(ScanTiming timing)
    {
        var longest = timing.Steps.GroupBy(step => (step.Server, step.Name))
            .OrderByDescending(same => same.Sum(step => step.Ms))
            .Select(same => $"; the longest step was {same.Key.Name} of {same.Key.Server}, {Time(same.Sum(step => step.Ms))}")
            .FirstOrDefault();
        return ReportSection.Of<ScanStep>(
            "Cost of the scan",
            timing.Steps,
            new("vCenter", step => step.Server, Names),
            new("Step", step => step.Name, Names),
            new("Time", step => Time(step.Ms), Figures, rank: 0),
            new("Requests", step => Number(step.Requests), Figures)) with
        {
            Notes =
            [
                $"Read in {Time(timing.TotalMs)} with {Of(timing.Requests, Noun.Request)}{longest}.",
                .. timing.Steps.Where(step => step.WholeSettings == true).Select(step => step.Server).Distinct()
                    .Select(server => $"{server} does not answer for single settings: all settings of each virtual machine were read."),
            ],
        };
    }

    private static IEnumerable<string> GetReasons(ScanReport report) =>
    [
        report.Summary.Numbers,
        .. (report.Unknown?.Reasons ?? []).Select(item => $"Unknown, {Number(item.Count)}: {item.Reason}"),
        report.Summary.Failed is { Count: > 0 } failed ? $"Nothing is known about {string.Join(", ", failed.Select(Code))}: it could not be read." : "",
        .. report.Limits.Select(limit => limit + "."),
        .. report.LeftOut.Select(left => left + "."),
        NoticeText.Published(report.Document.Published),
        NoticeText.Stored(report.Document.StoredChecks),
    ];

    public static ReportSection VCenters(ScanDocument document) => ReportSection.Of<VCenterFacts>(
        "vCenters",
        document.VCenters,
        new("vCenter", vcenter => vcenter.Server, Names),
        new("Status", vcenter => vcenter.Status.ToDocumentName()),
        new("Version", vcenter => vcenter.FullName ?? vcenter.Version, Names),
        new("Hosts", vcenter => Number(vcenter.Hosts.Count), Figures),
        new("Clusters", vcenter => Number(vcenter.Clusters.Count), Figures),
        new("VMs", vcenter => Number(vcenter.VirtualMachines.Count), Figures),
        new("Templates", vcenter => Number(vcenter.Templates), Figures),
        new("Certificate", vcenter => vcenter.CertificateVerified == false ? "not verified" : vcenter.Status == ReadStatus.Failed ? "" : "verified")) with
    {
        Notes = [.. document.VCenters.Where(vcenter => vcenter.CertificateVerified == false)
            .Select(vcenter => $"The certificate of {Code(vcenter.Server)} was not verified: anyone may have answered in its place.")],
    };

    private static ReportSection Clusters(ScanReport report, Func<string, string> host)
    {
        var classes = report.Clusters.Where(cluster => cluster.Facts is not null)
            .SelectMany(cluster => cluster.Classes.Select(item => (Cluster: cluster, Class: item)))
            .ToList();
        return ReportSection.Of<(ClusterRow Cluster, ClassRow Class)>(
            "Clusters and their frequencies",
            classes,
            new("Cluster", item => item.Cluster.Name, Names, rank: 0),
            new("vCenter", item => GetServer(report, item.Cluster.VCenter.Server), Names, rank: 1),
            new("Datacenter", item => item.Cluster.Facts?.Datacenter, Names, rank: 4),
            new("DRS", item => ClusterFacts.DescribeDrs(item.Cluster.Facts?.Drs), rank: 3),
            new("EVC", item => item.Cluster.Facts?.EvcMode, rank: 6),
            new("Class", item => item.Class.Class!.Name, Names, rank: 5),
            new("Frequency", item => item.Class.Span, Figures, rank: 0),
            new("VMs", item => Number(item.Class.Counts.Total), Figures, rank: 2),
            new("Away", item => Number(item.Class.Counts.Away), Figures, rank: 0),
            new("Hosts", item => string.Join(", ", item.Class.Hosts.Take(MaxHosts).Select(item => Code(host(item.Facts.Name))))
                + (item.Class.Hosts.Count > MaxHosts ? $" and {Number(item.Class.Hosts.Count - MaxHosts)} more" : ""), rank: 0)) with
        {
            WholeIn = "html",
            Severities = [.. classes.Select(item =>
                item.Class.Counts.Slow + item.Class.Counts.ExpectedSlow > 0 ? Severity.Warning : (Severity?)null)],
        };
    }

    public static ReportSection HostClasses(ScanReport report) => ReportSection.Of<ClassToSettle>(
        "Processors, and whether they scale the TSC",
        report.Document.VCenters.SelectMany(vcenter => (vcenter.Classes ?? []).Select(item => new ClassToSettle(vcenter.Server, item))),
        new("Processor", item => item.Class.Processor, Names),
        new("ESXi", item => item.Class.Esxi, Names),
        new("vCenter", item => GetServer(report, item.Server), Names, rank: 2),
        new("Hosts", item => Number(item.Class.Hosts.Count), Figures, rank: 1),
        new("Scales the TSC", item => item.Class.TscScaling == TscScaling.Unknown ? "undecided" : item.Class.TscScaling.ToDocumentName(), rank: 0),
        new("Away", item => Number(item.Class.Away), Figures, rank: 0),
        new("Measured fast", item => Number(item.Class.MeasuredFast), Figures, rank: 3),
        new("Measured slow", item => Number(item.Class.MeasuredSlow), Figures, rank: 3),
        new("Undecided", item => Number(item.Class.Open), Figures, rank: 0),
        new("Decided by", item => ScalingText.Names(item.Class.SettleBy), Names, rank: 4)) with
    {
        WholeIn = "json",
    };

    /// <summary>The machines that are away or slow. Equal names are nothing rare over several vCenters: which one it is stays.</summary>
    public static ReportSection Away(ScanReport report, Func<string, string> host) => ReportSection.Of<MachineRow>(
        "Away from home, or measured slow",
        report.Away,
        new("Virtual machine", row => row.Facts.Name, Names, rank: 0),
        new("ID", row => row.Facts.Id, Names, rank: 9),
        new("vCenter", row => GetServer(report, row.Server), Names, rank: 0),
        new("Cluster", row => row.Facts.Cluster, Names, rank: 5),
        new("Host → home", row => GetWay(row.Facts, host), rank: 0),
        new("Their frequencies", row => Join(row.Facts.HostHz?.ToString(), row.Facts.HomeHz?.ToString()), Figures, rank: 7),
        new("Difference", row => row.Facts.DifferencePpm?.ToString(), Figures, rank: 1),
        new("Clock", row => row.ClockWithoutCost, rank: 2),
        new("Away since", row => row.AwaySince is { } since ? Times.Minute(since) : "", rank: 3),
        new("Measured", row => row.Measured, rank: 6),
        new("Certainty", row => row.Facts.HomeCertainty?.ToDocumentName(), rank: 4),
        new("Frequencies over time", row => NoticeText.Stretches(row.Facts.Stretches), rank: 8)) with
    {
        WholeIn = "csv",
        Severities = [.. report.Away.Select(row => row.Facts switch
        {
            { Guest.State: ClockState.Slow } => Severity.Critical,
            { IsUnaffected: true } => (Severity?)null,
            _ => Severity.Warning,
        })],
    };

    public static ReportSection Moves(ScanReport report, Func<string, string> host) =>
        ReportSection.Of<(string Server, string? Cluster, string Host, int Machines, int AtHome)>(
        "Proposed moves",
        report.Moves,
        new("To host", move => host(move.Host), Names),
        new("vCenter", move => GetServer(report, move.Server), Names, rank: 2),
        new("Cluster", move => move.Cluster, Names, rank: 3),
        new("Machines", move => Number(move.Machines), Figures, rank: 0),
        new("Powered on there", move => Number(move.AtHome), Figures, rank: 1)) with
        {
            WholeIn = "json",
        };

    private static string GetServer(ScanReport report, string server) => report.HasSeveralVCenters ? server : "";

    private static string GetWay(VirtualMachineFacts machine, Func<string, string> host)
    {
        var here = machine.Host is { } name ? Code(host(name)) : "?";
        return machine.Placement switch
        {
            Placement.Away => Join(here, machine.HomeHost is { } home ? Code(host(home)) : machine.HomeHz?.ToString()),
            Placement.Home => $"{here}, home",
            _ => $"{here}, home unknown",
        };
    }

    private static string Join(string? here, string? home) => string.Join(" → ", new[] { here, home }.OfType<string>());

    private static ReportSection List(string title, IEnumerable<string> items) => new(title, [], [], [.. items]) { WholeIn = "json" };

    private static IReadOnlyList<ReportSection> Filled(params IEnumerable<ReportSection> sections) =>
        [.. sections.Where(section => section.Rows.Count + section.Notes.Count > 0)];

    private static string Code(string name) => $"`{name}`";

    private static string Time(double ms) => ms < 10_000 ? $"{Number(ms)} ms" : (ms / 1e3).ToString("#,0.0") + " s";
}
