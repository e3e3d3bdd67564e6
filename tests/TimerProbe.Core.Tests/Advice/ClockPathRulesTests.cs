using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class ClockPathRulesTests
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
        var finding = ClockPathRules.TrappedTsc
            .Evaluate(Trapped with { Machine = Trapped.Machine with { CpuVendor = vendor, CpuFamily = family, CpuModelNumber = model } })!;
        Assert.Equal(isNamed, finding.LikelyCause!.Contains("nested ESXi, a host that does not trust its TSC (KB 321363), or AMD with adjusted TSCs", StringComparison.Ordinal));
        Assert.Equal(isNamed, finding.Remedies[0].Steps.Any(step => step.Text.Contains("TSC scaling", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("QEMU", "KVMKVMKVM", "KVM", "libvirt", "VMware", "Xen")]
    [InlineData("Xen", "XenVMMXenVMM", "Xen", "xen-tscmode", "VMware", "libvirt")]
    [InlineData("VMware, Inc.", "VMwareVMware", "VMware", "321363", "Xen", "libvirt")]
    public void References_are_those_of_the_platform(string manufacturer, string vendor, string name, string own, params string[] others)
    {
        var guest = LinuxOn(manufacturer, "", vendor, name).Says(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured);
        var references = ClockPathRules.TrappedTsc.Evaluate(guest)!.References;
        Assert.Contains(references, reference => reference.Locator.Contains(own, StringComparison.Ordinal));
        Assert.DoesNotContain(references, reference => others.Any(other => reference.ToString().Contains(other, StringComparison.Ordinal)));
    }

    [Fact]
    public void A_processor_without_RDTSC_is_not_asked_to_time_it()
    {
        var arm = ArmOn("Amazon EC2", "m7g.large").Says(ClockState.Slow, ClockCause.Unknown) with { Clocks = Costs(900, vmExit: null, timestampCounter: null) };
        Assert.DoesNotContain(UnclearRules.UnknownCause.Evaluate(arm)!.Remedies, remedy => remedy.Action.Contains("RDTSC", StringComparison.Ordinal));
    }

    [Fact]
    public void Unclear_is_said_where_nothing_else_is()
    {
        Assert.Null(UnclearRules.Unclear.Evaluate(WindowsOnVMware.Says(ClockState.Suspicious, ClockCause.Unknown)));
        var change = new ClockChange(new(30), new(1_180), ClockChangeKind.Time, 0.5);
        Assert.Null(UnclearRules.Unclear.Evaluate(WindowsOnVMware.Says(ClockState.Unclear, ClockCause.Intermittent) with { Change = change }));
        Assert.Null(UnclearRules.UnknownCause.Evaluate(WindowsOnVMware.Says(ClockState.Unclear, ClockCause.Unknown)));
    }

    [Theory]
    [InlineData(ClockCause.TscTrapped, ClockState.Slow, Severity.Critical)]
    [InlineData(ClockCause.PlatformTimer, ClockState.Slow, Severity.Critical)]
    [InlineData(ClockCause.PlatformTimer, ClockState.Suspicious, Severity.Warning)]
    [InlineData(ClockCause.HypervisorPage, ClockState.Slow, Severity.Critical)]
    [InlineData(ClockCause.HypervisorCall, ClockState.Slow, Severity.Critical)]
    [InlineData(ClockCause.Unknown, ClockState.Check, Severity.Info)]
    [InlineData(ClockCause.Unknown, ClockState.Suspicious, Severity.Warning)]
    [InlineData(ClockCause.Unknown, ClockState.Slow, Severity.Critical)]
    public void A_finding_is_as_grave_and_as_sure_as_its_verdict(ClockCause cause, ClockState state, Severity severity)
    {
        var finding = RuleCatalogue.Evaluate(WindowsOnVMware.Says(state, cause, Confidence.Inferred))
            .Single(item => item.Rule == RuleCatalogue.ByClockCause[cause.ToDocumentName()]);
        Assert.Equal((severity, cause == ClockCause.Unknown ? Confidence.Measured : Confidence.Inferred), (finding.Severity, finding.Confidence));
    }

    [Fact]
    public void Verdict_rules_are_silent_about_each_others_causes()
    {
        var changing = WindowsOnVMware with { Change = new ClockChange(new(30), new(1_180), ClockChangeKind.Time, 0.5) };
        Assert.All(Enum.GetValues<ClockCause>().Except([ClockCause.None]), cause => Assert.Equal(
            [RuleCatalogue.ByClockCause[cause.ToDocumentName()]],
            RuleCatalogue.Evaluate(changing.Says(ClockState.Slow, cause, Confidence.Measured)).Select(finding => finding.Rule)
                .Intersect(RuleCatalogue.ByClockCause.Values)));
    }
}
