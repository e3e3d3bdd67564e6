using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

/// <summary>What is said of homes that are inferred, contradicted, or changed with their host.</summary>
public sealed class EvidenceRulesTests
{
    [Fact]
    public void What_is_inferred_is_measured_first()
    {
        var certain = Assert.Single(Fleet(Away(Esx04, Esx01)).Finds("TP201"));
        var inferred = Assert.Single(Fleet(Away(Esx04, Esx01).Inferred(Esx04, Esx04)).Finds("TP201"));

        Assert.DoesNotContain("Measure in the guest", certain.Remedies[0].Action, StringComparison.Ordinal);
        Assert.StartsWith("Measure in the guest first", inferred.Remedies[0].Action, StringComparison.Ordinal);
        Assert.Contains(inferred.Evidence, evidence => evidence is { What: "Home is" } && evidence.Value.StartsWith("inferred: ", StringComparison.Ordinal));
        Assert.Equal(Severity.Warning, inferred.Severity);
    }

    [Fact]
    public void Once_it_was_measured_it_is_not_measured_first() => Assert.DoesNotContain(
        "Measure", Assert.Single(Fleet(Away(Esx04, Esx01).Inferred(Esx04, Esx04).Says(ClockState.Slow, ClockCause.TscTrapped))
            .Finds("TP201")).Remedies[0].Action, StringComparison.Ordinal);

    [Fact]
    public void Sources_that_agree_are_no_finding() => Assert.Empty(Fleet(Away(Esx04, Esx01).Inferred(Esx04, Esx05)).Finds("TP220"));

    [Theory]
    [InlineData(true, Severity.Warning)]
    [InlineData(false, Severity.Info)]
    public void Sources_that_disagree_are_named_and_weigh_more_where_they_leave_the_home_unknown(bool isUnknown, Severity severity)
    {
        var machine = (isUnknown ? Unknown(Esx01) : Away(Esx04, Esx01)).Inferred(Esx04, Esx01);
        var finding = Assert.Single(Fleet(machine).Finds("TP220"));

        Assert.Equal(severity, finding.Severity);
        Assert.Contains(finding.Evidence, evidence => evidence.What == "By vCenter's CPU statistics, inferred");
        Assert.Contains(finding.Evidence, evidence => evidence.What == "By vCenter's events, inferred");
    }

    [Theory]
    [InlineData(100, Severity.Info)]
    [InlineData(300, Severity.Warning)]
    public void A_host_that_changed_over_a_restart_is_a_warning_beyond_the_tolerance(int ppm, Severity severity)
    {
        var earlier = new Frequency(Esx11.Hz!.Value.Hertz + (Esx11.Hz!.Value.Hertz / 1_000_000 * ppm));
        var finding = Assert.Single(
            Fleet(At(Esx11)).HostsAs(host => host.Id == Esx11.Id ? host with { EarlierHz = earlier, ChangedAt = Boot } : host).Finds("TP221"));
        Assert.Equal((severity, "esx11"), (finding.Severity, finding.Subject.Name));
    }
}
