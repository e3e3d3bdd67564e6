namespace TimerProbe.Core.Placement;

/// <summary>Where a machine that is away could go when its own cluster has no host of its home's frequency.</summary>
public static class OtherClusters
{
    /// <param name="ofOneVendor">Whether a live vMotion goes there; else those where none does, for the other maker's processor.</param>
    public static IEnumerable<HostFacts> HostsFor(
        VirtualMachineFacts machine, VCenterFacts vcenter, FrequencyRules rules, bool ofOneVendor = true)
    {
        var present = vcenter.Hosts.FirstOrDefault(host => host.Id == machine.HostId);
        return machine is { IsSlowAway: true, HarmlessHosts.Count: 0, HomeHz: { } home }
            && present?.IsReachable != false
            ? vcenter.Hosts.Where(IsUsable).OrderBy(host => host.Name, StringComparer.Ordinal)
            : [];

        bool IsUsable(HostFacts host) => host is { Cluster: not null, TakesMachines: true, Hz: { } hz }
            && host.ClusterId != machine.ClusterId && host.Datacenter == machine.Datacenter
            && (rules.IsHarmless(hz, home) || host.TscScaling == TscScaling.Yes)
            && host.IsOfOneVendor(present) == ofOneVendor
            && (machine.HostsElsewhere?.Contains(host.Name) != false || !ofOneVendor);
    }

    public static VCenterFacts Fill(VCenterFacts vcenter, FrequencyRules rules, IReadOnlyDictionary<string, IReadOnlySet<string>> attached)
    {
        return vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(WithHosts)] };

        VirtualMachineFacts WithHosts(VirtualMachineFacts machine)
        {
            if (attached.GetValueOrDefault(machine.Id) is not { } needed)
            {
                return machine;
            }

            var hosts = HostsFor(machine, vcenter, rules).Where(host => attached.GetValueOrDefault(host.Id)?.IsSupersetOf(needed) == true);
            return machine with { HostsElsewhere = [.. hosts.Select(host => host.Name)] };
        }
    }
}
