namespace TimerProbe.Core.Advice.Remedies;

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
        ],
        [
            "After a migration to a host with a different frequency, the guest's time then runs at the wrong rate: use it only where the VM "
                + "stays on hosts with the same frequency.",
            "The first commands print whether Xen finds the host's TSC reliable, and the mode of each VM. Where it is not reliable, time in "
                + "the guest may be wrong with a native TSC.",
            "A Linux guest reads the TSC directly only with clock source tsc.",
        ])
    {
        Verify = Verification.Rate,
    };
}
