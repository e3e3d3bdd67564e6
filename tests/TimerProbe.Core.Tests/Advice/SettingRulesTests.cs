using static TimerProbe.Core.Tests.Advice.FleetFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class SettingRulesTests
{
    private const string MayBeMoved = "virtual_rdtsc is FALSE and the VM may be moved: its time then jumps";

    /// <summary>Machines of the simulated vCenter's labelled inventory that have settings or pressure, with the rules that must speak.</summary>
    public static TheoryData<string, VirtualMachineFacts, string[]> Labelled => new()
    {
        { "virtual-rdtsc-true", At(Esx01).RawTsc(value: true), ["TP203"] },
        { "hypervisor-hidden", At(Esx01).Set("hypervisor.cpuid.v0", "FALSE"), ["TP207"] },
        { "hypervisor-hidden-in-odd-case", At(Esx01).Set("Hypervisor.CPUID.v0", " no "), ["TP207"] },
        { "hypervisor-shown", At(Esx01).Set("hypervisor.cpuid.v0", "TRUE"), [] },
        { "old-hardware-windows", On(At(Esx01), "vmx-08", "windows7Server64Guest"), ["TP208"] },
        { "old-hardware-linux", On(At(Esx01), "vmx-08", "rhel6_64Guest"), [] },
        { "hardware-vmx-10-windows", On(At(Esx01), "vmx-10", "windows7Server64Guest"), [] },
        { "hardware-not-told", On(At(Esx01), null, "windows7Server64Guest"), [] },
        { "latency-high", At(Esx01).With(settings => settings with { LatencySensitivity = "high" }), ["TP212"] },
        { "latency-high-pinned", At(Esx04).With(settings => settings with { LatencySensitivity = "high" }) with { BoundTo = ["esx04"] }, [] },
        { "latency-high-uniform", At(Esx11).With(settings => settings with { LatencySensitivity = "high" }), [] },
        { "starved-by-ready-time", Pressed(95, 22, 0, 0), ["TP213"] },
        { "at-the-threshold", Pressed(50, 5, null, null), ["TP213"] },
        { "below-the-thresholds", Pressed(50, 4.99, 2.99, 0.99), [] },
        { "nothing-counted", Pressed(null, null, null, null), [] },
    };

    [Theory]
    [MemberData(nameof(Labelled))]
    public void The_rules_that_speak_are_those_of_the_label(string label, VirtualMachineFacts machine, string[] rules) =>
        Assert.True(rules.SequenceEqual(RulesAbout(machine)), $"{label}: {string.Join(' ', RulesAbout(machine))}");

    [Fact]
    public void Latency_sensitivity_is_harmless_where_only_hosts_of_another_cluster_trap() => Assert.Empty(
        Fleet(At(Esx01).With(settings => settings with { LatencySensitivity = "high" })).Scaling("esx01", "esx02", "esx04", "esx05", "esx06", "esx08").Finds("TP212"));

    [Theory]
    [InlineData("fullyAutomated", "fullyAutomated", Severity.Warning)]
    [InlineData("manual", "fullyAutomated", Severity.Warning)]
    [InlineData(null, "fullyAutomated", Severity.Warning)]
    [InlineData("off", "fullyAutomated", Severity.Info)]
    [InlineData("manual", "manual", Severity.Info)]
    public void The_raw_tsc_is_never_harmless_where_the_machine_can_be_moved_not_even_to_an_equal_host(
        string? own, string clusters, Severity severity) => Assert.All([Esx01, Esx11], host =>
    {
        var findings = RuleCatalogue.Evaluate(Fleet(At(host).RawTsc() with { Drs = own }).Clusters(cluster => cluster with { Drs = clusters }));

        var finding = Assert.Single(findings, finding => finding.Rule == "TP203");
        Assert.Equal((MayBeMoved, severity), (finding.Title, finding.Severity));
        Assert.Contains(finding.Remedies, remedy => remedy.Steps.Any(step => step.Text.Contains("MustRunOn", StringComparison.Ordinal)
            && step.Text.Contains("-DrsAutomationLevel Disabled", StringComparison.Ordinal)));
    });

    [Fact]
    public void A_rule_that_should_be_kept_ties_no_raw_tsc_and_one_that_must_be_does()
    {
        Assert.Equal(["TP203"], RulesAbout(At(Esx11).RawTsc() with { BoundTo = ["esx11"] }), StringComparer.Ordinal);
        var finding = Assert.Single(Fleet(At(Esx11).RawTsc() with { BoundTo = ["esx11"], MustRunOn = ["esx11"] }).Finds("TP203"));

        Assert.Equal("virtual_rdtsc is FALSE, but a rule keeps the VM on one host", finding.Title);
        Assert.Contains("one host, esx11", finding.Value("Why it is harmless now"), StringComparison.Ordinal);
        Assert.Contains("adding a second host to its group", finding.Value("What would make it harmful"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_raw_tsc_is_not_called_harmless_where_frequencies_could_not_be_read()
    {
        var center = Center("vc1.example.org", [Esx11, Esx12 with { Hz = null }], [At(Esx11).RawTsc() with { Drs = "fullyAutomated" }]);
        Assert.Contains("may have a different frequency", Harm(Fleet() with { VCenters = [center] }), StringComparison.Ordinal);
        Assert.Contains("unknown frequency", Harm(Fleet(At(Esx01).RawTsc()).Clusters(cluster => cluster with { FrequencyClasses = [] })), StringComparison.Ordinal);
        // Outside of clusters it stays where it is until somebody moves it.
        Assert.Equal(Severity.Info, Assert.Single(Fleet(At(Alone).RawTsc()).Finds("TP203")).Severity);

        static string? Harm(FleetFacts fleet) => Assert.Single(fleet.Finds("TP203")).Value("Why it may be harmful");
    }

    [Fact]
    public void A_raw_tsc_away_from_home_has_done_its_harm_whatever_DRS_does()
    {
        var finding = Assert.Single(Fleet(Away(Esx04, Esx11).RawTsc()).Finds("TP203"));
        Assert.StartsWith("Power-cycle", finding.Remedies[1].Action, StringComparison.Ordinal);
        Assert.Equal(MayBeMoved, finding.Title);
    }

    [Theory]
    [InlineData("timeTracker.apparentHz", Severity.Warning)]
    [InlineData("timetracker.apicbushz", Severity.Warning)]
    [InlineData("timeTracker.catchupPercentage", Severity.Info)]
    [InlineData("timeTracker.periodicStats", null)]
    [InlineData("timeTracker.statsInterval", null)]
    public void Only_what_touches_time_is_reported_and_only_a_forced_rate_warns(string key, Severity? severity)
    {
        var severities = Fleet(At(Esx01).Set(key, "10")).Finds("TP206").Select(finding => (Severity?)finding.Severity);
        Assert.Equal(severity is null ? [] : [severity], severities);
    }

    [Fact]
    public void Forced_time_names_every_key_and_takes_all_out()
    {
        var finding = Assert.Single(Fleet(At(Esx01).Set("timeTracker.apparentHz", "1").Set("timeTracker.apicBusHz", "2").Set("other.key", "3")).Finds("TP206"));

        Assert.Equal("1", finding.Value("timeTracker.apparentHz"));
        Assert.Contains(finding.Remedies[0].Steps, step =>
            step.Text.EndsWith("-e 'timeTracker.apicBusHz=' -e 'timeTracker.apparentHz='", StringComparison.Ordinal));
        Assert.DoesNotContain(finding.Remedies[0].Steps, step => step.Text.Contains("other.key", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(20, 3, 1, 0)]
    [InlineData(19.9, 3, 1, 1)]
    [InlineData(20, 0.5, 1, 1)]
    [InlineData(20, 3, 0.1, 1)]
    public void A_machine_is_starved_from_the_limits_on_that_are_set(double ready, double coStop, double limited, int findings)
    {
        var fleet = Fleet(Pressed(50, 19.9, 0.5, 0.1)) with { Thresholds = new() { ReadyPercent = ready, CoStopPercent = coStop, LimitedPercent = limited } };
        Assert.Equal(findings, fleet.Finds("TP213").Count);
    }

    [Theory]
    [InlineData(99, 30, 0, 28, 1_000L, 3, true, false)]
    [InlineData(80, 4, 15, 0, null, 3, false, true)]
    [InlineData(50, 0, 0.5, 0, null, 0.5, false, true)]
    public void A_starved_machine_has_the_remedies_that_fit(
        double usage, double ready, double coStop, double limited, long? limit, double fromCoStop, bool isLimited, bool isTooWide)
    {
        var fleet = Fleet(Pressed(usage, ready, coStop, limited, limit)) with { Thresholds = new() { CoStopPercent = fromCoStop } };
        var remedies = Assert.Single(fleet.Finds("TP213")).Remedies;
        Assert.Equal((isLimited, isTooWide),
            (remedies.Any(remedy => remedy.Action.StartsWith("Look for a CPU limit", StringComparison.Ordinal)),
                remedies.Any(remedy => remedy.Action.StartsWith("Give the VM fewer", StringComparison.Ordinal))));
    }

    private static VirtualMachineFacts On(VirtualMachineFacts machine, string? hardware, string guestId) =>
        machine.With(settings => settings with { HardwareVersion = hardware }) with { GuestId = guestId };

    private static VirtualMachineFacts Pressed(double? usage, double? ready, double? coStop, double? limited, long? limit = null) =>
        At(Esx01).With(settings => settings with { CpuLimitMhz = limit }) with { Pressure = new CpuPressureOfMachine(ready, coStop, usage, limited) };
}
