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
        from remedy in (IEnumerable<PlannedRemedy>)
            [AskForOption(), UsePage(), TscOnXen(), Tsc(), StartAnew(), GiveRate(), NewerKernel(), DoNotForce(), Look()]
        select remedy with { Verify = remedy.Verify == Verification.Cost ? verify : remedy.Verify };

    /// <summary>The same for a kernel that counts its own ticks beside a TSC: whatever its rate seems, the TSC is not to blame.</summary>
    public static IEnumerable<PlannedRemedy> LinuxOfTicks() => Linux(Verification.Rate).Select(remedy => remedy with
    {
        When = facts => ClocksourceChoice.TicksBesideTsc(facts.Machine.Linux) && remedy.When!(facts),
    });

    public static PlannedRemedy OtherKernel() => new(Setting.Linux, "Try another kernel version (restarts the machine)",
        [
            new(Tools.Words, "1. Note the kernel's version (uname -r) and the cost of a read.\n"
                + "2. Start the machine with the previous or a newer kernel of its distribution, and compare."),
        ],
        ["If reads are fast with another kernel on the same host, the page was valid all along: report the slow one to its maker."])
    {
        When = facts => facts.Machine.Linux is not { Clocksource: "xen" },
        Fill = OnNode,
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
        Fill = (facts, remedy) => WithoutWhatIsSet(facts, WithWord(remedy, "SOURCE", Choice(facts).Source ?? "SOURCE")) with
        {
            Action = $"Use clock source {Choice(facts).Source}, which is on offer",
        },
    };

    private static PlannedRemedy TscOnXen() => Tsc(
        "Use clock source tsc in the guest (risk at suspend, save or move)",
        onXen: true,
        "On EC2's Xen a read cost some 600 ns by clock source xen and 27 ns by tsc. Whether Xen finds the TSC reliable is in its own boot messages, on the host.",
        "After a suspend of the host, a save and restore, or a migration, time by tsc was seen to stand still and to jump (Qubes OS took it back for that): verify it after each.") with
    {
        Verify = Verification.Rate,
    };

    private static PlannedRemedy Tsc() => Tsc(
        "Use clock source tsc (risk: wrong time if it drifts or the VM moves)",
        onXen: false,
        "The kernel lists tsc, so it trusts it now; if it rules it out later, dmesg says why.",
        "In a VM that may be migrated to hosts with a different frequency, the platform's own clock source keeps correct time where tsc may not.");

    private static PlannedRemedy Tsc(string action, bool onXen, params string[] caveats) =>
        Of(ClocksourceStep.UseTsc, action, [Choose("tsc"), Keep("tsc")], caveats) with
        {
            When = facts => IsChosen(facts, ClocksourceStep.UseTsc) && facts.Machine.Linux?.Clocksource == "xen" == onXen,
            Fill = WithoutWhatIsSet,
        };

    private static PlannedRemedy StartAnew() => Of(
        ClocksourceStep.StartKernelAnew,
        "Restart the machine: its kernel then tests the TSC again (downtime)",
        [new(Tools.Shell, $"{Show.Text}\nsudo reboot")],
        ["The kernel ruled the TSC out until its next start: choosing it now does nothing, without an error."]) with
    {
        Fill = (facts, remedy) => OnNode(facts, remedy with
        {
            Steps = Platforms.Of(facts.Machine).RestartOfKernel is { } restart ? [restart] : remedy.Steps,
            Caveats = [.. remedy.Caveats, .. IfItComesBack(facts.Machine.Linux!)],
        }),
    };

    private static string[] IfItComesBack(LinuxFacts linux) => TscDistrust.GetReason(linux) switch
    {
        TscReason.WentBack or TscReason.Jumped =>
            ["It comes back when the host sleeps, or the VM is paused or restored, again. Do not force the TSC: time would jump with it."],
        TscReason.Apart =>
            ["If it comes back: update the firmware, or try a newer kernel. Do not force the TSC: time would run wrong by as much."],
        _ when linux.ClockOptions.Any(option => option is "tsc=reliable" or "tsc=nowatchdog") =>
            ["If it comes back although the kernel's test is turned off: try a newer kernel, or another host."],
        _ when TscDistrust.MayBeLateRead(linux) =>
        [
            "A processor that was held up while the kernel read the other timer looks like a TSC that drifts: it happens on busy hosts.",
            "If it comes back: tsc=nowatchdog on the kernel's command line stops the test. Use it only where the TSC is known to be sound.",
        ],
        _ =>
        [
            "If it comes back: compare wd_nsec and cs_nsec in the kernel's log. Less than 1 % apart, one of them may have been read late; "
                + "more, and the TSC or the other timer runs wrong.",
        ],
    };

    private static PlannedRemedy GiveRate() => Of(
        ClocksourceStep.GiveRate,
        "Let the kernel be told the TSC's rate, and restart it (downtime)",
        [
            Show,
            AddOption("tsc_early_khz=KHZ"),
        ],
        [
            "KHZ is the rate of the host's TSC, as its kernel log has it (tsc: Detected). The option exists from kernel 5.2 on.",
            "A wrong rate makes time run wrong by as much. Better is a VM to which the hypervisor tells it (kvm-clock, or CPUID 0x15): ask who runs the host.",
            "That the option is enough where no timer is there to calibrate against is expected.",
        ]) with
    {
        Verify = Verification.Rate,
    };

    private static PlannedRemedy NewerKernel() => Of(
        ClocksourceStep.NewerKernel,
        "Start the machine with a newer kernel, 5.4 or later (restart)",
        [new(Tools.Words, "Install a newer kernel of its distribution, 5.4 or later, and restart the machine.")],
        ["Without a newer kernel: start the VM on a less busy host, where ticks come in time, or have the hypervisor offer a clock source of its own."]);

    private static PlannedRemedy DoNotForce() => Of(
        ClocksourceStep.DoNotForce,
        "Do not force the TSC: fix the host or its firmware (downtime)",
        [
            Show,
            new(Tools.Words, "1. On a physical machine: update the firmware, and reset its timer and power settings.\n"
                + "2. In a VM: stop it and start it on another host, and tell whoever runs the host what the kernel said."),
        ],
        ["The kernel tested the TSC and found it unfit: forced, time jumps between processors or runs wrong."]);

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

    private static RemedyStep Keep(string source) => AddOption($"clocksource={source}");

    private static RemedyStep AddOption(string option) => new(Tools.AtNextRestart(Tools.Shell), $"""
        # on Red Hat Enterprise Linux and its kin (from 9.3 on only this applies):
        sudo grubby --update-kernel=ALL --args={option}
        # elsewhere add {option} to GRUB_CMDLINE_LINUX in /etc/default/grub, then:
        sudo update-grub || sudo grub2-mkconfig -o /boot/grub2/grub.cfg
        """);

    /// <summary>What the kernel's command line says already is not said to it again.</summary>
    private static PlannedRemedy WithoutWhatIsSet(GuestFacts facts, PlannedRemedy remedy) => OnNode(facts, remedy with
    {
        Steps =
        [
            .. remedy.Steps.Where(step => !facts.Machine.Linux!.ClockOptions.Any(option =>
                step.Text.Contains($"--args={option}\n", StringComparison.Ordinal))),
        ],
    });

    private static PlannedRemedy WithWord(PlannedRemedy remedy, string placeholder, string word) => remedy with
    {
        Steps = [.. remedy.Steps.Select(step => step with { Text = step.Text.Replace(placeholder, word, StringComparison.Ordinal) })],
    };

    public static PlannedRemedy OnNode(GuestFacts facts, PlannedRemedy remedy) => facts.Machine.Linux?.Container is not { } container
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
