using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting.Scans;

namespace TimerProbe.Server.Views;

/// <summary>A vCenter by its latest saved scan, and no more of that scan than pages and programs ask for.</summary>
public sealed record VCenterView
{
    /// <summary>The name it is asked by.</summary>
    public required string Server { get; init; }

    /// <summary>The scan's document.</summary>
    public required Guid DocumentId { get; init; }

    /// <summary>When it was read.</summary>
    public required DateTimeOffset ReadAt { get; init; }

    /// <summary>How long the scan took.</summary>
    public required TimeSpan Took { get; init; }

    /// <summary>How much could be read.</summary>
    public required ReadStatus Status { get; init; }

    /// <summary>Its version; null when it is not known.</summary>
    public string? Version { get; init; }

    /// <summary>What could not be read, in sentences.</summary>
    public required IReadOnlyList<string> Problems { get; init; }

    /// <summary>The parts of the whole scan that could not be used, such as a file of a guest's result, in sentences.</summary>
    public required IReadOnlyList<string> NotUsed { get; init; }

    /// <summary>How many hosts it has.</summary>
    public required int Hosts { get; init; }

    /// <summary>How many templates, which are left out.</summary>
    public required int Templates { get; init; }

    /// <summary>How many machines of its own vSphere runs there.</summary>
    public required int Agents { get; init; }

    /// <summary>Its machines, counted.</summary>
    public required MachineCounts Counts { get; init; }

    /// <summary>How many are affected, what to do, and how sure that is.</summary>
    public required FleetFixSummary FixSummary { get; init; }

    /// <summary>Its clusters, the worst first.</summary>
    public required IReadOnlyList<ClusterView> Clusters { get; init; }

    /// <summary>Its machines, the most severe first.</summary>
    public required IReadOnlyList<MachineView> Machines { get; init; }

    /// <summary>The guests of its machines.</summary>
    public required KnownGuests Guests { get; init; }

    /// <summary>What was found.</summary>
    public required IReadOnlyList<SavedFinding> Findings { get; init; }

    /// <summary>The view of a vCenter of a document, sharing equal parts; null when it is not in it, or could not be read.</summary>
    public static VCenterView? From(ScanDocument document, string server, PartInterning known)
    {
        var vcenter = document.VCenters.FirstOrDefault(each =>
            each.Status != ReadStatus.Failed && string.Equals(each.Server, server, StringComparison.OrdinalIgnoreCase));
        if (vcenter is null)
        {
            return null;
        }

        var report = new ScanReport(PartOf(document, vcenter));
        return new VCenterView
        {
            Server = known.Intern(vcenter.Server),
            DocumentId = document.Id,
            ReadAt = document.StartedAt,
            Took = TimeSpan.FromMilliseconds(document.Timing.TotalMs),
            Status = vcenter.Status,
            Version = vcenter.Version,
            Problems = [.. report.Missing.Where(part => part is { VCenter: not null, IsAccepted: false }).Select(part => part.Says)],
            NotUsed = [.. report.Missing.Where(part => part.VCenter is null).Select(part => part.Says)],
            Hosts = vcenter.Hosts.Count,
            Templates = vcenter.Templates,
            Agents = vcenter.Agents,
            Counts = report.Counts,
            FixSummary = FleetFixSummary.Sum([report.FixSummary]),
            Clusters = [.. report.Clusters.Select(cluster => ClusterView.From(cluster, document.TolerancePpm, known))],
            Machines = [.. report.Machines.Select(machine => MachineView.From(machine, known))],
            Guests = new KnownGuests(vcenter.VirtualMachines),
            Findings = [.. report.Document.Findings.Select(finding => SavedFinding.From(finding, known))],
        };
    }

    /// <summary>The document as a scan of one of its vCenters.</summary>
    internal static ScanDocument PartOf(ScanDocument document, VCenterFacts vcenter) =>
        document with { VCenters = [vcenter], Findings = FindingsOf(document, vcenter) };

    /// <summary>A finding that names no vCenter is about all of the scan, and belongs to the first.</summary>
    private static IReadOnlyList<Finding> FindingsOf(ScanDocument document, VCenterFacts vcenter) =>
    [
        .. from finding in document.Findings
           let subject = finding.Subject
           where subject.Server is { } server ? server == vcenter.Server
               : subject.Kind == SubjectKind.Vcenter ? subject.Name == vcenter.Server
               : vcenter == document.VCenters[0]
           select subject.Server is null ? finding with { Subject = subject with { Server = vcenter.Server } } : finding,
    ];
}
