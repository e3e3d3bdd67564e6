using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

/// <summary>Whether the first remedy would have saved the owners of slow clocks that were reported.</summary>
public sealed class ReportedMachinesTests
{
    public static TheoryData<string> Names => [.. ReportedMachine.All.Select(machine => machine.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void The_cause_is_named(string name) => Assert.Equal(Named(name).Cause, Named(name).Facts.Verdict.Cause);

    [Theory]
    [MemberData(nameof(Names))]
    public void The_first_remedy_is_its_own(string name) =>
        Assert.Contains(Named(name).First, GetText(GetCause(Named(name)).Remedies[0]), StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(Names))]
    public void Nothing_is_said_that_its_facts_rule_out(string name)
    {
        var said = string.Join('\n', RuleCatalogue.Evaluate(Named(name).Facts).SelectMany(finding => finding.Remedies)
            .SelectMany(remedy => remedy.Steps).Select(step => $"{step.Tool}: {step.Text}"));
        Assert.All(Named(name).Never, word => Assert.DoesNotContain(word, said, StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void The_evidence_shows_the_list_the_reason_and_the_options(string name)
    {
        if (Named(name) is { Machine.Linux: { } linux, Cause: not ClockCause.TscTrapped } machine)
        {
            var shown = GetCause(machine).Evidence.Select(evidence => evidence.Value).ToList();
            string[] facts = [string.Join(", ", linux.AvailableClocksources), linux.UnstableReason ?? "", string.Join(' ', linux.ClockOptions)];
            Assert.All(facts.Where(fact => fact.Length > 0), fact => Assert.Contains(fact, shown));
        }
    }

    [Theory]
    [InlineData("XCP-ng", "Xen emulates RDTSC: its tsc_mode")]
    [InlineData("Proxmox VE", "cannot scale")]
    [InlineData("VirtualBox on a PC with Hyper-V", "VirtualBox intercepts")]
    [InlineData("Workstation on a laptop", "Hyper-V (also VBS)")]
    [InlineData("vSphere", "The VM was moved to, or resumed on, a host")]
    public void A_trapped_clock_is_explained_by_its_platform(string name, string words) =>
        Assert.Contains(words, GetCause(Named(name)).LikelyCause, StringComparison.Ordinal);

    [Fact]
    public void What_a_finding_says_of_any_of_them_fits_its_two_lines() => Assert.All(
        ReportedMachine.All.SelectMany(machine => RuleCatalogue.Evaluate(machine.Facts)),
        finding =>
        {
            Assert.InRange(finding.LikelyCause!.Length, 1, 136);
            Assert.All(finding.Remedies, remedy => Assert.InRange(remedy.Action.Length, 1, 69));
        });

    [Fact]
    public void A_report_about_Xen_cites_nothing_of_HyperV() =>
        Assert.DoesNotContain(GetCause(Named("EC2 of Xen by clock source xen")).References, reference => reference.Locator.Contains("azurelinux", StringComparison.Ordinal));

    [Fact]
    public void On_Linux_nothing_begins_with_useplatformclock() =>
        Assert.DoesNotContain("useplatformclock", GetCause(Named("bhyve")).LikelyCause, StringComparison.Ordinal);

    [Theory]
    [InlineData(4_000_000.0, true)]
    [InlineData(100_000.0, true)]
    [InlineData(99_999.0, false)]
    [InlineData(null, false)]
    public void A_step_as_long_as_a_tick_is_a_finding(double? step, bool fires)
    {
        ClockFacts precise = WindowsOnVMware.Clock(ClockSource.PreciseTime)! with { GranularityNs = step is { } known ? new Duration(known) : null };
        Assert.Equal(fires, GuestSettingRules.CoarseStep.Evaluate(WindowsOnVMware with { Clocks = [precise] }) is { Severity: Severity.Warning });
    }

    [Theory]
    [InlineData(1_900, true)]
    [InlineData(300, false)]
    public void An_expensive_coarse_clock_beside_a_cheap_precise_one_is_a_finding(double coarse, bool fires)
    {
        ClockFacts cheap = WindowsOnVMware.Clock(ClockSource.PreciseTime)!;
        ClockFacts expensive = cheap with
        {
            Source = ClockSource.CoarseTime,
            CallNs = new CallCost(new Duration(coarse), new Duration(coarse), new Duration(coarse), new Duration(coarse))
        };
        Assert.Equal(fires, ClockPathRules.SystemCall.Evaluate(WindowsOnVMware with { Clocks = [cheap, expensive] }) is { Severity: Severity.Warning });
    }

    [Fact]
    public void A_doubtful_second_is_no_busy_machine_and_is_compared_with_a_clock_outside_first()
    {
        var said = LinuxOn("QEMU", "", "KVMKVMKVM", "KVM").Says(ClockState.Unclear, ClockCause.Unknown)
            .On(hypervisor => hypervisor with { VirtualTscHz = Frequency.FromMegahertz(2596) });
        var doubtful = said with { Machine = said.Machine with { Linux = new LinuxFacts { KernelTscHz = Frequency.FromMegahertz(333) } } };
        Assert.StartsWith("The kernel took a wrong rate", UnclearRules.Unclear.Evaluate(doubtful)!.LikelyCause, StringComparison.Ordinal);
        Assert.Contains("--drift", UnclearRules.Unclear.Evaluate(doubtful)!.Remedies[0].Steps[0].Text, StringComparison.Ordinal);
        Assert.Contains("--budget", UnclearRules.Unclear.Evaluate(said)!.Remedies[0].Steps[0].Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(12.0, "RDTSC is native", false)]
    [InlineData(null, "could not be timed", true)]
    public void RDTSC_that_was_timed_is_not_called_untimed(double? tsc, string cause, bool isToBeTimed)
    {
        var finding = UnclearRules.UnknownCause.Evaluate(WindowsOnVMware.Says(ClockState.Slow, ClockCause.Unknown) with { Clocks = Costs(900, 1_100, tsc) })!;
        Assert.Contains(cause, finding.LikelyCause, StringComparison.Ordinal);
        Assert.Equal(isToBeTimed, finding.Remedies[0].Action.StartsWith("Let RDTSC be timed", StringComparison.Ordinal));
    }

    private static ReportedMachine Named(string name) => ReportedMachine.All.Single(machine => machine.Name == name);

    private static Finding GetCause(ReportedMachine machine) =>
        RuleCatalogue.Evaluate(machine.Facts).Single(finding => finding.Rule == machine.Cause switch
        {
            ClockCause.TscTrapped => "TP101",
            ClockCause.PlatformTimer => "TP102",
            ClockCause.HypervisorPage => "TP103",
            ClockCause.HypervisorCall => "TP114",
            _ => "TP116",
        });

    private static string GetText(Remedy remedy) =>
        string.Join('\n', [remedy.Action, remedy.Verify, .. remedy.Caveats,
            .. remedy.Steps.SelectMany(step => new[] { step.Tool, step.Text })]);
}
