namespace TimerProbe.Core.Advice.Remedies;

internal static class GuestClocksource
{
    public static PlannedRemedy WindowsPlatformClock() => new(
        Setting.Windows,
        "Remove the boot option useplatformclock and restart Windows",
        [
            new(Tools.CommandPrompt, """
                bcdedit /enum {current}
                bcdedit /deletevalue useplatformclock && shutdown /r /t 60
                """),
            new(Tools.PowerShell, """
                bcdedit /enum '{current}'
                bcdedit /deletevalue '{current}' useplatformclock
                if ($LASTEXITCODE -eq 0) { Restart-Computer -Confirm }
                """),
        ],
        [
            "Both need administrator rights, and Windows restarts.",
            "If the option is not set, the first command does not list it, the second fails and nothing is restarted: it is not the cause.",
            "Someone set it: it is often recommended in old advice about games or clock drift. Without it, Windows chooses "
                + "the best clock itself.",
        ])
    {
        When = facts => facts.Machine.Windows?.UsePlatformClock != false,
    };

    private static readonly RemedyStep[] ChooseTsc =
    [
        new(Tools.Shell, """
            cat /sys/devices/system/clocksource/clocksource0/current_clocksource
            cat /sys/devices/system/clocksource/clocksource0/available_clocksource
            dmesg | grep -i -e tsc -e clocksource
            echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource
            """),
        new(Tools.AtNextRestart(Tools.Shell), """
            # on Red Hat Enterprise Linux and its kin:
            sudo grubby --update-kernel=ALL --args=clocksource=tsc
            # elsewhere add clocksource=tsc to GRUB_CMDLINE_LINUX in /etc/default/grub, then:
            sudo update-grub || sudo grub2-mkconfig -o /boot/grub2/grub.cfg
            sudo reboot
            """),
    ];

    /// <summary>What comes first on Xen, where it needs nobody's help: in a cloud the other ways are closed.</summary>
    public static PlannedRemedy LinuxTscOnXen() => new(
        Setting.Xen,
        "Use clock source tsc in the guest (risk: wrong time if the VM moves)",
        ChooseTsc,
        [
            "On EC2's Xen a read cost some 600 ns by clock source xen and 27 ns by tsc. On a host of your own, xl dmesg says whether Xen finds the TSC reliable.",
            "If dmesg in the guest says that the TSC is unstable, find out why first: a TSC that really drifts gives wrong time.",
        ])
    {
        When = facts => facts.Machine.Linux is { Clocksource: not "tsc" },
    };

    /// <summary>For a kernel that has lost its fast path to a page that is valid.</summary>
    public static PlannedRemedy OtherKernel() => new(
        Setting.Linux,
        "Try another kernel version (restarts the machine)",
        [
            new(Tools.Words, """
                1. Note the kernel's version (uname -r) and the cost of a read.
                2. Start the machine with the previous or a newer kernel of its distribution, and compare.
                """),
        ],
        ["If reads are fast with another kernel on the same host, the page was valid all along: report the slow one to its maker."])
    {
        When = facts => facts.Machine.Linux is not { Clocksource: "xen" },
    };

    public static PlannedRemedy LinuxTsc() => new(
        Setting.Linux,
        "Use clock source tsc (risk: wrong time if it drifts or the VM moves)",
        ChooseTsc,
        [
            "If dmesg says that the TSC is unstable, find out why first: a TSC that really drifts gives wrong time.",
            "From Red Hat Enterprise Linux 9.3 on, grub2-mkconfig no longer applies GRUB_CMDLINE_LINUX to its entries; grubby does.",
            "tsc=reliable on the kernel command line turns off the kernel's TSC watchdog: use it only on a platform whose TSC is known "
                + "to be sound.",
            "In a VM that may be migrated to hosts with a different frequency, the platform's own clock source keeps correct time where tsc "
                + "may not.",
        ])
    {
        When = facts => facts.Machine.Linux?.Clocksource switch
        {
            "tsc" => false,
            "xen" => Settings.PlatformOf(facts.Machine) != Setting.Xen,
            _ => true,
        },
    };
}
