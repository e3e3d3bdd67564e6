using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class GuestSettingRulesTests
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
        var drift = Rates(counter: ppm, precise: 0, uncertainty);
        GuestFacts[] machines = [WindowsOnVMware, LinuxOn("VMware, Inc.", "VMware7,1", "VMwareVMware", "VMware"), WindowsOnVMware.In(new WindowsFacts { Wine = "8.0" })];
        Assert.All(machines, machine => Assert.Equal(severity, TimeRules.WrongRate.Evaluate(machine with { Drift = drift })?.Severity));
    }

    [Fact]
    public void What_a_time_service_corrects_is_no_wrong_rate() =>
        Assert.Null(TimeRules.WrongRate.Evaluate(WindowsOnVMware with { Drift = Rates(counter: 20, precise: 16_000, uncertainty: 50) }));

    [Theory]
    [InlineData(2_495_000_000L, false, null)]
    [InlineData(2_496_000_000L, false, Severity.Info)]
    [InlineData(2_593_000_000L, true, Severity.Warning)] // under a slow clock
    [InlineData(null, true, null)] // without VMware Tools
    public void Frequencies_differ_beyond_rounding_and_tolerance(long? host, bool isTrapped, Severity? severity)
    {
        var facts = (isTrapped ? Trapped : WindowsOnVMware).On(hypervisor => hypervisor with { HostHz = host is { } hz ? new Frequency(hz) : null });
        Assert.Equal(severity, GuestSettingRules.FrequencyMismatch.Evaluate(facts)?.Severity);
    }

    [Theory]
    [InlineData(null, "CPUID 0x40000010")]
    [InlineData(TscRateSource.Cpuid, "CPUID 0x40000010")]
    [InlineData(TscRateSource.ReferencePage, "the hypervisor's reference page")]
    public void A_frequency_says_what_told_it(TscRateSource? source, string named)
    {
        var facts = Trapped.On(hypervisor => hypervisor with { HostHz = new Frequency(2_593_000_000), VirtualTscSource = source });
        GuestRule[] rules = [GuestSettingRules.FrequencyMismatch, ClockPathRules.TrappedTsc];
        Assert.All(rules, rule => Assert.Equal(named, rule.Evaluate(facts)!.Evidence.Single(item => item.Value == "2494000000").Source));
    }

    [Theory]
    [InlineData("VMware, Inc.", "VMware7,1", false, "", Confidence.Inferred)]
    [InlineData("Microsoft Corporation", "Virtual Machine", false, "", Confidence.Inferred)]
    [InlineData("Dell Inc.", "PowerEdge R740", false, null, null)]
    [InlineData("Microsoft Corporation", "Surface Laptop 5", true, "Microsoft Hv", null)]
    [InlineData("Microsoft Corporation", "Virtual Machine", true, "Microsoft Hv", null)]
    [InlineData("VMware, Inc.", "VMware7,1", true, "Microsoft Hv", Confidence.Expected)] // virtualization-based security
    [InlineData("Amazon EC2", "m7g.large", null, null, null)] // a processor without CPUID
    public void A_hypervisor_that_only_SMBIOS_knows_is_hidden(string manufacturer, string product, bool? present, string? vendor, Confidence? confidence)
    {
        var facts = present is null ? ArmOn(manufacturer, product)
            : LinuxOn(manufacturer, product, "", "").On(_ => new HypervisorFacts { Present = present, Vendor = vendor });
        Assert.Equal(confidence, GuestSettingRules.HiddenHypervisor.Evaluate(facts)?.Confidence);
    }

    [Fact]
    public void A_bit_that_was_not_read_is_not_evidence()
    {
        var unread = ArmOn("VMware, Inc.", "VMware20,1").On(hypervisor => hypervisor with { Vendor = "SomeVMM" });
        Assert.DoesNotContain(RuleCatalogue.Evaluate(unread).SelectMany(finding => finding.Evidence), evidence => evidence.What == "Hypervisor bit");
    }

    [Fact]
    public void Without_an_answer_nothing_is_said_of_the_rate() =>
        Assert.Null(TimeRules.WrongRate.Evaluate(WindowsOnVMware with { Drift = new DriftFacts(0) { Reference = Server } }));

    [Fact]
    public void Windows_on_old_virtual_hardware_has_no_reference_time()
    {
        var old = WindowsOnVMware.In(new WindowsFacts { QpfHz = new Frequency(3_579_545), QpcBypass = 0 })
            .On(hypervisor => hypervisor with { Interface = "", ReferenceTsc = null });

        Assert.Equal(Confidence.Expected, GuestSettingRules.OldHardware.Evaluate(old)!.Confidence);
        Assert.Null(GuestSettingRules.OldHardware.Evaluate(old.In(new WindowsFacts { QpfHz = new Frequency(10_000_000) })));
        Assert.Null(GuestSettingRules.OldHardware.Evaluate(old.In(old.Machine.Windows! with { UsePlatformClock = true })));
        Assert.Null(GuestSettingRules.OldHardware.Evaluate(old.On(hypervisor => hypervisor with { Interface = "Hv#1", ReferenceTsc = true })));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, false)]
    [InlineData(null, false)]
    public void Useplatformclock_is_a_finding_only_when_it_is_set(bool? set, bool fires) =>
        Assert.Equal(fires, GuestSettingRules.PlatformClock
            .Evaluate(WindowsOnVMware.In(new WindowsFacts { UsePlatformClock = set })) is { Confidence: Confidence.Measured });

    private static DriftFacts Rates(double counter, double precise, double uncertainty) => new(60)
    {
        Reference = Server,
        PreciseAgainstReferencePpm = new PartsPerMillion(precise),
        CounterAgainstReferencePpm = new PartsPerMillion(counter),
        UncertaintyPpm = new PartsPerMillion(uncertainty),
        AdjustedMs = (precise - counter) * 60 / 1e3,
    };
}
