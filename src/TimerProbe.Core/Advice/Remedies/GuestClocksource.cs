namespace TimerProbe.Core.Advice.Remedies;

/// <summary>Choosing the clock from inside the operating system.</summary>
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

    public static PlannedRemedy LinuxTsc() => new(
        Setting.Linux,
        "Use clock source tsc (risk: wrong time if it drifts or the VM moves)",
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
        ],
        [
            "If dmesg says that the TSC is unstable, find out why first: a TSC that really drifts gives wrong time.",
            "From Red Hat Enterprise Linux 9.3 on, grub2-mkconfig no longer applies GRUB_CMDLINE_LINUX to its entries; grubby does.",
            "tsc=reliable on the kernel command line turns off the kernel's TSC watchdog: use it only on a platform whose TSC is known "
                + "to be sound.",
            "In a VM that may be migrated to hosts with a different frequency, the platform's own clock source keeps correct time where tsc "
                + "may not.",
        ])
    {
        When = facts => facts.Machine.Linux is not { Clocksource: "tsc" },
    };
}
