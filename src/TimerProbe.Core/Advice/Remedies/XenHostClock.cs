namespace TimerProbe.Core.Advice.Remedies;

internal static class XenHostClock
{
    public static PlannedRemedy TimeByTsc(VmName vm) => new(
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
