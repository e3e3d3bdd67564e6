using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class ClockSettingRulesTests
{
    private static readonly TimeReferenceFacts Server = new(TimeReferenceKind.Ntp, "ntp.example.org") { Stratum = 2, RoundTripMs = 0.4 };

    [Theory]
    [InlineData(560, 50, Severity.Warning)]
    [InlineData(-560, 50, Severity.Warning)]
    [InlineData(560, 70, null)]
    [InlineData(10_040, 50, Severity.Warning)]
    [InlineData(-77_067.2, 50, Severity.Critical)]
    public void A_rate_is_wrong_beyond_what_NTP_corrects(double ppm, double uncertainty, Severity? severity)
    {
        var drift = new DriftFacts(60, new PartsPerMillion(0), new PartsPerMillion(5)).With(Server, Rates(counter: ppm, precise: 0, uncertainty));
        GuestFacts[] machines = [WindowsOnVMware, LinuxOn("VMware, Inc.", "VMware7,1", "VMwareVMware", "VMware"), WindowsOnVMware.In(new WindowsFacts { Wine = "8.0" })];
        Assert.All(machines, machine => Assert.Equal(severity, new WrongRateRule().Evaluate(machine with { Drift = drift })?.Severity));
    }

    [Fact]
    public void What_a_time_service_corrects_is_no_wrong_rate_and_stands_beside_one()
    {
        var drift = new DriftFacts(60, null, null);
        Assert.Null(new WrongRateRule().Evaluate(WindowsOnVMware with { Drift = drift.With(Server, Rates(counter: 20, precise: 16_000, uncertainty: 50)) }));
        var finding = new WrongRateRule().Evaluate(WindowsOnVMware with { Drift = drift.With(Server, Rates(counter: 16_000, precise: 20, uncertainty: 50)) })!;
        Assert.Contains(new Evidence("Precise time compared with the reference", "20", "ppm", "measured here"), finding.Evidence);
        Assert.Contains(new Evidence("Reference", "ntp.example.org", Unit: null, "NTP"), finding.Evidence);
    }

    [Theory]
    [InlineData(2_494_000_000, false)]
    [InlineData(2_495_000_000, false)]
    [InlineData(2_496_000_000, true)]
    [InlineData(2_593_000_000, true)]
    public void Frequencies_differ_beyond_rounding_and_tolerance(long host, bool fires)
    {
        var finding = new FrequencyMismatchRule().Evaluate(WindowsOnVMware.On(hypervisor => hypervisor with { HostHz = new Frequency(host) }));
        Assert.Equal(fires, finding is { Severity: Severity.Info, Confidence: Confidence.Inferred });
    }

    [Fact]
    public void The_counter_and_the_command_of_VMware_Tools_are_two_pieces_of_evidence()
    {
        var facts = Trapped.On(hypervisor => hypervisor with
        {
            HostHz = new Frequency(2_594_000_000),
            HostCounterHz = new Frequency(2_594_000_000),
            ToolsSpeedHz = new Frequency(2_494_000_000),
        });
        Evidence[] both =
        [
            new("Current host's processor speed", "2594000000", "Hz", "VMware Tools' counter Host processor speed in MHz"),
            new("Processor speed from the VMware Tools command", "2494000000", "Hz", "vmware-toolbox-cmd stat speed"),
        ];
        GuestRule[] rules = [new FrequencyMismatchRule(), new TrappedTscRule()];
        Assert.All(rules, rule =>
            Assert.Equal(both, rule.Evaluate(facts)!.Evidence.Where(item => item.What.Contains("rocessor speed", StringComparison.Ordinal))));
    }

    [Fact]
    public void A_frequency_mismatch_under_a_slow_clock_is_a_warning() =>
        Assert.Equal(Severity.Warning, new FrequencyMismatchRule()
            .Evaluate(Trapped.On(hypervisor => hypervisor with { HostHz = new Frequency(2_593_000_000) }))!.Severity);

    [Theory]
    [InlineData(null, "CPUID 0x40000010")]
    [InlineData(TscRateSource.Cpuid, "CPUID 0x40000010")]
    [InlineData(TscRateSource.ReferencePage, "the hypervisor's reference page")]
    public void A_frequency_says_what_told_it(TscRateSource? source, string named)
    {
        var facts = Trapped.On(hypervisor => hypervisor with { HostHz = new Frequency(2_593_000_000), VirtualTscSource = source });
        GuestRule[] rules = [new FrequencyMismatchRule(), new TrappedTscRule()];
        Assert.All(rules, rule => Assert.Equal(named, rule.Evaluate(facts)!.Evidence.Single(item => item.Value == "2494000000").Source));
    }

    [Fact]
    public void Without_VMware_Tools_no_frequencies_are_compared() =>
        Assert.Null(new FrequencyMismatchRule().Evaluate(Trapped.On(hypervisor => hypervisor with { HostHz = null })));

    [Theory]
    [InlineData("VMware, Inc.", "VMware7,1")]
    [InlineData("QEMU", "Standard PC (Q35 + ICH9, 2009)")]
    [InlineData("Microsoft Corporation", "Virtual Machine")]
    [InlineData("Xen", "HVM domU")]
    [InlineData("innotek GmbH", "VirtualBox")]
    public void A_hypervisor_that_only_SMBIOS_knows_is_hidden(string manufacturer, string product)
    {
        var facts = LinuxOn(manufacturer, product, vendor: "", name: "").On(_ => new HypervisorFacts { Present = false });
        Assert.Equal(Confidence.Inferred, new HiddenHypervisorRule().Evaluate(facts)!.Confidence);
    }

    [Theory]
    [InlineData("Dell Inc.", "PowerEdge R740", false, null)]
    [InlineData("Microsoft Corporation", "Surface Laptop 5", true, "Microsoft Hv")]
    [InlineData("Microsoft Corporation", "Virtual Machine", true, "Microsoft Hv")]
    [InlineData("QEMU", "Standard PC", true, "Microsoft Hv")]
    public void A_hypervisor_that_shows_itself_or_is_none_is_not_hidden(string manufacturer, string product, bool present, string? vendor)
    {
        var facts = LinuxOn(manufacturer, product, "", "").On(_ => new HypervisorFacts { Present = present, Vendor = vendor });
        Assert.Null(new HiddenHypervisorRule().Evaluate(facts));
    }

    [Theory]
    [InlineData("VMware, Inc.", "VMware20,1")]
    [InlineData("QEMU", "QEMU Virtual Machine")]
    [InlineData("Amazon EC2", "m7g.large")]
    public void Nothing_is_hidden_from_a_processor_without_CPUID(string manufacturer, string product) =>
        Assert.Null(new HiddenHypervisorRule().Evaluate(ArmOn(manufacturer, product)));

    [Fact]
    public void A_bit_that_was_not_read_is_not_evidence()
    {
        var unread = ArmOn("VMware, Inc.", "VMware20,1").On(hypervisor => hypervisor with { Vendor = "SomeVMM" });
        Assert.DoesNotContain(RuleCatalogue.Evaluate(unread).SelectMany(finding => finding.Evidence), evidence => evidence.What == "Hypervisor bit");
    }

    [Theory]
    [InlineData(10_040)]
    [InlineData(-77_067)]
    public void Clocks_of_one_timekeeper_say_nothing_of_the_rate(double ppm)
    {
        var drift = new DriftFacts(60, new PartsPerMillion(ppm), new PartsPerMillion(50));
        Assert.Null(new WrongRateRule().Evaluate(WindowsOnVMware with { Drift = drift }));
        Assert.Null(new WrongRateRule().Evaluate(WindowsOnVMware with { Drift = drift with { Reference = Server } }));
        Assert.All(["the same timekeeper", "their agreement proves nothing"], words =>
            Assert.Contains(words, new WrongRateRule().Description.Meaning.ReplaceLineEndings(" "), StringComparison.Ordinal));
    }

    [Fact]
    public void Virtualization_based_security_on_VMware_is_said_with_less_confidence()
    {
        var finding = new HiddenHypervisorRule().Evaluate(WindowsOnVMware.WithVbs())!;
        Assert.Equal((Severity.Info, Confidence.Expected), (finding.Severity, finding.Confidence));
        Assert.StartsWith("Virtualization-based security", finding.Title, StringComparison.Ordinal);
        Assert.DoesNotContain(finding.Remedies.SelectMany(remedy => remedy.Steps), step => step.Text.Contains("hypervisor.cpuid.v0", StringComparison.Ordinal));
    }

    [Fact]
    public void Windows_on_old_virtual_hardware_has_no_reference_time()
    {
        var old = WindowsOnVMware.In(new WindowsFacts { QpfHz = new Frequency(3_579_545), QpcBypass = 0 })
            .On(hypervisor => hypervisor with { Interface = "", ReferenceTsc = null });

        Assert.Equal(Confidence.Expected, new OldVirtualHardwareRule().Evaluate(old)!.Confidence);
        Assert.Null(new OldVirtualHardwareRule().Evaluate(old.In(new WindowsFacts { QpfHz = new Frequency(10_000_000) })));
        Assert.Null(new OldVirtualHardwareRule().Evaluate(old.In(old.Machine.Windows! with { UsePlatformClock = true })));
        Assert.Null(new OldVirtualHardwareRule().Evaluate(old.On(hypervisor => hypervisor with { Interface = "Hv#1", ReferenceTsc = true })));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, false)]
    [InlineData(null, false)]
    public void Useplatformclock_is_a_finding_only_when_it_is_set(bool? set, bool fires) =>
        Assert.Equal(fires, new UsePlatformClockRule()
            .Evaluate(WindowsOnVMware.In(new WindowsFacts { UsePlatformClock = set })) is { Confidence: Confidence.Measured });

    private static ReferenceRates Rates(double counter, double precise, double uncertainty) => new(
        60, new PartsPerMillion(precise), new PartsPerMillion(counter), new PartsPerMillion(uncertainty), (precise - counter) * 60 / 1e3);
}
