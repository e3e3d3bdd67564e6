namespace TimerProbe.Reporting.Tests.Html;

/// <summary>A part of the large estate as a scan concludes it, with the product's own rules: findings of many kinds, a move for each machine away.</summary>
public static class LargeEstate
{
    private static readonly FrequencyRules Rules = new(FrequencyRules.DefaultTolerance);

    /// <summary>So many machines, half of them in each vCenter.</summary>
    public static ScanDocument Of(int machines)
    {
        IReadOnlyList<VCenterFacts> vcenters = [.. LargeScan.Document.VCenters.Select(
            vcenter => DestinationPlan.Apply(GetPart(vcenter, machines / 2), Rules))];
        return LargeScan.Document with
        {
            VCenters = vcenters,
            Findings = RuleCatalogue.Evaluate(
                new FleetFacts { VCenters = vcenters, Frequencies = Rules, Thresholds = FleetThresholds.Default }),
        };
    }

    private static VCenterFacts GetPart(VCenterFacts vcenter, int machines)
    {
        var step = vcenter.VirtualMachines.Count / machines;
        var ofClass = vcenter.Clusters.SelectMany(cluster => cluster.FrequencyClasses)
            .SelectMany(same => same.Hosts.Select(host => (host, same.Hosts))).ToDictionary(item => item.host, item => item.Hosts);
        return vcenter with
        {
            VirtualMachines =
            [
                .. vcenter.VirtualMachines.Where((_, index) => index / 10 % step == 0).Take(machines)
                    .Select((machine, index) => machine with
                {
                    HarmlessHosts = machine.HomeHost is { } home ? ofClass[home] : [],
                    SqlServerExpected = machine.Name.StartsWith("SQL", StringComparison.Ordinal),
                    Settings = index % 100 == 0 ? new VirtualMachineSettings { VirtualRdtsc = false, HardwareVersion = "vmx-08" }
                        : machine.Settings,
                    MovedAt = machine.Placement == Placement.Away ? machine.HomeSince?.AddDays(1) : null,
                    Drs = "fullyAutomated",
                }),
            ],
        };
    }
}
