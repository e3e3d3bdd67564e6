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
            new(Tools.Qm, """
                qm shutdown VMID --timeout 600 &&
                qm start VMID
                """),
            new(Tools.Words, "With another manager, in a cloud or in an emulator: stop the VM (do not restart it) from its own console, and start it again."),
        ],
        [
            Caveats.Downtime,
            "Which of these manages the VM cannot be seen from inside: libvirt, Proxmox VE or another.",
            OnTheHost,
            WhereItStays,
            "A restart from inside the guest keeps the QEMU process, and with it the TSC rate of the original host.",
        ]);

    public static PlannedRemedy Xen(VmName vm) => new(Setting.Xen, "Stop the VM and recreate it on the host it will live on (downtime)",
        [
            new(Tools.Xl, $"""
                xl shutdown -w {vm.PosixArgument}
                xl create {ShellQuoting.Posix($"/etc/xen/{vm.Name}.cfg")}
                """),
            new(Tools.Xe, $"""
                xe vm-shutdown vm={vm.Posix}
                xe vm-start vm={vm.Posix}
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
        "Stop the VM (a restart is not enough) and start it again (downtime)",
        [
            new(Tools.PowerShellOn("the Hyper-V host"), $"""
                {vm.GetHyperVVm}
                Stop-VM -VM $vm
                Start-VM -VM $vm
                """),
            new(Tools.AzureCli, AzureCommands(vm)),
        ],
        [
            Caveats.Downtime,
            "On a Hyper-V server, moving the VM back to the host it came from is expected to end it too; in Azure only deallocating and starting it does.",
            OnTheHost,
            "A restart from inside the guest may keep the state; that a stop and start resets it is expected.",
        ]);

    public static PlannedRemedy Azure(VmName vm) => new(Setting.Azure, "Deallocate the VM and start it again (downtime)",
        [new(Tools.AzureCli, AzureCommands(vm))],
        [
            Caveats.Downtime,
            "It may come up on another host; which one is Azure's choice. A temporary disk is lost, and a dynamic public address changes.",
            "That it resets the virtual TSC is expected.",
        ]);

    public static PlannedRemedy Cloud() => new(Setting.Cloud, "Stop the instance (a restart is not enough) and start it (downtime)",
        [
            new(Tools.Words, """
                1. Stop the instance from the provider's console or API, and start it again: it may come up on another host.
                   On EC2: aws ec2 stop-instances, then start-instances; on Google Cloud: gcloud compute instances stop, then start.
                2. If that does not help, choose another type of instance, and send the finding's figures to the provider.
                """),
        ],
        [Caveats.Downtime, "Instance storage and changing addresses are lost at a stop.", "That it resets the virtual TSC is expected."]);

    public static PlannedRemedy OpenStack(VmName vm) => new(
        Setting.OpenStack,
        "Stop the server (a reboot is not enough) and start it (downtime)",
        [
            new(Tools.OpenStackCli, $"""
                openstack server stop {vm.PosixArgument} &&
                for _ in $(seq 120); do
                  openstack server show -f value -c status {vm.PosixArgument} | grep -q SHUTOFF && break; sleep 5
                done
                openstack server start {vm.PosixArgument}
                """),
        ],
        [
            Caveats.Downtime,
            "The name is the guest's own: use the server's name or id. Only the cloud's operator can choose or change its host.",
        ]);

    public static PlannedRemedy Ahv(VmName vm) => new(Setting.Ahv, "Shut the VM down and power it on again (downtime)",
        [
            new(Tools.Acli, $"""
                acli vm.shutdown {vm.Posix}
                acli vm.get {vm.Posix} | grep state
                # once it is off:
                acli vm.on {vm.Posix}
                """),
        ],
        [Caveats.Downtime, "Run the commands on a controller VM, or do the same in Prism. " + OnTheHost, WhereItStays]);

    public static PlannedRemedy CloudHypervisor() => new(Setting.CloudHypervisor, "Shut the VM down and boot it again (downtime)",
        [
            new(Tools.HostShell, """
                ch-remote --api-socket SOCKET shutdown
                ch-remote --api-socket SOCKET boot
                """),
        ],
        [Caveats.Downtime, WhereItStays, "Where a tool manages Cloud Hypervisor (Kata, Azure's or another cloud), stop and start the VM there."]);

    public static PlannedRemedy Wsl() => new(Setting.Wsl, "Shut WSL down from Windows, and open it again (downtime)",
        [WslStep],
        ["It stops every distribution, and Docker Desktop's. WSL 1 has no machine of its own: there only another version helps (wsl --set-version NAME 2)."]);

    public static PlannedRemedy DockerDesktop() => new(Setting.DockerDesktop, "Restart Docker Desktop's virtual machine (downtime)",
        [DockerDesktopStep],
        ["All containers stop. Its clock often falls out of step when the computer sleeps: a newer Docker Desktop may mend that."]);

    public static PlannedRemedy Qubes(VmName vm) => new(Setting.Qubes, "Shut the qube down and start it again (downtime)",
        [
            new(Tools.Dom0, $"""
                qvm-shutdown --wait {vm.PosixArgument}
                qvm-start {vm.PosixArgument}
                """),
        ],
        [Caveats.Downtime]);

    public static PlannedRemedy Bhyve(VmName vm) => new(Setting.Bhyve, "Power the VM off and start it again (downtime)",
        [
            new(Tools.HostShell, $"""
                vm stop {vm.Posix}
                vm list
                # once it is stopped:
                vm start {vm.Posix}
                """),
        ],
        [Caveats.Downtime, OnTheHost, "The commands are vm-bhyve's. TrueNAS and others: stop and start it from their own page."]);

    public static PlannedRemedy Parallels(VmName vm) => new(Setting.Parallels, "Shut the VM down and start it again (downtime)",
        [
            new(Tools.HostShell, $"""
                prlctl stop {vm.Posix}
                prlctl start {vm.Posix}
                """),
        ],
        [Caveats.Downtime, OnTheHost]);

    public static PlannedRemedy Emulator() => new(Setting.Emulator, "Run it with hardware acceleration, and start it cold (downtime)",
        [
            new(Tools.Words, """
                1. Let the emulator use the computer's own virtualization (KVM, WHPX, HVF) in place of an emulated processor or HAXM.
                2. Close it, and start it cold, not from a saved state (Android: -no-snapshot-load).
                """),
        ],
        [Caveats.Downtime, "An emulated processor's clock costs what the emulator makes of it: nothing inside the guest changes that."]);

    public static PlannedRemedy VMwareDesktop() => new(
        Setting.VMwareDesktop,
        "Turn Hyper-V off on the host, or start the VM afresh (downtime)",
        [
            new(Tools.Words, """
                1. On Workstation or Fusion: shut the guest down and power it on again.
                2. If it is slow again on a Windows host: see in msinfo32 whether virtualization-based security or a hypervisor runs there.
                   VMware then runs on top of it, and every exit is more expensive; whether the host can do without is for its owner to say.
                3. On vSphere, if that is what runs beneath: shut the guest down and power it on on the host where it will stay.
                """),
        ],
        [
            Caveats.Downtime,
            "That this is Workstation or Fusion is taken from the processor, a desktop's.",
            "After the computer slept or the VM was suspended, the TSC may have another rate: only powering on sets it again.",
        ]);

    public static PlannedRemedy VirtualBox(VmName vm) => new(Setting.VirtualBox, "Stop the VM and start it again (downtime)",
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

    private static string AzureCommands(VmName vm) => $"""
        az vm deallocate --resource-group GROUP --name {vm.Posix} &&
        az vm start --resource-group GROUP --name {vm.Posix}
        """;
}
