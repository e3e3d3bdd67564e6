using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Reporting.Html.Model;

/// <summary>A scan document with what the page needs of it brought together once.</summary>
internal sealed class ScanView
{
    public ScanView(ScanDocument document)
    {
        Document = document;
        Clusters = ClusterViews.Of(document.VCenters, document.TolerancePpm);
        Groups = Number(FindingGroup.Of(document.Findings));
        Machines = InOrder(document.VCenters, Groups.SelectMany(group => group.Findings));
        Counts = Counts.Of([.. Machines.Select(machine => machine.Facts)]);
    }

    public ScanDocument Document { get; }

    /// <summary>All virtual machines: those with findings first, the gravest first, then by placement and name.</summary>
    public IReadOnlyList<MachineView> Machines { get; }

    /// <summary>All virtual machines, counted.</summary>
    public Counts Counts { get; }

    /// <summary>The clusters, the worst first.</summary>
    public IReadOnlyList<ClusterView> Clusters { get; }

    /// <summary>The findings by rule, the gravest rule first.</summary>
    public IReadOnlyList<GroupView> Groups { get; }

    /// <summary>Whether a name alone does not say which vCenter it is in.</summary>
    public bool HasSeveralVCenters => Document.VCenters.Count > 1;

    private static List<GroupView> Number(IReadOnlyList<FindingGroup> groups)
    {
        var number = 0;
        return [.. groups.Select(group => new GroupView(group, [.. group.Findings.Select(finding => new FindingView(++number, finding))]))];
    }

    private static List<MachineView> InOrder(IReadOnlyList<VCenterFacts> centers, IEnumerable<FindingView> findings)
    {
        var onlyServer = centers.Count == 1 ? centers[0].Server : null;
        var byMachine = findings
            .Where(view => view.Finding.Subject is { Kind: SubjectKind.VirtualMachine, Id: not null })
            .ToLookup(view => (view.Finding.Subject.Server ?? onlyServer, view.Finding.Subject.Id));
        return [.. centers
            .SelectMany(center => center.VirtualMachines.Select(machine => new MachineView(
                center.Server,
                machine,
                [.. byMachine[(center.Server, machine.Id)].OrderByDescending(view => view.Finding.Severity)])))
            .OrderByDescending(machine => machine.Findings is [var gravest, ..] ? (int)gravest.Finding.Severity : -1)
            .ThenBy(machine => Rank(machine.Facts.Placement))
            .ThenBy(machine => machine.Facts.Name, StringComparer.OrdinalIgnoreCase)];
    }

    private static int Rank(Placement placement) => placement switch
    {
        Placement.Away => 0,
        Placement.Unknown => 1,
        Placement.Home => 2,
        _ => 3,
    };
}
