namespace TimerProbe.Core.Advice;

internal sealed class PowerPolicyRule() : FleetRule("TP215")
{
    private static readonly string[] HighPerformance = ["High Performance", "static"];

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from center in facts.VCenters
        let databases = center.VirtualMachines.Where(IsDatabase).ToLookup(machine => machine.HostId)
        from host in center.Hosts
        where !string.IsNullOrWhiteSpace(host.PowerPolicy)
            && !HighPerformance.Contains(host.PowerPolicy.Trim(), StringComparer.OrdinalIgnoreCase)
            && databases.Contains(host.Id)
        select new FleetObservation(
            new Subject(SubjectKind.Host, host.Name, host.Id) { Server = center.Server },
            Severity.Info,
            Confidence.Inferred,
            EvidenceFactory.Of(
                EvidenceFactory.Text("Power policy", host.PowerPolicy, EvidenceFactory.VCenter),
                EvidenceFactory.Names(
                    "Virtual machines with \"sql\" in their name", GetNames(databases[host.Id].Where(HasTheName)), EvidenceFactory.VCenter),
                EvidenceFactory.Names(
                    "Virtual machines whose guest says that SQL Server runs there",
                    GetNames(databases[host.Id].Where(machine => !HasTheName(machine))),
                    "published by the guest")),
            new FleetTarget { Host = HostName.From(center.Server, host) });

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
        [VMwareHost.HighPerformance(target) with { Verify = Verification.Scan }];

    private static string[] GetNames(IEnumerable<VirtualMachineFacts> machines) =>
        [.. machines.Select(machine => machine.Name).Order(StringComparer.Ordinal)];

    private static bool HasTheName(VirtualMachineFacts machine) =>
        machine.Name.Contains("sql", StringComparison.OrdinalIgnoreCase)
            || machine.GuestHostName?.Contains("sql", StringComparison.OrdinalIgnoreCase) == true;

    private static bool IsDatabase(VirtualMachineFacts machine) => machine is { SqlServerExpected: true, PowerState: null or "poweredOn" };
}
