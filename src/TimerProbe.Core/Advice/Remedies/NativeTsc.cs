namespace TimerProbe.Core.Advice;

/// <summary>Letting a guest read the TSC without leaving the virtual machine, on KVM and Xen.</summary>
internal static class NativeTsc
{
    public static PlannedRemedy Kvm(VmName vm) => new(
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
                  <timer name='kvmclock' present='yes'/>
                  <timer name='hypervclock' present='yes'/>
                </clock>
                """),
            new(Tools.Qm, "qm set VMID --args '-cpu host,+invtsc,tsc-frequency=HOST-HZ'"),
            new(Tools.Qemu, "qemu-system-x86_64 -accel kvm -cpu host,+invtsc,tsc-frequency=HOST-HZ ..."),
        ],
        [
            "HOST-HZ is the frequency shown by the first command, in hertz, along with whether the host can scale. A host that neither "
                + "runs within 250 ppm of it nor can scale refuses the VM or lets it drift: every host the VM may move to must match.",
            "With invtsc but no frequency, the VM cannot be live-migrated.",
            "hypervclock is for Windows guests, kvmclock for Linux guests. Whether QEMU honors mode='native' is not documented; "
                + "the frequency is what counts.",
            "It takes effect at the next start of the VM, not at a restart inside the guest.",
        ]);

    public static PlannedRemedy Xen(VmName vm) => new(
        Setting.Xen,
        "Read the TSC natively: tsc_mode (downtime; time is wrong once moved)",
        [
            new(Tools.HostShell, """
                xl debug-keys s
                xl dmesg | tail -n 40
                """),
            new(Tools.XlCfg, "tsc_mode = \"native\""),
            new(Tools.Xl, $"""
                xl shutdown -w {vm.PosixArgument}
                xl create {ShellQuoting.Posix($"/etc/xen/{vm.Name}.cfg")}
                """),
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

    public static PlannedRemedy XenHost(VmName vm) => new(
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
}
