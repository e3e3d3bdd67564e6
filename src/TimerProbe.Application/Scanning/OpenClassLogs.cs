using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.VSphere.Logs;

namespace TimerProbe.Application.Scanning;

/// <summary>
/// Which logs settle whether hosts scale the TSC: of a class of Intel's one of any machine on its hosts, of others one of a machine on each
/// host. Asked is only where the clock of a machine away is open.
/// </summary>
internal static class OpenClassLogs
{
    /// <summary>
    /// The machines of each question, the open ones first, no two of a host where another host is left; and how many logs may be asked for.
    /// </summary>
    public static (IReadOnlyList<IReadOnlyList<LoggedMachine>> Questions, int MostFiles) Of(VCenterFacts vcenter)
    {
        var machines = vcenter.VirtualMachines
            .Where(machine => machine is { PowerState: "poweredOn", HostId: not null, IsSecondary: false, IsClusterService: false })
            .ToLookup(machine => machine.HostId!, StringComparer.Ordinal);
        var classes = vcenter.Hosts.Where(host => host.TscScaling == TscScaling.Unknown)
            .GroupBy(host => HostClasses.IdOf(host) ?? host.Id, StringComparer.Ordinal)
            .Where(same => same.Any(host => machines[host.Id].Any(IsOpen)))
            .ToList();
        var questions = classes
            .SelectMany(same => ProcessorTable.IsIntel(same.First())
                ? [same.SelectMany(host => machines[host.Id])]
                : same.Select(host => machines[host.Id]).Where(onHost => onHost.Any(IsOpen)))
            .Select(asked => asked.ToList())
            .OrderByDescending(asked => asked.Count(IsOpen));
        return ([.. questions.Select(InOrder)], classes.Count * MachineLogReading.MostOfQuestion);
    }

    private static IReadOnlyList<LoggedMachine> InOrder(List<VirtualMachineFacts> machines) =>
    [
        .. machines.GroupBy(machine => machine.HostId!, StringComparer.Ordinal)
            .SelectMany(onHost => onHost.OrderBy(machine => !IsOpen(machine)).ThenBy(machine => machine.Id, StringComparer.Ordinal).Index())
            .OrderBy(each => each.Index).ThenBy(each => !IsOpen(each.Item)).ThenBy(each => each.Item.Id, StringComparer.Ordinal)
            .Select(each => new LoggedMachine(each.Item.Id, each.Item.Name, each.Item.HostId!)),
    ];

    private static bool IsOpen(VirtualMachineFacts machine) => machine.IsClockOpen;
}
