namespace TimerProbe.Core.Advice;

/// <summary>Stopping a virtual machine and starting it again where the hypervisor is not VMware.</summary>
internal static class OtherPower
{
    private const string WhereItStays = "Start it on the host, or the class of hosts with the same frequency, where it will stay.";

    private const string OnTheHost = "Run the commands on the host. The name in them is the guest's own: replace it with the VM's name "
        + "on the host, or another machine may be stopped.";

    public static readonly RemedyStep DockerDesktopStep = new(
        Tools.Words, "On the computer: quit Docker Desktop and start it again (from 4.37 on: docker desktop restart).");

    public static readonly RemedyStep WslStep = new(Tools.PowerShellOn("Windows"), "wsl --shutdown");

    public static PlannedRemedy Kvm(VmName vm) => new(Setting.Kvm, "Stop the VM and start it again on the host it will live on (downtime)",
        [
            new(Tools.Virsh, $"""
                virsh shutdown --domain {vm.Posix} &&
                for _ in $(seq 120); do virsh domstate --domain {vm.Posix} | grep -q -e running -e 'in shutdown' || break; sleep 5; done &&
                virsh start --domain {vm.Posix}
                """),
            new(Tools.Qm, "qm shutdown VMID --timeout 600 &&\nqm start VMID"),
            new(Tools.Words, "With another manager, in a cloud or in an emulator: stop the VM (do not restart it) from its own console, and start it again."),
        ],
        [
            Caveats.Downtime,
            "Which of these manages the VM cannot be seen from inside: libvirt, Proxmox VE or another.",
            OnTheHost,
            WhereItStays,
            "A restart from inside the guest keeps the QEMU process, and with it the TSC rate of the original host.",
            "If reads are slow again after it: the page holds only where the host's own clock source is tsc (current_clocksource there; its kernel log says why not).",
        ]);

    public static PlannedRemedy Xen(VmName vm) => new(Setting.Xen, "Stop the VM and recreate it on the host it will live on (downtime)",
        [
            XlRestart(vm),
            new(Tools.Xe, $"xe vm-shutdown vm={vm.Posix}\nxe vm-start vm={vm.Posix}"),
        ],
        [
            Caveats.Downtime,
            OnTheHost,
            WhereItStays,
            "With the default tsc_mode, Xen emulates the TSC after a migration to a host with a different frequency; starting the VM again ends that.",
            "It does not help a VM that was never moved: there tsc_mode asks for emulation, or Xen does not find the host's TSC reliable.",
        ]);

    public static PlannedRemedy HyperV(VmName vm) => Stop(
        Setting.HyperV, "Stop the VM (a restart is not enough) and start it again (downtime)", Tools.PowerShellOn("the Hyper-V host"),
        $"{vm.GetHyperVVm}\nStop-VM -VM $vm\nStart-VM -VM $vm",
        "Moving the VM back to the host it came from is expected to end it too. In a cloud of Hyper-V only deallocating and starting it does.",
        OnTheHost,
        "A restart from inside the guest may keep the state; that a stop and start resets it is expected.");

    public static PlannedRemedy Azure(VmName vm) => Stop(Setting.Azure, "Deallocate the VM and start it again (downtime)", Tools.AzureCli,
        $"az vm deallocate --resource-group GROUP --name {vm.Posix} &&\naz vm start --resource-group GROUP --name {vm.Posix}",
        "It may come up on another host; which one is Azure's choice. A temporary disk is lost, and a dynamic public address changes.",
        "That it resets the virtual TSC is expected.");

    public static PlannedRemedy Cloud() => new(Setting.Cloud, "Stop the instance (a restart is not enough) and start it (downtime)",
        [new(Tools.Words, "Stop the instance from the provider's console or API, and start it again: it may come up on another host.")],
        [
            Caveats.Downtime,
            "Instance storage and changing addresses are lost at a stop.",
            "That it resets the virtual TSC is expected. If it does not help, choose another type of instance, and send the finding's figures to the provider.",
        ])
    {
        Fill = (facts, remedy) => new PlatformSigns(facts.Machine).Cloud is not { } cloud ? remedy : remedy with
        {
            Steps = cloud.Commands is { } commands
                ? [new(Tools.CloudShell(cloud.Name), commands)]
                : [new(Tools.Words, remedy.Steps[0].Text.Replace("the provider's", $"{cloud.Name}'s", StringComparison.Ordinal))],
        },
    };

    public static PlannedRemedy OpenStack(VmName vm) => Stop(
        Setting.OpenStack, "Stop the server (a reboot is not enough) and start it (downtime)", Tools.OpenStackCli,
        $"""
        openstack server stop {vm.PosixArgument} &&
        for _ in $(seq 120); do
          openstack server show -f value -c status {vm.PosixArgument} | grep -q SHUTOFF && break; sleep 5
        done
        openstack server start {vm.PosixArgument}
        """,
        "The name is the guest's own: use the server's name or id. Only the cloud's operator can choose or change its host.");

    public static PlannedRemedy Ahv(VmName vm) => Stop(Setting.Ahv, "Shut the VM down and power it on again (downtime)", Tools.Acli,
        $"acli vm.shutdown {vm.Posix}\nacli vm.get {vm.Posix} | grep state\n# once it is off:\nacli vm.on {vm.Posix}",
        "Run the commands on a controller VM, or do the same in Prism. " + OnTheHost,
        WhereItStays);

    public static PlannedRemedy AhvUpgrade(VmName vm) => Ahv(vm) with
    {
        Action = "Power the VM off and on; if it stays slow, upgrade AOS (downtime)",
        Steps =
        [
            .. Ahv(vm).Steps,
            new(Tools.Words, "If reads stay slow: older AHV offers Windows no time page. Upgrade AOS and AHV, then power the VM off and on again."),
        ],
        When = facts => facts.Machine.Windows is not null,
    };

    public static PlannedRemedy CloudHypervisor() => Stop(Setting.CloudHypervisor, "Shut the VM down and boot it again (downtime)", Tools.HostShell,
        "ch-remote --api-socket SOCKET shutdown\nch-remote --api-socket SOCKET boot",
        WhereItStays,
        "Where a tool manages Cloud Hypervisor (Kata, Azure's or another cloud), stop and start the VM there.");

    public static PlannedRemedy Wsl() => new(Setting.Wsl, "Shut WSL down from Windows, and open it again (downtime)",
        [WslStep],
        ["It stops every distribution, and containers that run on WSL. WSL 1 has no machine of its own: there only another version helps (wsl --set-version NAME 2)."]);

    public static PlannedRemedy DockerDesktop() => new(Setting.DockerDesktop, "Restart Docker Desktop's virtual machine (downtime)",
        [DockerDesktopStep],
        ["All containers stop. Its clock often falls out of step when the computer sleeps: a newer Docker Desktop may fix that."]);

    public static PlannedRemedy Qubes(VmName vm) => Stop(Setting.Qubes, "Shut the qube down and start it again (downtime)", Tools.Dom0,
        $"qvm-shutdown --wait {vm.PosixArgument}\nqvm-start {vm.PosixArgument}");

    public static PlannedRemedy Bhyve(VmName vm) => Stop(Setting.Bhyve, "Power the VM off and start it again (downtime)", Tools.HostShell,
        $"vm stop {vm.Posix}\nvm list\n# once it is stopped:\nvm start {vm.Posix}",
        OnTheHost,
        "The commands are vm-bhyve's. TrueNAS and others: stop and start it from their own page.",
        "Windows: bhyve offers it no clock of its own yet, so reads stay slow after a start too.");

    public static PlannedRemedy Parallels(VmName vm) => Stop(Setting.Parallels, "Shut the VM down and start it again (downtime)", Tools.HostShell,
        $"prlctl stop {vm.Posix}\nprlctl start {vm.Posix}",
        OnTheHost);

    public static PlannedRemedy Emulator() => Stop(Setting.Emulator, "Run it with hardware acceleration, and start it cold (downtime)", Tools.Words,
        "1. Let the emulator use the computer's own virtualization (KVM, WHPX, HVF) in place of an emulated processor or HAXM.\n"
            + "2. Close it, and start it cold, not from a saved state (Android: -no-snapshot-load).",
        "An emulated processor's clock costs what the emulator makes of it: nothing inside the guest changes that.");

    public static PlannedRemedy VMwareDesktop() => Stop(
        Setting.VMwareDesktop, "Turn Hyper-V off on the host, or start the VM afresh (downtime)", Tools.Words,
        """
        1. On Workstation or Fusion: shut the guest down and power it on again.
        2. If it is slow again on a Windows host: see in msinfo32 whether virtualization-based security or a hypervisor runs there.
           VMware then runs on top of it, and every exit is more expensive; whether the host can do without is for its owner to say.
        3. On vSphere, if that is what runs beneath: shut the guest down and power it on on the host where it will stay.
        """,
        "That this is Workstation or Fusion is taken from the processor, a desktop's.",
        "After the computer slept or the VM was suspended, the TSC may have another rate: only powering on sets it again.");

    public static PlannedRemedy VirtualBox(VmName vm) => Stop(Setting.VirtualBox, "Stop the VM and start it again (downtime)", Tools.VBoxManage,
        $"""
        VBoxManage controlvm {vm.Posix} acpipowerbutton &&
        for _ in $(seq 120); do VBoxManage list runningvms | grep -q -F {ShellQuoting.Posix($"\"{vm.Name}\"")} || break; sleep 5; done &&
        VBoxManage startvm {vm.Posix}
        """,
        OnTheHost,
        "On a Windows host with Hyper-V enabled, VirtualBox runs on top of it and every exit is more expensive: that is expected to last "
            + "until Hyper-V is turned off there.");

    public static PlannedRemedy Other() => Stop(Setting.OtherHypervisor, "Stop and start the VM from its platform's console or API (downtime)", Tools.Words,
        "1. Stop (do not restart) the VM or cloud instance and start it again, if possible on the host where it was fast.\n"
            + "2. If that does not help, send the finding's figures to the provider.",
        "Most platforms reset the virtual TSC only at a fresh start; for a platform that could not be identified, this is expected.");

    public static RemedyStep XlRestart(VmName vm) =>
        new(Tools.Xl, $"xl shutdown -w {vm.PosixArgument}\nxl create {ShellQuoting.Posix($"/etc/xen/{vm.Name}.cfg")}");

    private static PlannedRemedy Stop(Setting where, string action, string tool, string commands, params string[] caveats) =>
        new(where, action, [new(tool, commands)], [Caveats.Downtime, .. caveats]);
}
