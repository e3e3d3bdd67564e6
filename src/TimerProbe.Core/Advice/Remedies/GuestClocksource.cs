namespace TimerProbe.Core.Advice;

internal static class GuestClocksource
{
    private const string Folder = "/sys/devices/system/clocksource/clocksource0";

    private const string WhoSetIt =
        "Somebody set it, perhaps as the cure for a skew of the TSC or for time that ran wrong: ask before it goes, and verify the time afterward.";

    private static readonly RemedyStep Show = new(Tools.Shell, $$"""
        cat {{Folder}}/current_clocksource
        cat {{Folder}}/available_clocksource
        cat /proc/cmdline
        dmesg | grep -i -e tsc -e clocksource
        """);

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
            WhoSetIt,
        ])
    {
        When = facts => facts.Machine.Windows?.UsePlatformClock != false,
    };

    public static IEnumerable<PlannedRemedy> Linux(string verify = Verification.Cost) =>
        from remedy in (IEnumerable<PlannedRemedy>)[AskForOption(), UsePage(), TscOnXen(), Tsc(), StartAnew(), DoNotForce(), Look()]
        select remedy with { Verify = remedy.Verify == Verification.Cost ? verify : remedy.Verify };

    public static PlannedRemedy OtherKernel() => new(Setting.Linux, "Try another kernel version (restarts the machine)",
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

    private static PlannedRemedy AskForOption() => Of(
        ClocksourceStep.AskForOption,
        "Ask why the kernel's clock option is set, then remove it (restart)",
        [
            Show,
            new(Tools.AtNextRestart(Tools.Shell), """
                # on Red Hat Enterprise Linux and its kin:
                sudo grubby --update-kernel=ALL --remove-args='OPTION'
                # elsewhere take OPTION out of GRUB_CMDLINE_LINUX in /etc/default/grub, then:
                sudo update-grub || sudo grub2-mkconfig -o /boot/grub2/grub.cfg
                sudo reboot
                """),
        ],
        [WhoSetIt, "Without it the kernel tests the TSC itself and takes the best source it trusts."]) with
    {
        Fill = (facts, remedy) => OnNode(facts, WithWord(remedy, "OPTION", string.Join(' ', Choice(facts).Options))),
    };

    private static PlannedRemedy UsePage() => Of(
        ClocksourceStep.UsePage,
        "Use the hypervisor's own clock source, which the kernel offers",
        [Choose("SOURCE"), Keep("SOURCE")],
        ["It is read without leaving the machine, and keeps right after a move to another host."]) with
    {
        Fill = (facts, remedy) => OnNode(facts, WithWord(remedy, "SOURCE", Choice(facts).Source ?? "SOURCE")) with
        {
            Action = $"Use clock source {Choice(facts).Source}, which is on offer",
        },
    };

    private static PlannedRemedy TscOnXen() => Of(
        ClocksourceStep.UseTsc,
        "Use clock source tsc in the guest (risk at suspend, save or move)",
        [Choose("tsc"), Keep("tsc")],
        [
            "On EC2's Xen a read cost some 600 ns by clock source xen and 27 ns by tsc. On a host of your own, xl dmesg says whether Xen finds the TSC reliable.",
            "After a suspend of the host, a save and restore, or a migration, time by tsc was seen to stand still and to jump (Qubes OS took it back for that): verify it after each.",
        ]) with
    {
        When = facts => IsChosen(facts, ClocksourceStep.UseTsc) && facts.Machine.Linux?.Clocksource == "xen",
        Verify = Verification.Rate,
    };

    private static PlannedRemedy Tsc() => Of(
        ClocksourceStep.UseTsc,
        "Use clock source tsc (risk: wrong time if it drifts or the VM moves)",
        [Choose("tsc"), Keep("tsc")],
        [
            "The kernel lists tsc, so it trusts it now; if it rules it out later, dmesg says why.",
            "In a VM that may be migrated to hosts with a different frequency, the platform's own clock source keeps correct time where tsc "
                + "may not.",
        ]) with
    {
        When = facts => IsChosen(facts, ClocksourceStep.UseTsc) && facts.Machine.Linux?.Clocksource != "xen",
    };

    private static PlannedRemedy StartAnew() => Of(
        ClocksourceStep.StartKernelAnew,
        "Restart the machine: its kernel then tests the TSC again (downtime)",
        [new(Tools.Shell, $"{Show.Text}\nsudo reboot")],
        [
            "The kernel ruled the TSC out until its next start: choosing it now does nothing, without an error.",
            "A virtual processor that was delayed while the kernel read the other timer looks the same as a TSC that drifts: it happens on busy hosts, and "
                + "after the host slept.",
            "If it comes back: tsc=nowatchdog or tsc=reliable on the kernel's command line stop the test. Use them only where the TSC is known to be sound.",
        ]) with
    {
        Fill = (facts, remedy) => OnNode(facts, remedy with
        {
            Steps = Platforms.Of(facts.Machine).RestartOfKernel is { } restart ? [restart] : remedy.Steps,
        }),
    };

    private static PlannedRemedy DoNotForce() => Of(
        ClocksourceStep.DoNotForce,
        "Do not force the TSC: mend the host or firmware beneath (downtime)",
        [
            Show,
            new(Tools.Words, """
                1. On a physical machine: update the firmware, and reset its timer and power settings.
                2. In a VM: stop it and start it on another host, and tell whoever runs the host what the kernel said.
                """),
        ],
        ["The kernel tested the TSC and found it unfit: forced (clocksource=tsc, tsc=reliable), time jumps between processors or runs wrong."]);

    private static PlannedRemedy Look() => Of(
        ClocksourceStep.Look,
        "See which clock sources the kernel offers, and why not a faster one",
        [Show],
        [
            "The second command lists what can be chosen; a source that is not there cannot, and choosing it does nothing, without an error.",
            "The kernel says why it rules the TSC out when it starts, or when it happens: look into the journal of that start (journalctl -k).",
        ]);

    private static PlannedRemedy Of(ClocksourceStep step, string action, IReadOnlyList<RemedyStep> steps, IReadOnlyList<string> caveats) =>
        new(Setting.Linux, action, steps, caveats) { When = facts => IsChosen(facts, step), Fill = OnNode };

    private static ClocksourceChoice Choice(GuestFacts facts) => ClocksourceChoice.Of(facts.Machine.Linux);

    private static bool IsChosen(GuestFacts facts, ClocksourceStep step) => Choice(facts).Steps.Contains(step);

    private static RemedyStep Choose(string source) => new(Tools.Shell, $"{Show.Text}\necho {source} | sudo tee {Folder}/current_clocksource");

    private static RemedyStep Keep(string source) => new(Tools.AtNextRestart(Tools.Shell), $"""
        # on Red Hat Enterprise Linux and its kin (from 9.3 on only this applies):
        sudo grubby --update-kernel=ALL --args=clocksource={source}
        # elsewhere add clocksource={source} to GRUB_CMDLINE_LINUX in /etc/default/grub, then:
        sudo update-grub || sudo grub2-mkconfig -o /boot/grub2/grub.cfg
        """);

    private static PlannedRemedy WithWord(PlannedRemedy remedy, string placeholder, string word) => remedy with
    {
        Steps = [.. remedy.Steps.Select(step => step with { Text = step.Text.Replace(placeholder, word, StringComparison.Ordinal) })],
    };

    private static PlannedRemedy OnNode(GuestFacts facts, PlannedRemedy remedy) => facts.Machine.Linux?.Container is not { } container
        ? remedy
        : remedy with
        {
            Steps = [.. remedy.Steps.Select(step => step with { Tool = Tools.OnNode(step.Tool) })],
            Caveats =
            [
                $"This process is in a container ({container}): the clock source and the kernel are its node's, and the steps are for whoever runs that.",
                .. remedy.Caveats,
            ],
        };
}
