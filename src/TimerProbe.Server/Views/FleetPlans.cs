using System.Runtime.CompilerServices;

namespace TimerProbe.Server.Views;

/// <summary>Plans from a vCenter's latest saved scan, made when asked for, one at a time; cached only while memory is plenty.</summary>
internal sealed class FleetPlans(LatestFleet latest, TimeProvider time) : IDisposable
{
    private readonly SemaphoreSlim _turn = new(1);
    private readonly ConditionalWeakTable<SavedScan, WeakReference<ReadScan>> _read = [];

    public void Dispose() => _turn.Dispose();

    /// <summary>The plan, or why there is none.</summary>
    /// <exception cref="Fleet.Store.StoreException">The store does not answer.</exception>
    public async Task<FleetPlan> MakeAsync(FleetView fleet, PlanQuery query, CancellationToken cancellationToken)
    {
        var machine = query.Machine is { } id ? fleet.Find(id) : null;
        if (query.Machine is not null && machine is null)
        {
            return FleetPlan.None("The latest scans have no virtual machine of this address.");
        }

        var server = machine?.Server ?? query.VCenter;
        if (fleet.Scans.FirstOrDefault(item => Is(item.Server, server)) is not { } vcenter)
        {
            return FleetPlan.None(server is null
                ? "Name a vCenter and a cluster or host: the pages of clusters, hosts and machines link to their plans."
                : "No scan of this vCenter is in the store: a plan is made from the latest one.");
        }

        await _turn.WaitAsync(cancellationToken);
        try
        {
            return await ReadAsync(fleet, vcenter, cancellationToken) is not { } scan
                ? FleetPlan.None("The latest scan of this vCenter is no longer in the store, or cannot be read: scan it again.")
                : machine is not null ? scan.OfMachine(machine) : scan.Of(query);
        }
        finally
        {
            _turn.Release();
        }
    }

    private async Task<ReadScan?> ReadAsync(FleetView fleet, SavedScan vcenter, CancellationToken cancellationToken)
    {
        var slot = _read.GetValue(vcenter, _ => new WeakReference<ReadScan>(null!));
        if (!slot.TryGetTarget(out var scan)
            && await latest.ReadScanAsync(fleet, vcenter, cancellationToken) is { } document
            && document.VCenters.FirstOrDefault(center => Is(center.Server, vcenter.Server)) is { } facts)
        {
            slot.SetTarget(scan = new ReadScan(facts, SavedScan.GetPart(document, facts), time));
        }

        return scan;
    }

    private static bool Is(string server, string? named) => string.Equals(server, named, StringComparison.OrdinalIgnoreCase);

    private sealed class ReadScan(VCenterFacts center, ScanDocument document, TimeProvider time)
    {
        private readonly Planner _planner = new([document], new PlanSettings(), ServerContext.Tool, time.GetUtcNow(), Guid.Empty);

        public FleetPlan Of(PlanQuery query)
        {
            if (query.Kind == PlanKind.Evacuate)
            {
                return center.Hosts.FirstOrDefault(host => host.Name == query.Of) is { } host
                    ? Made(_planner.Evacuate([host.Name]), host.ClusterId)
                    : FleetPlan.None("The latest scan of this vCenter has no host of this name.");
            }

            if (query.Kind is null || center.Clusters.FirstOrDefault(item => item.Id == query.Of) is not { } cluster)
            {
                return FleetPlan.None("The latest scan of this vCenter has no cluster of this id.");
            }

            if (query.Kind == PlanKind.Home)
            {
                return Made(_planner.Home(cluster.Id), cluster.Id, cluster.Name);
            }

            var rules = _planner.Rules();
            return Made(rules with { Rules = [.. rules.Rules!.Where(rule => rule.ClusterId == cluster.Id)] }, cluster.Id);
        }

        public FleetPlan OfMachine(MachineRow machine)
        {
            var facts = center.VirtualMachines.FirstOrDefault(item => item.Id == machine.Facts.Id);
            var host = facts is { Placement: not Placement.Off, HostId: { } id }
                ? center.Hosts.FirstOrDefault(item => item.Id == id)
                : null;
            var report = host is null
                ? null
                : MachinePlanReport.Create(
                    New(_planner.Home(host.ClusterId)),
                    _planner.Evacuate([host.Name]),
                    facts!,
                    host.ClusterId is null ? [host] : GetHosts(host.ClusterId));
            return report is null
                ? FleetPlan.None("There is no plan for it: it does not run, or it is the copy of a fault tolerance pair. Where it is powered on next is its home.")
                : new FleetPlan(Document: null, report, GetCluster(host!.ClusterId), [], Problem: null);
        }

        private FleetPlan Made(PlanDocument plan, string? cluster, string? subject = null)
        {
            plan = New(plan);
            var report = PlanReport.Create(plan);
            report = report with { Subject = subject ?? report.Subject };
            return new FleetPlan(plan, report, GetCluster(cluster), cluster is null ? [] : GetHosts(cluster), Problem: null);
        }

        private PlanDocument New(PlanDocument plan)
        {
            var now = time.GetUtcNow();
            return plan with { Id = Guid.CreateVersion7(now), MadeAt = now };
        }

        private ClusterFacts? GetCluster(string? id) => center.Clusters.FirstOrDefault(cluster => cluster.Id == id);

        private IReadOnlyList<HostFacts> GetHosts(string cluster) =>
            [.. center.Hosts.Where(host => host.ClusterId == cluster).OrderBy(host => host.Name, StringComparer.Ordinal)];
    }
}

/// <summary>A plan of the fleet.</summary>
/// <param name="Document">The plan; null for the part of one that is about a machine.</param>
/// <param name="Report">The same for people; null when there is none.</param>
/// <param name="Cluster">The cluster; null for hosts outside of any.</param>
/// <param name="Problem">Why there is none; null with one.</param>
internal sealed record FleetPlan(
    PlanDocument? Document, Report? Report, ClusterFacts? Cluster, IReadOnlyList<HostFacts> Hosts, string? Problem)
{
    internal static FleetPlan None(string problem) => new(Document: null, Report: null, Cluster: null, [], problem);
}

/// <summary>Which plan an address names.</summary>
/// <param name="Kind">The kind; null for one that no page has.</param>
/// <param name="Machine">The id of a machine, whose part of the plans it is; null for a whole plan.</param>
internal sealed record PlanQuery(PlanKind? Kind, string? VCenter, string? Of, string? Machine)
{
    internal const string FileName = "plan.json";

    internal static PlanQuery Parse(HttpRequest request)
    {
        PlanKind? kind = request.RouteValues["kind"] switch
        {
            "home" => PlanKind.Home,
            "rules" => PlanKind.Rules,
            "evacuate" => PlanKind.Evacuate,
            _ => null,
        };
        return new PlanQuery(
            kind,
            request.Query["vcenter"].FirstOrDefault(),
            request.Query[kind == PlanKind.Evacuate ? "host" : "cluster"].FirstOrDefault(),
            request.RouteValues["id"] as string);
    }

    internal static string Home(string vcenter, string clusterId) => Address("home", vcenter, "cluster", clusterId);

    internal static string Rules(string vcenter, string clusterId) => Address("rules", vcenter, "cluster", clusterId);

    internal static string Evacuate(string vcenter, string host) => Address("evacuate", vcenter, "host", host);

    private static string Address(string kind, string vcenter, string what, string of)
    {
        var query = new Dictionary<string, string?> { ["vcenter"] = vcenter, [what] = of };
        return $"/plans/{kind}" + QueryString.Create(query);
    }
}
