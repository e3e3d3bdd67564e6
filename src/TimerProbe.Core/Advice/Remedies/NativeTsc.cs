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
            "HOST-HZ is the frequency that the first command shows, in hertz, with whether the host can scale. A host that neither runs "
                + "at it within 250 ppm nor can scale refuses the VM or lets it drift: all hosts the VM may move to must fit.",
            "With invtsc and without a frequency the VM cannot be migrated live.",
            "hypervclock is for Windows guests, kvmclock for Linux guests. That QEMU heeds mode='native' is not documented; the "
                + "frequency is what counts.",
            "It acts from the next start of the VM, not from a restart inside.",
        ]);

    public static PlannedRemedy Xen(VmName vm) => new(
        Setting.Xen,
        "Read the TSC natively: tsc_mode (downtime; time is wrong once moved)",
        [
            new(Tools.XlCfg, "tsc_mode = \"native\""),
            new(Tools.Xl, $"""
                xl shutdown -w {vm.PosixArgument}
                xl create {ShellQuoting.Posix($"/etc/xen/{vm.Name}.cfg")}
                """),
        ],
        [
            "After a migration to a host with a different frequency the guest's time then runs at a wrong rate: only where it stays on equal "
                + "hosts.",
            "A Linux guest reads the TSC itself only with clock source tsc.",
        ])
    {
        Verify = Verification.Rate,
    };
}
