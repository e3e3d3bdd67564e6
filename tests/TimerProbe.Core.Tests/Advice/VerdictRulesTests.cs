using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class VerdictRulesTests
{
    [Fact]
    public void A_healthy_guest_has_no_findings() => Assert.Empty(RuleCatalogue.Evaluate(WindowsOnVMware));

    [Theory]
    [InlineData("intel", 6, 0x55, true)]
    [InlineData("amd", 0x19, 1, true)]
    [InlineData("intel", 6, 0x3F, false)]
    [InlineData(null, null, null, false)]
    public void Where_the_processor_can_scale_the_three_reasons_left_are_named_and_the_log_that_tells(string? vendor, int? family, int? model, bool isNamed)
    {
        var finding = new TrappedTscRule()
            .Evaluate(Trapped with { Machine = Trapped.Machine with { CpuVendor = vendor, CpuFamily = family, CpuModelNumber = model } })!;
        Assert.Equal(isNamed, finding.LikelyCause!.Contains("nested ESXi, a host that does not trust its TSC (KB 321363), or AMD with adjusted TSCs", StringComparison.Ordinal));
        Assert.Equal(isNamed, finding.Remedies[0].Steps.Any(step => step.Text.Contains("TSC scaling", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_trapped_tsc_is_critical_and_shows_its_figures()
    {
        var finding = new TrappedTscRule().Evaluate(Trapped)!;

        Assert.Equal(("TP101", Severity.Critical, Confidence.Measured), (finding.Rule, finding.Severity, finding.Confidence));
        Assert.Equal("Reading the clock traps into the hypervisor", finding.Title);
        Assert.Contains(new Evidence("RDTSC", "1090", "ns", "measured here"), finding.Evidence);
        Assert.Contains(finding.Evidence, evidence => evidence is { Source: "CPUID 0x40000010", Value: "2494000000", Unit: "Hz" });
        Assert.Contains(finding.References, reference => reference.Locator.Contains("321363", StringComparison.Ordinal));
    }

    [Fact]
    public void A_trapped_tsc_without_the_stub_is_inferred() =>
        Assert.Equal(Confidence.Inferred, new TrappedTscRule().Evaluate(Trapped.Says(ClockState.Slow, ClockCause.TscTrapped, Confidence.Inferred))!.Confidence);

    [Fact]
    public void A_trapped_tsc_beneath_virtualization_based_security_says_so_and_is_as_sure_as_the_verdict()
    {
        var finding = new TrappedTscRule().Evaluate(Trapped.WithVbs())!;
        Assert.Equal((Severity.Critical, Confidence.Measured), (finding.Severity, finding.Confidence));
        Assert.Contains(new Evidence("Virtualization-based security", "true", Unit: null, "operating system"), finding.Evidence);
        Assert.DoesNotContain(new TrappedTscRule().Evaluate(Trapped)!.Evidence, evidence => evidence.What == "Virtualization-based security");
    }

    [Theory]
    [InlineData("QEMU", "KVMKVMKVM", "KVM", "libvirt", "VMware", "Xen")]
    [InlineData("Xen", "XenVMMXenVMM", "Xen", "xen-tscmode", "VMware", "libvirt")]
    [InlineData("VMware, Inc.", "VMwareVMware", "VMware", "321363", "Xen", "libvirt")]
    public void References_are_those_of_the_platform(string manufacturer, string vendor, string name, string own, params string[] others)
    {
        var guest = LinuxOn(manufacturer, "", vendor, name).Says(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured);
        var references = new TrappedTscRule().Evaluate(guest)!.References;
        Assert.Contains(references, reference => reference.Locator.Contains(own, StringComparison.Ordinal));
        Assert.DoesNotContain(references, reference => others.Any(other => reference.ToString().Contains(other, StringComparison.Ordinal)));
    }

    [Fact]
    public void A_processor_without_RDTSC_is_not_asked_to_time_it()
    {
        var arm = ArmOn("Amazon EC2", "m7g.large").Says(ClockState.Slow, ClockCause.Unknown) with { Clocks = Costs(900, vmExit: null, timestampCounter: null) };
        Assert.DoesNotContain(new UnknownCauseRule().Evaluate(arm)!.Remedies, remedy => remedy.Action.Contains("RDTSC", StringComparison.Ordinal));
    }

    [Fact]
    public void The_ladder_on_VMware_goes_from_a_move_without_downtime_to_the_raw_tsc()
    {
        var remedies = new TrappedTscRule().Evaluate(Trapped)!.Remedies;

        Assert.Equal([1, 2, 3, 4, 5, 6], remedies.Select(remedy => remedy.Rank));
        Assert.Contains(remedies[0].Steps, step => step.Text.Contains("Move-VM", StringComparison.Ordinal));
        Assert.Contains("no downtime expected", remedies[0].Action, StringComparison.Ordinal);
        Assert.Contains(remedies[1].Steps, step => step.Text.Contains("vmx.reboot.powerCycle", StringComparison.Ordinal));
        Assert.Contains(remedies[2].Steps, step => step.Text.Contains("New-DrsVMHostRule", StringComparison.Ordinal));
        Assert.Contains(remedies[3].Steps, step => step.Text.Contains("CpuInfo.Hz", StringComparison.Ordinal));
        Assert.Contains(remedies[4].Steps, step => step.Text.Contains("/var/log/boot.gz", StringComparison.Ordinal));
        Assert.Contains(remedies[5].Steps, step => step.Text.Contains("monitor_control.virtual_rdtsc", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("TP101")]
    [InlineData("TP209")]
    [InlineData("TP214")]
    public void To_force_a_hosts_TSC_is_said_to_crash_it_in_the_end_and_the_boot_log_is_looked_at(string rule)
    {
        var description = RuleCatalogue.Descriptions.Single(item => item.Id == rule);
        var remedies = description.Remedies.SelectMany(group => group.Remedies).ToList();

        Assert.Contains(remedies.SelectMany(remedy => remedy.Caveats).Append(description.Meaning), text => text.ReplaceLineEndings(" ")
            .Contains("eventually crashes the host", StringComparison.Ordinal));
        Assert.Contains(remedies.SelectMany(remedy => remedy.Steps), step => step.Text.Contains("/var/log/boot.gz", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(ClockState.Slow, Severity.Critical)]
    [InlineData(ClockState.Suspicious, Severity.Warning)]
    public void A_platform_timer_is_as_grave_as_its_verdict(ClockState state, Severity severity)
    {
        var facts = WindowsOnVMware.Says(state, ClockCause.PlatformTimer, Confidence.Measured).In(new WindowsFacts { QpfHz = new(3_579_545), QpcBypass = 0 });
        var finding = new PlatformTimerRule().Evaluate(facts)!;

        Assert.Equal(severity, finding.Severity);
        Assert.Contains(finding.Evidence, evidence => evidence is { What: "QpcBypassEnabled", Value: "0" });
        Assert.Contains(finding.Remedies[0].Steps, step => step.Text.Contains("bcdedit /deletevalue useplatformclock", StringComparison.Ordinal));
    }

    [Fact]
    public void Useplatformclock_is_not_blamed_when_it_is_known_not_to_be_set()
    {
        var facts = WindowsOnVMware.Says(ClockState.Slow, ClockCause.PlatformTimer, Confidence.Measured);
        Assert.DoesNotContain(new PlatformTimerRule()
            .Evaluate(facts)!.Remedies.SelectMany(remedy => remedy.Steps), step => step.Text.Contains("bcdedit", StringComparison.Ordinal));
    }

    [Fact]
    public void A_page_that_was_read_shows_its_sequence()
    {
        var facts = WindowsOnVMware.Says(ClockState.Slow, ClockCause.HypervisorPage, Confidence.Measured);
        var read = facts.In(facts.Machine.Windows! with { ReferencePage = new ReferencePageFacts(0, 0x0106_C650_106C_6500, 0) });
        var evidence = new HypervisorPageRule().Evaluate(read)!.Evidence;
        Assert.Contains(new Evidence("The page's sequence (0: not valid)", "0", Unit: null, "the hypervisor's reference page"), evidence);
        Assert.DoesNotContain(new HypervisorPageRule().Evaluate(facts)!.Evidence, item => item.What.Contains("sequence", StringComparison.Ordinal));
    }

    [Fact]
    public void A_page_that_does_not_hold_is_inferred()
    {
        var finding = new HypervisorPageRule().Evaluate(WindowsOnVMware.Says(ClockState.Slow, ClockCause.HypervisorPage, Confidence.Inferred))!;
        Assert.Equal((Severity.Critical, Confidence.Inferred), (finding.Severity, finding.Confidence));
    }

    [Fact]
    public void A_call_into_the_hypervisor_does_not_send_people_to_bcdedit_first()
    {
        var finding = new HypervisorCallRule().Evaluate(WindowsOnVMware.Says(ClockState.Slow, ClockCause.HypervisorCall, Confidence.Inferred))!;
        Assert.Equal((Severity.Critical, Confidence.Inferred), (finding.Severity, finding.Confidence));
        Assert.DoesNotContain(finding.Remedies[0].Steps, step => step.Text.Contains("bcdedit", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(ClockChangeKind.Time, "timerprobe watch")]
    [InlineData(ClockChangeKind.Processors, "timerprobe check --per-processor")]
    public void A_clock_that_changes_shows_both_its_figures_and_how_to_follow_it(ClockChangeKind between, string command)
    {
        var changing = WindowsOnVMware.Says(ClockState.Unclear, ClockCause.Intermittent, Confidence.Measured) with
        {
            Change = new ClockChange(new(30), new(1_180), between, 0.5),
        };
        var finding = new IntermittentRule().Evaluate(changing)!;

        Assert.Equal((Severity.Warning, Confidence.Measured), (finding.Severity, finding.Confidence));
        Assert.Equal(["30", "1180", "50"], finding.Evidence.Take(3).Select(evidence => evidence.Value));
        Assert.StartsWith(command, finding.Remedies[0].Steps[0].Text, StringComparison.Ordinal);
        Assert.Null(new UnclearRule().Evaluate(changing));
    }

    [Fact]
    public void A_slow_clock_with_a_native_looking_exit_is_not_said_to_be_no_trap() =>
        Assert.DoesNotContain("not a trapped TSC", new UnknownCauseRule().Description.Meaning, StringComparison.Ordinal);

    [Fact]
    public void Unclear_is_a_warning_and_asks_for_more_time()
    {
        var finding = new UnclearRule().Evaluate(WindowsOnVMware.Says(ClockState.Unclear, ClockCause.Unknown))!;
        Assert.Equal(Severity.Warning, finding.Severity);
        Assert.Contains(finding.Remedies[0].Steps, step => step.Text.Contains("--budget", StringComparison.Ordinal));
        Assert.Null(new UnclearRule().Evaluate(WindowsOnVMware.Says(ClockState.Suspicious, ClockCause.Unknown)));
    }

    [Fact]
    public void A_second_in_doubt_is_no_busy_machine()
    {
        var said = WindowsOnVMware.Says(ClockState.Unclear, ClockCause.Unknown);
        var machine = said.Machine with
        {
            Windows = null,
            Linux = new LinuxFacts { KernelTscHz = Frequency.FromMegahertz(333) },
            Hypervisor = said.Machine.Hypervisor with { VirtualTscHz = Frequency.FromMegahertz(2596) },
        };
        Assert.StartsWith("The kernel took a wrong rate", new UnclearRule().Evaluate(said with { Machine = machine })!.LikelyCause, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(ClockState.Check, Severity.Info)]
    [InlineData(ClockState.Suspicious, Severity.Warning)]
    [InlineData(ClockState.Slow, Severity.Critical)]
    public void An_unknown_cause_is_as_grave_as_its_verdict(ClockState state, Severity severity) =>
        Assert.Equal(severity, new UnknownCauseRule().Evaluate(WindowsOnVMware.Says(state, ClockCause.Unknown))!.Severity);

    [Fact]
    public void An_unknown_cause_without_the_stub_says_that_the_stub_would_decide()
    {
        var unknown = WindowsOnVMware.Says(ClockState.Slow, ClockCause.Unknown);
        var without = new UnknownCauseRule().Evaluate(unknown with { Clocks = Costs(900, 1_100, timestampCounter: null) })!;

        Assert.Contains(without.Evidence, evidence => evidence is { Value: "executable memory was refused" });
        Assert.StartsWith("Let RDTSC be timed", without.Remedies[0].Action, StringComparison.Ordinal);
        Assert.DoesNotContain(new UnknownCauseRule().Evaluate(unknown)!.Remedies, remedy => remedy.Action.StartsWith("Let RDTSC", StringComparison.Ordinal));
    }

    [Fact]
    public void An_unclear_verdict_has_no_unknown_cause() =>
        Assert.Null(new UnknownCauseRule().Evaluate(WindowsOnVMware.Says(ClockState.Unclear, ClockCause.Unknown)));

    [Fact]
    public void Verdict_rules_are_silent_about_each_others_causes()
    {
        Dictionary<ClockCause, GuestRule> rules = new()
        {
            [ClockCause.TscTrapped] = new TrappedTscRule(),
            [ClockCause.PlatformTimer] = new PlatformTimerRule(),
            [ClockCause.HypervisorPage] = new HypervisorPageRule(),
            [ClockCause.HypervisorCall] = new HypervisorCallRule(),
            [ClockCause.CpuStarved] = new StarvedCpuRule(),
            [ClockCause.Intermittent] = new IntermittentRule(),
            [ClockCause.Unknown] = new UnknownCauseRule(),
            [ClockCause.SystemCall] = new SystemCallRule(),
        };
        var changing = WindowsOnVMware with { Change = new ClockChange(new(30), new(1_180), ClockChangeKind.Time, 0.5) };

        Assert.Equal(Enum.GetValues<ClockCause>().Except([ClockCause.None]).Order(), rules.Keys.Order());
        Assert.All(rules, rule =>
            Assert.Equal([rule.Value],
                rules.Values.Where(other => other.Evaluate(changing.Says(ClockState.Slow, rule.Key, Confidence.Measured)) is not null)));
    }
}
