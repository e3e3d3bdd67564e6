namespace TimerProbe.Application.Scanning;

/// <summary>
/// Which logs decide whether hosts scale the TSC: of a class of Intel's one of any machine on its hosts, of others one of a
/// machine on each host. Asked is only where the clock of a machine away is undecided.
/// </summary>
internal static class OpenClassLogs
{
    public static (IReadOnlyList<IReadOnlyList<VirtualMachineFacts>> Questions, int MaxFiles) Of(VCenterFacts vcenter)
    {
        var machines = vcenter.VirtualMachines
            .Where(machine => machine is { PowerState: "poweredOn", HostId: not null, IsSecondary: false, IsClusterService: false })
            .ToLookup(machine => machine.HostId!);
        var classes = vcenter.Hosts.Where(host => host.TscScaling == TscScaling.Unknown)
            .GroupBy(host => HostClasses.GetId(host) ?? host.Id)
            .Where(same => same.Any(host => machines[host.Id].Any(IsOpen)))
            .ToList();
        var questions = classes
            .SelectMany(same => ProcessorTable.IsIntel(same.First())
                ? [same.SelectMany(host => machines[host.Id])]
                : same.Select(host => machines[host.Id]).Where(onHost => onHost.Any(IsOpen)))
            .Select(asked => asked.ToList())
            .OrderByDescending(asked => asked.Count(IsOpen));
        return ([.. questions.Select(InOrder)], classes.Count * MachineLogReading.MaxPerQuestion);
    }

    private static IReadOnlyList<VirtualMachineFacts> InOrder(List<VirtualMachineFacts> machines) =>
    [
        .. machines.GroupBy(machine => machine.HostId!)
            .SelectMany(onHost => onHost.OrderBy(machine => !IsOpen(machine)).ThenBy(machine => machine.Id, StringComparer.Ordinal).Index())
            .OrderBy(item => item.Index).ThenBy(item => !IsOpen(item.Item)).ThenBy(item => item.Item.Id, StringComparer.Ordinal)
            .Select(item => item.Item),
    ];

    private static bool IsOpen(VirtualMachineFacts machine) => machine.IsClockOpen;
}
