namespace TimerProbe.Core.Advice;

/// <summary>
/// A fast clock where the hypervisor is not VMware: its own clock offered to the guest, seen and valid, or the TSC read without
/// leaving the virtual machine; and what is left on a machine without a hypervisor.
/// </summary>
internal static class OtherClock
{
    public static PlannedRemedy Kvm(VmName vm) => new(Setting.Kvm, "Offer the guest the hypervisor's own clock (downtime)",
        [
            new(Tools.HostShell, "cat /sys/devices/system/clocksource/clocksource0/current_clocksource"),
            new(Tools.Virsh, $"virsh edit --domain {vm.Posix}"),
            new(Tools.LibvirtXml, """
                <features>
                  <hyperv mode='passthrough'/>
                  <kvm><hidden state='off'/></kvm>
                </features>
                <clock offset='localtime'>
                  <timer name='hypervclock' present='yes'/>
                  <timer name='kvmclock' present='yes'/>
                  <timer name='hpet' present='no'/>
                </clock>
                """),
            new(Tools.Qm, "qm set VMID --ostype win11   # for Linux: --ostype l26"),
            new(Tools.Qemu, "qemu-system-x86_64 -accel kvm -cpu "
                + "host,hv-time,hv-frequencies,hv-reenlightenment,hv-vpindex,hv-synic,hv-stimer,hv-relaxed ..."),
        ],
        [
            "The first command must print tsc: a host with a different clock source cannot give its guests a valid page. Its kernel "
                + "log says why it stopped using the TSC.",
            "Linux guests need <clock offset='utc'>. hyperv mode='passthrough' prevents live migration to hosts that differ; individual "
                + "features can be listed instead.",
            "It takes effect at the next start of the VM, not at a restart inside the guest.",
        ]);

    public static PlannedRemedy KvmHidden(VmName vm) => new(Setting.Kvm, "Let the guest see the hypervisor (downtime)",
        [
            new(Tools.Virsh, $"virsh edit --domain {vm.Posix}"),
            new(Tools.LibvirtXml, """
                <!-- remove: <feature policy='disable' name='hypervisor'/> -->
                <features>
                  <kvm><hidden state='off'/></kvm>
                </features>
                """),
            new(Tools.Qemu, "qemu-system-x86_64 -accel kvm -cpu host,hypervisor=on,kvm=on ..."),
        ],
        [
            "Someone may have hidden it on purpose, for a graphics driver that refuses to run in a VM: ask first.",
            "It takes effect at the next start of the VM.",
        ]);

    public static PlannedRemedy CloudHypervisor() => ForWindows(
        Setting.CloudHypervisor, "Offer Windows' interface by a release that shows it wholly (downtime)",
        new RemedyStep(Tools.HostShell, "cloud-hypervisor --cpus boot=N,kvm_hyperv=on ..."));

    /// <summary>Where the page is offered and still not used.</summary>
    public static PlannedRemedy CloudHypervisorRelease() => ForWindows(
        Setting.CloudHypervisor, "Run the VM by a release that shows Windows all privileges (downtime)",
        new RemedyStep(Tools.Words, "Look for a release of Cloud Hypervisor that shows the mandatory privileges of Microsoft's hypervisor interface (pull "
            + "request 8380), and start the VM by it.")) with
    {
        When = facts => facts.Machine is { Windows: not null, Hypervisor.ReferenceTsc: true },
    };

    public static PlannedRemedy OpenStack(VmName vm) => new(Setting.OpenStack, "Rebuild it with os_type=windows (downtime; replaces the root disk)",
        [
            new(Tools.OpenStackCli, $"""
                openstack server stop {vm.PosixArgument}
                openstack server image create --wait --name IMAGE {vm.PosixArgument}
                openstack image set --property os_type=windows IMAGE
                openstack server rebuild --wait --image IMAGE {vm.PosixArgument}
                """),
        ],
        [
            Caveats.Downtime,
            "A rebuild replaces the root disk by the image: here one just taken of it. Take a backup first. A server that boots from a volume: build a new "
                + "one from a snapshot whose image properties have os_type=windows.",
            "With os_type=windows Nova offers Windows the hypervisor's interface and its clock, from the next build on.",
        ])
    {
        When = facts => facts.Machine.Windows is not null,
    };

    public static PlannedRemedy Xen(VmName vm) => ForWindows(
        Setting.Xen, "Offer Windows Xen's viridian clock (downtime)",
        new RemedyStep(Tools.XlCfg, "viridian = [ \"base\", \"freq\", \"time_ref_count\", \"reference_tsc\" ]"),
        OtherPower.XlRestart(vm),
        new RemedyStep(Tools.Xe, "xe vm-param-set uuid=UUID platform:viridian=true platform:viridian_time_ref_count=true platform:viridian_reference_tsc=true"
            + "   # then shut the VM down and start it"));

    private static PlannedRemedy ForWindows(Setting where, string action, params RemedyStep[] steps) =>
        new(where, action, steps, ["It takes effect at the next start of the VM, not at a restart inside the guest."])
        {
            When = facts => facts.Machine.Windows is not null,
        };

    public static PlannedRemedy VirtualBox(VmName vm) => new(Setting.VirtualBox, "Offer Windows the interface of Hyper-V (downtime)",
        [new(Tools.VBoxManage, $"VBoxManage showvminfo {vm.Posix} | grep -i paravirt\nVBoxManage modifyvm {vm.Posix} --paravirtprovider hyperv")],
        ["The VM must be powered off. For Linux guests, VirtualBox's kvm-clock was seen to lag behind: leave it there, and use clock source tsc."])
    {
        When = facts => facts.Machine is { Windows: not null, Hypervisor.Interface: not "Hv#1" },
    };

    public static PlannedRemedy KvmNativeTsc(VmName vm) => new(
        Setting.Kvm,
        "Let the guest read the TSC natively (downtime; limits migration)",
        [
            new(Tools.Virsh, $"""
                virsh capabilities | grep 'counter name=.tsc.'
                virsh edit --domain {vm.Posix}
                """),
            new(Tools.LibvirtXml, """
                <cpu mode='host-passthrough'>
                  <feature policy='require' name='invtsc'/>
                </cpu>
                <clock ...>  <!-- its offset stays as it is -->
                  <timer name='tsc' present='yes' mode='native' frequency='HOST-HZ'/>
                </clock>
                """),
            new(Tools.Qm, "qm set VMID --args '-cpu host,+invtsc,tsc-frequency=HOST-HZ'"),
            new(Tools.Qemu, "qemu-system-x86_64 -accel kvm -cpu host,+invtsc,tsc-frequency=HOST-HZ ..."),
        ],
        [
            "HOST-HZ is the frequency shown by the first command, in hertz, along with whether the host can scale. A host that neither "
                + "runs within 250 ppm of it nor can scale refuses the VM or lets it drift: every host the VM may move to must match.",
            "With invtsc but no frequency, the VM cannot be live-migrated.",
            "Whether QEMU honors mode='native' is not documented; the frequency is what counts.",
            "It takes effect at the next start of the VM, not at a restart inside the guest.",
        ]);

    public static PlannedRemedy XenNativeTsc(VmName vm) => new(
        Setting.Xen,
        "Read the TSC natively: tsc_mode (downtime; time is wrong once moved)",
        [
            new(Tools.HostShell, "xl debug-keys s\nxl dmesg | tail -n 40"),
            new(Tools.XlCfg, "tsc_mode = \"native\""),
            OtherPower.XlRestart(vm),
            new(Tools.Xe, "xe vm-param-set uuid=UUID platform:tsc_mode=2   # then shut the VM down and start it"),
        ],
        [
            "After a migration, a suspend, or a save and restore, on a host with a different frequency or one that was restarted, the guest's time "
                + "jumps, and may stand still: verify its rate afterward.",
            "After a migration to a host with a different frequency, the guest's time then runs at the wrong rate: use it only where the VM "
                + "stays on hosts with the same frequency.",
            "The first commands print whether Xen finds the host's TSC reliable, and the mode of each VM. Where it is not reliable, time in "
                + "the guest may be wrong with a native TSC.",
            "A Linux guest reads the TSC directly only with clock source tsc.",
        ])
    {
        Verify = Verification.Rate,
    };

    public static PlannedRemedy XenHostByTsc(VmName vm) => new(
        Setting.Xen,
        "Let Xen keep time by the TSC: clocksource=tsc (host restarts; risk)",
        [
            new(Tools.HostShell, $"""
                xl debug-keys s
                xl dmesg | grep -i -e tsc -e 'platform timer'
                # in /etc/default/grub add to GRUB_CMDLINE_XEN_DEFAULT: clocksource=tsc
                sudo update-grub || sudo grub2-mkconfig -o /boot/grub2/grub.cfg
                xl shutdown -w {vm.PosixArgument}
                sudo reboot
                """),
        ],
        [
            "Every VM of the host is down during the restart: shut them all down or migrate them first. The name is the guest's own: replace it "
                + "with the VM's name on the host.",
            "Only on a host whose TSCs are invariant and in step: Xen requires the option to be given because it is safe only where no "
                + "processor is added later.",
            "That it makes new VMs' reads native is expected, not tried on a physical host.",
        ])
    {
        Verify = Verification.Rate,
    };

    /// <summary>What to look for where a read traps although nothing shows that the machine is virtual.</summary>
    public static PlannedRemedy[] HypervisorBeneath() =>
    [
        new(Setting.Physical, "Look for a hypervisor beneath: Hyper-V, VBS or another",
            [new(Tools.PowerShell, "systeminfo | Select-String -Pattern 'hypervisor', 'Virtualization-based' -Context 0, 4")],
            ["Virtualization-based security protects the machine: do not turn it off for the clock. If the machine itself runs in a VM, its owner can tell."])
        {
            When = facts => facts.Machine.Windows is not null,
        },
        new(Setting.Physical, "Look for a hypervisor beneath that hides itself",
            [new(Tools.Shell, "systemd-detect-virt\ndmesg | grep -i -e hypervisor -e dmi: -e tsc")],
            ["A read of the TSC does not trap on a physical machine. If this one runs in a VM, its owner can tell, and stops and starts it."])
        {
            When = facts => facts.Machine.Linux is not null,
        },
    ];

    public static PlannedRemedy FirmwareUpdate() => new(
        Setting.Physical,
        "Update the firmware and reset its timer and power settings (downtime)",
        [
            new(Tools.Words, "1. Install the manufacturer's current firmware.\n2. Reset its timer and power settings to the factory defaults.\n"
                + "3. Turn the machine off and back on."),
        ],
        ["An operating system that stops using the TSC usually says why: on Linux, search the kernel log for \"clocksource\" and \"tsc\"."]);
}
