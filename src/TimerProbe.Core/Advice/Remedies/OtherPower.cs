namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Stopping a virtual machine and starting it again where the hypervisor is not VMware.</summary>
internal static class OtherPower
{
    private const string WhereItStays = "Start it on the host, or the class of hosts with the same frequency, where it will stay.";

    private const string OnTheHost = "Run the commands on the host. The name in them is the guest's own: replace it with the VM's name "
        + "on the host, or another machine may be stopped.";

    public static IReadOnlyList<PlannedRemedy> All(VmName vm) => [Kvm(vm), Xen(vm), HyperV(vm), VirtualBox(vm), Other()];

    public static PlannedRemedy Kvm(VmName vm) => new(
        Setting.Kvm,
        "Stop the VM and start it again on the host it will live on (downtime)",
        [
            new(Tools.Virsh, $"""
                virsh shutdown --domain {vm.Posix} &&
                for _ in $(seq 120); do virsh domstate --domain {vm.Posix} | grep -q -e running -e 'in shutdown' || break; sleep 5; done &&
                virsh start --domain {vm.Posix}
                """),
        ],
        [
            Caveats.Downtime,
            OnTheHost,
            WhereItStays,
            "A restart from inside the guest keeps the QEMU process, and with it the TSC rate of the original host.",
            "In a cloud, stop the instance and start it again from its console: it may come up on another host.",
        ]);

    public static PlannedRemedy Xen(VmName vm) => new(
        Setting.Xen,
        "Stop the VM and recreate it on the host it will live on (downtime)",
        [
            new(Tools.Xl, $"""
                xl shutdown -w {vm.PosixArgument}
                xl create {ShellQuoting.Posix($"/etc/xen/{vm.Name}.cfg")}
                """),
        ],
        [
            Caveats.Downtime,
            OnTheHost,
            WhereItStays,
            "With the default tsc_mode, Xen emulates the TSC after a migration to a host with a different frequency; starting the VM again ends that.",
            "It does not help a VM that was never moved: there tsc_mode asks for emulation, or Xen does not find the host's TSC reliable.",
        ]);

    public static PlannedRemedy HyperV(VmName vm) => new(
        Setting.HyperV,
        "Move the VM back, or stop it and start it again (downtime)",
        [
            new(Tools.PowerShell, $"""
                {vm.GetHyperVVm}
                Stop-VM -VM $vm
                Start-VM -VM $vm
                """),
        ],
        [
            Caveats.Downtime,
            OnTheHost,
            "In Azure, stop (deallocate) the VM and start it.",
            "A restart from inside the guest may keep the state; that a stop and start resets it is expected.",
        ]);

    public static PlannedRemedy VirtualBox(VmName vm) => new(
        Setting.VirtualBox,
        "Stop the VM and start it again (downtime)",
        [
            new(Tools.VBoxManage, $"""
                VBoxManage controlvm {vm.Posix} acpipowerbutton &&
                for _ in $(seq 120); do VBoxManage list runningvms | grep -q -F {ShellQuoting.Posix($"\"{vm.Name}\"")} || break; sleep 5; done &&
                VBoxManage startvm {vm.Posix}
                """),
        ],
        [
            Caveats.Downtime,
            OnTheHost,
            "On a Windows host with Hyper-V enabled, VirtualBox runs on top of it and every exit is more expensive: that is expected to last "
                + "until Hyper-V is turned off there.",
        ]);

    public static PlannedRemedy Other() => new(
        Setting.OtherHypervisor,
        "Stop and start the VM from its platform's console or API (downtime)",
        [
            new(Tools.Words, """
                1. Stop (do not restart) the VM or cloud instance and start it again, if possible on the host where it was fast.
                2. If that does not help, send the finding's figures to the provider.
                """),
        ],
        [
            Caveats.Downtime,
            "Most platforms reset the virtual TSC only at a fresh start; for a platform that could not be identified, this is expected."
        ]);
}

/// <summary>Giving a process its processor where the hypervisor is not VMware, and inside the operating system.</summary>
internal static class OtherCpu
{
    public static IReadOnlyList<PlannedRemedy> All(VmName vm) => [Quota(), PowerPlan(), Kvm(vm), Xen(vm), HyperV(vm), Other()];

    private static PlannedRemedy Quota() => new(
        Setting.Linux,
        "Check the quota of the container or service, and raise it",
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

    private static PlannedRemedy PowerPlan() => new(
        Setting.Windows,
        "Use the High performance power plan",
        [
            new(Tools.CommandPrompt, """
                powercfg /getactivescheme
                powercfg /setactive SCHEME_MIN
                """)
        ],
        ["In a VM, the host's power policy matters more than the guest's."]);

    private static PlannedRemedy Kvm(VmName vm) => new(
        Setting.Kvm,
        "Check the VM's CPU quota, shares and pinning, and overcommitment",
        [
            new(Tools.Virsh, $"""
                virsh schedinfo --domain {vm.Posix}
                virsh vcpupin --domain {vm.Posix}
                virsh schedinfo --domain {vm.Posix} --set vcpu_quota=-1
                """)
        ],
        ["Steal time means that the host runs something else on the VM's processors: fewer or smaller neighbors help; more vCPUs make "
            + "it worse."]);

    private static PlannedRemedy Xen(VmName vm) => new(
        Setting.Xen,
        "Check the VM's cap and weight",
        [
            new(Tools.Xl, $"""
                xl sched-credit2 -d {vm.Posix}
                xl sched-credit2 -d {vm.Posix} -c 0
                """)
        ],
        ["A cap of 0 means no cap. Steal time without a cap means that the host is overcommitted."]);

    private static PlannedRemedy HyperV(VmName vm) => new(
        Setting.HyperV,
        "Check the VM's processor limit",
        [
            new(Tools.PowerShell, $"""
                {vm.GetHyperVVm}
                Get-VMProcessor -VM $vm | Select-Object VMName, Count, Maximum, RelativeWeight
                Set-VMProcessor -VM $vm -Maximum 100
                """)
        ],
        ["Run the commands on the Hyper-V host. A limit may have been set on purpose: ask first."]);

    private static PlannedRemedy Other() => new(
        Setting.OtherHypervisor,
        "Look for a CPU limit or used-up CPU credits in the platform's console",
        [new(Tools.Words, "Burstable cloud instances are slowed when their credits are used up: the provider's metrics show it. Choose "
            + "a size with a fixed share.")],
        []);
}
