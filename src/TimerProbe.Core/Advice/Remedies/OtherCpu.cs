namespace TimerProbe.Core.Advice;

/// <summary>Giving a process its processor where the hypervisor is not VMware, and inside the operating system.</summary>
internal static class OtherCpu
{
    public static IEnumerable<PlannedRemedy> All(VmName vm) => [Quota(), PowerPlan(), .. Platforms.ProcessorShare(vm)];

    public static PlannedRemedy Kvm(VmName vm) => new(Setting.Kvm, "Check the VM's CPU quota, shares and pinning, and overcommitment",
        [
            new(Tools.Virsh, $"""
                virsh schedinfo --domain {vm.Posix}
                virsh vcpupin --domain {vm.Posix}
                virsh schedinfo --domain {vm.Posix} --set vcpu_quota=-1
                """),
            new(Tools.Qm, "qm config VMID | grep -i -e cpulimit -e cpuunits -e affinity\nqm set VMID --delete cpulimit"),
        ],
        ["Steal time means that the host runs something else on the VM's processors: fewer or smaller neighbors help; more vCPUs make "
            + "it worse."]);

    public static PlannedRemedy Xen(VmName vm) => new(Setting.Xen, "Check the VM's cap and weight",
        [new(Tools.Xl, $"xl sched-credit2 -d {vm.Posix}\nxl sched-credit2 -d {vm.Posix} -c 0")],
        ["A cap of 0 means no cap. Steal time without a cap means that the host is overcommitted."]);

    public static PlannedRemedy HyperV(VmName vm) => new(Setting.HyperV, "Check the VM's processor limit",
        [
            new(Tools.PowerShell, $"""
                {vm.GetHyperVVm}
                Get-VMProcessor -VM $vm | Select-Object VMName, Count, Maximum, RelativeWeight
                Set-VMProcessor -VM $vm -Maximum 100
                """)
        ],
        ["Run the commands on the Hyper-V host. A limit may have been set on purpose: ask first."]);

    public static PlannedRemedy Credits(Setting where) => new(
        where,
        "Look for a CPU limit or used-up CPU credits in the platform's console",
        [new(Tools.Words, "Burstable cloud instances are slowed when their credits are used up: the provider's metrics show it. Choose "
            + "a size with a fixed share.")],
        []);

    private static PlannedRemedy Quota() => new(Setting.Linux, "Check the quota of the container or service, and raise it",
        [
            new(Tools.Shell, """
                cat /sys/fs/cgroup/cpu.max /sys/fs/cgroup/cpu.stat
                docker update --cpus 4 CONTAINER
                systemctl set-property SERVICE.service CPUQuota=400%
                """),
            new(Tools.Words, "In Kubernetes: raise or remove resources.limits.cpu for the container."),
        ],
        ["nr_throttled and throttled_usec must not grow. Programs that start many threads, as runtimes with a JIT compiler do at startup, "
            + "use up a quota in a burst: brief throttling then is normal."])
    {
        When = facts => facts.Machine.CpuPressure is { Quota: not null } or { ThrottledMs: > 0 },
    };

    private static PlannedRemedy PowerPlan() => new(Setting.Windows, "Use the High performance power plan",
        [new(Tools.CommandPrompt, "powercfg /getactivescheme\npowercfg /setactive SCHEME_MIN")],
        ["In a VM, the host's power policy matters more than the guest's."]);
}
