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
