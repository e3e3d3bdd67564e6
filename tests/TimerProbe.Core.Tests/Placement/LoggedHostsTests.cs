namespace TimerProbe.Core.Tests.Placement;

public sealed class LoggedHostsTests
{
    private const string Uuid = "421e851b-f3a5-53a8-5c18-bead05574aa1";

    private static readonly HostFacts Host = FleetBuilder.Slow with { CpuModel = "Intel(R) Xeon(R) Gold 6148 CPU @ 2.40GHz" };

    [Fact]
    public void The_log_of_a_machine_tells_of_the_host_that_it_is_on()
    {
        var log = Log() with { Uuid = Uuid };
        var vcenter = FleetBuilder.Reading((Db01 with { Uuid = Uuid }, [])).VCenter;
        var filled = new LogEvidence([log], [vcenter], FleetBuilder.Boot.AddDays(30)).Fill([vcenter], Rules)[0];
        var told = Assert.Single(filled.Hosts, host => host.LoggedScaling is not null);
        Assert.Equal((Host.Id, true, true, "DB01", FleetBuilder.Boot.AddMinutes(1)),
            (told.Id, told.LoggedScaling!.Scales, told.LoggedScaling.IsOfClass, told.LoggedScaling.Machine, told.LoggedScaling.At));
        Assert.Equal("TSC scaling enabled.", told.LoggedScaling.Line);
    }

    [Theory]
    [InlineData(2_394_500_000, true)]
    [InlineData(2_394_700_000, false)]
    public void Only_a_log_with_the_hosts_own_rate_is_of_it(long hertz, bool isOfIt) =>
        Assert.Equal(isOfIt, Told(Log() with { Rates = [Rate(hertz)] }) is not null);

    [Fact]
    public void A_log_of_another_processor_name_or_time_is_of_another_host()
    {
        Assert.NotNull(Told(Log() with { CpuModel = "Intel(R)  Xeon(R) Gold 6148 CPU @ 2.40GHz " }));
        Assert.Null(Told(Log() with { CpuModel = "Intel(R) Xeon(R) CPU E5-2680 v3 @ 2.50GHz" }));
        Assert.Null(Told(Log() with { Host = "esx99.example.org" }));
        Assert.Null(Told(Log() with { At = null }));
        Assert.Null(Told(Log() with { At = FleetBuilder.Boot.AddDays(-2) }));
        Assert.Null(Told(Log() with { Rates = [] }));
        Assert.Null(Told(Log() with { Scaling = null }));
    }

    [Fact]
    public void A_log_that_names_the_host_is_of_it_whenever_it_was_written() => Assert.NotNull(
        Told(Log() with { Host = Host.Name.ToUpperInvariant() + ".example.org", At = FleetBuilder.Boot.AddDays(-2) },
            Db01 with { MovedAt = FleetBuilder.Boot.AddHours(1) }));

    [Theory]
    [InlineData("GenuineIntel", "TSC scaling enabled.", false, true)]
    [InlineData("AuthenticAMD", "TSC scaling enabled.", false, false)]
    [InlineData("GenuineIntel", "TSC scaling enabled.", true, false)]
    [InlineData("GenuineIntel", "Disabling TSC scaling since TSCs have been adjusted by the host.", false, false)]
    public void What_holds_for_one_host_alone_is_not_said_of_its_class(string vendor, string line, bool isNested, bool isOfClass)
    {
        var scaling = line.EndsWith("enabled.", StringComparison.Ordinal) ? TscFeature.Enabled : TscFeature.Disabled;
        Assert.Equal(isOfClass,
            Told(Log() with { CpuVendor = vendor, Scaling = scaling, ScalingLine = line, UnderHypervisor = isNested })!.IsOfClass);
    }

    [Fact]
    public void A_log_without_the_guests_rate_tells_of_the_host()
    {
        var log = Log() with { Uuid = Uuid, Rates = [], HostTscHz = Host.Hz };
        var vcenter = FleetBuilder.Reading((Db01 with { Uuid = Uuid }, [])).VCenter;
        var filled = new LogEvidence([log], [vcenter], FleetBuilder.Boot.AddDays(30)).Fill([vcenter], Rules)[0];
        Assert.Equal(Host.Id, Assert.Single(filled.Hosts, host => host.LoggedScaling is { Scales: true }).Id);
    }

    [Theory]
    [InlineData(0, new[] { 1 }, "DB01", 1)]
    [InlineData(1, new[] { 1 }, "DB01", 1)]
    [InlineData(2, new[] { 1 }, "saved", 2)]
    [InlineData(0, new[] { 2, 1 }, "DB01", 2)]
    [InlineData(0, new[] { 1, 2 }, "DB01", 2)]
    public void What_a_saved_scan_has_of_a_host_stays_only_where_it_is_newer_than_every_log(int saved, int[] logs, string machine, int at)
    {
        var known = new LoggedScaling(Scales: true, IsOfClass: true, "saved", FleetBuilder.Boot.AddMinutes(saved), "");
        var hosts = new LoggedHosts([Host with { LoggedScaling = known }], Rules);
        foreach (var minute in logs)
        {
            hosts.Add(Db01, Log() with { At = FleetBuilder.Boot.AddMinutes(minute) });
        }

        var told = hosts.Filled[0].LoggedScaling!;
        Assert.Equal((machine, FleetBuilder.Boot.AddMinutes(at)), (told.Machine, told.At));
    }

    [Theory]
    [InlineData(120, true)]
    [InlineData(121, false)]
    public void A_log_is_of_the_present_host_up_to_two_minutes_before_the_move_to_it(int seconds, bool isOfIt) =>
        Assert.Equal(isOfIt, Told(Log(), Db01 with { MovedAt = Log().At!.Value.AddSeconds(seconds) }) is not null);

    [Theory]
    [InlineData("10.0.0.5", true)]
    [InlineData("10.0.0.6", false)]
    [InlineData("10", false)]
    public void A_host_that_is_named_by_its_address_is_that_of_the_whole_address(string inLog, bool isOfIt)
    {
        var hosts = new LoggedHosts([Host with { Name = "10.0.0.5" }], Rules);
        Assert.Equal(isOfIt, hosts.GetScaling(Db01, Log() with { Host = inLog }) is not null);
    }

    [Theory]
    [InlineData(2_394_000_000, TscFeature.Disabled, 0, true)]
    [InlineData(2_394_002_226, TscFeature.Disabled, 0, true)] // 0.93 ppm: no tolerance overrules it
    [InlineData(2_394_002_226, TscFeature.Enabled, 0, false)]
    [InlineData(2_394_002_226, TscFeature.Disabled, 1, false)] // it moved since
    public void The_last_word_of_a_log_makes_a_machine_at_home_slow(long guest, TscFeature offsetting, int movedDays, bool isSlow)
    {
        var log = Log() with
        {
            Uuid = Uuid,
            Rates = [new LoggedRate(FleetBuilder.Boot.AddMinutes(1), new Frequency(2_394_000_000), new Frequency(guest))],
            Scaling = TscFeature.Disabled,
            Offsetting = offsetting,
            OffsettingLine = "Disabling TSC offsetting since TSC rates differ",
        };
        var placed = FleetBuilder.Place(FleetBuilder.Reading((Db01 with { Uuid = Uuid }, [])));
        DateTimeOffset? moved = movedDays > 0 ? FleetBuilder.Boot.AddDays(movedDays) : null;
        var vcenter = placed with { VirtualMachines = [placed.VirtualMachines[0] with { MovedAt = moved }] };
        var filled = new LogEvidence([log], [vcenter], FleetBuilder.Boot.AddDays(30)).Fill([vcenter], Rules)[0];
        var judged = ScalingJudge.Apply(filled, Rules, FleetThresholds.Default.SlowMachinesOfHost);
        var seen = Assert.Single(judged.VirtualMachines);
        Assert.Equal((Core.Facts.Placement.Home, isSlow ? ClockExpectation.ExpectedSlow : null, false), (seen.Placement, seen.ClockExpectation, seen.IsSlowAway));
        var finding = RuleCatalogue.Evaluate(new FleetFacts { VCenters = [judged], Frequencies = Rules }).FirstOrDefault(item => item.Rule == "TP217");
        Assert.Equal(isSlow, finding is { Severity: Severity.Critical });
    }

    private static FrequencyRules Rules => new(FrequencyRules.DefaultTolerance);

    private static VirtualMachineFacts Db01 => FleetBuilder.Machine("DB01", FleetBuilder.Slow);

    private static LoggedScaling? Told(VmLog log, VirtualMachineFacts? machine = null) => new LoggedHosts([Host], Rules).GetScaling(machine ?? Db01, log);

    private static VmLog Log() => new()
    {
        File = "DB01/vmware.log",
        At = FleetBuilder.Boot.AddMinutes(1),
        Rates = [Rate(2_394_000_000)],
        Scaling = TscFeature.Enabled,
        ScalingLine = "TSC scaling enabled.",
        CpuVendor = "GenuineIntel",
    };

    private static LoggedRate Rate(long host) => new(FleetBuilder.Boot.AddMinutes(1), new Frequency(host), new Frequency(2_593_905_000));
}
