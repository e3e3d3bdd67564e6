namespace TimerProbe.Core.Tests.Placement;

public sealed class LogEvidenceTests
{
    private const string Uuid = "421e851b-f3a5-53a8-5c18-bead05574aa1";

    private static readonly DateTimeOffset Now = FleetBuilder.Boot.AddDays(30);

    [Fact]
    public void The_guests_rate_in_the_log_of_this_power_on_is_recorded_evidence()
    {
        var evidence = Of(Db01, Log())!;
        Assert.Equal((HomeSource.Log, EvidenceCertainty.Recorded), (evidence.Source, evidence.Certainty));
        Assert.Equal((new Frequency(2_593_905_000), new Frequency(2_593_905_000)), (evidence.LowHz, evidence.HighHz));
        Assert.Equal(FleetBuilder.Boot, evidence.At);
        Assert.Equal("vmware.log of 2026-11-01 03:00 UTC has the guest's TSC at 2,593.905 MHz, its host's at 2,394.000 MHz", evidence.Says);
    }

    [Theory]
    [InlineData(-121, false)]
    [InlineData(-120, true)]
    [InlineData(86_400, true)]
    [InlineData(86_400 * 31, false)]
    public void A_line_of_an_earlier_power_on_or_of_the_future_says_nothing(int seconds, bool counts)
    {
        var log = Log() with { At = FleetBuilder.Boot.AddSeconds(seconds) };
        Assert.Equal(counts, Of(Db01, log) is not null);
        Assert.Equal(counts,
            Of(Db01 with { BootTime = null, HomeSince = FleetBuilder.Boot, HomeSource = HomeSource.Event }, log) is not null);
    }

    [Fact]
    public void Where_nothing_tells_whether_it_was_powered_on_since_the_newest_line_counts_as_inferred()
    {
        var machine = Db01 with { BootTime = null };
        var evidence = Of(machine, Log() with { At = FleetBuilder.Boot.AddDays(-1), Rates = [Rate(3_000_000_000)] }, Log())!;
        Assert.Equal(new Frequency(2_593_905_000), evidence.LowHz);
        Assert.Equal(EvidenceCertainty.Inferred, evidence.Certainty);
        Assert.EndsWith("; nothing shows whether it was powered on since", evidence.Says, StringComparison.Ordinal);
    }

    [Fact]
    public void A_machine_that_events_do_not_know_is_found_away_by_its_log()
    {
        var placed = FleetBuilder.Placed(Db01);
        Assert.Equal(Facts.Placement.Unknown, placed.Placement);
        var fleet = FleetBuilder.Place(FleetBuilder.Reading((Db01, [])));
        var found = new LogEvidence([Log()], [fleet], Now).Fill([fleet], new FrequencyRules(FrequencyRules.DefaultTolerance))[0].VirtualMachines[0];
        Assert.Equal((Facts.Placement.Away, HomeSource.Log, HomeCertainty.Certain),
            (found.Placement, found.HomeSource!.Value, found.HomeCertainty!.Value));
        Assert.Equal(new Frequency(2_593_905_000), found.HomeHz);
        Assert.Equal(["esx04"], found.HarmlessHosts);
    }

    [Fact]
    public void A_line_without_a_date_a_rate_or_a_running_machine_or_of_before_a_revert_says_nothing()
    {
        Assert.Null(Of(Db01, Log() with { At = null }));
        Assert.Null(Of(Db01, Log() with { Rates = [] }));
        Assert.Null(Of(Db01 with { Placement = Facts.Placement.Off }, Log()));
        Assert.Null(Of(Db01 with { RevertedAt = FleetBuilder.Boot.AddHours(1) }, Log()));
        Assert.NotNull(Of(Db01 with { RevertedAt = FleetBuilder.Boot }, Log()));
    }

    [Theory]
    [InlineData("421E851B-F3A5-53A8-5C18-BEAD05574AA1")]
    [InlineData("1b851e42-a5f3-a853-5c18-bead05574aa1")]
    public void A_UUID_joins_in_either_byte_order_whatever_the_name(string uuid) =>
        Assert.NotNull(Of(Db01 with { Uuid = uuid }, Log() with { Name = "renamed since" }));

    [Fact]
    public void A_name_joins_only_where_no_UUID_tells_otherwise_and_one_machine_has_it()
    {
        var other = FleetBuilder.Machine("other", FleetBuilder.Slow) with { Name = "DB01" };
        Assert.NotNull(Of(Db01, Log() with { Uuid = null }));
        Assert.NotNull(Of(Db01 with { Uuid = null }, Log()));
        Assert.Null(Of(Db01 with { Uuid = "421e851b-f3a5-53a8-5c18-bead05574aa2" }, Log()));
        Assert.Null(new LogEvidence([Log() with { Uuid = null }], Fleet(Db01, other), Now).Of(0, Db01));
        Assert.NotNull(new LogEvidence([Log()], Fleet(Db01, other), Now).Of(0, Db01));
    }

    [Fact]
    public void Clones_with_one_UUID_are_told_apart_by_name()
    {
        var clone = FleetBuilder.Machine("DB02", FleetBuilder.Slow) with { Uuid = Uuid };
        var evidence = new LogEvidence([Log()], Fleet(Db01, clone), Now);
        Assert.NotNull(evidence.Of(0, Db01));
        Assert.Null(evidence.Of(0, clone));
        Assert.NotNull(new LogEvidence([Log() with { Name = "DB03" }], Fleet(Db01, clone), Now).Unmatched);
    }

    [Fact]
    public void Logs_of_no_machine_are_one_sentence()
    {
        var evidence = new LogEvidence(
            [Log(), .. Enumerable.Range(0, 8).Select(number => Log() with { Uuid = null, Name = $"gone{number % 7}" })], Fleet(Db01), Now);
        Assert.Equal("8 of the logs belong to no virtual machine, or to several: gone0, gone1, gone2, gone3, gone4 and 2 more", evidence.Unmatched!.Text);
        Assert.Null(new LogEvidence([Log()], Fleet(Db01), Now).Unmatched);
    }

    [Fact]
    public void A_log_of_no_machine_is_named_by_its_UUID_else_by_its_file()
    {
        var evidence = new LogEvidence([Log() with { Name = null }, Log() with { Name = null, Uuid = null }], [], Now);
        Assert.Equal($"2 of the logs belong to no virtual machine, or to several: {Uuid}, DB01/vmware.log", evidence.Unmatched!.Text);
    }

    [Fact]
    public void A_line_without_the_hosts_rate_tells_the_guests() => Assert.Equal(
        "vmware.log of 2026-11-01 03:00 UTC has the guest's TSC at 2,593.905 MHz",
        Of(Db01, Log() with { Rates = [], GuestTscHz = FleetBuilder.Fast.Hz })!.Says);

    [Fact]
    public void Rates_that_were_kept_over_a_reset_are_those_of_the_power_on_that_vCenter_dates_to_the_reset()
    {
        var machine = Db01 with { BootTime = FleetBuilder.Boot.AddDays(2) };
        Assert.Null(Of(machine, Log()));
        var evidence = Of(machine, Log() with { KeptAt = FleetBuilder.Boot.AddDays(2) })!;
        Assert.Equal((EvidenceCertainty.Recorded, FleetBuilder.Fast.Hz), (evidence.Certainty, evidence.LowHz));
        Assert.EndsWith(", and kept them over a reset at 2026-11-03 03:00 UTC", evidence.Says, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1_000_250_000, Facts.Placement.Home)]
    [InlineData(1_000_250_001, Facts.Placement.Away)]
    public void It_was_at_home_up_to_the_tolerance(long host, Facts.Placement placement)
    {
        var log = Log() with { Rates = [new LoggedRate(FleetBuilder.Boot, new Frequency(host), new Frequency(1_000_000_000))] };
        Assert.Equal(placement, LogEvidence.Place(log, new FrequencyRules(FrequencyRules.DefaultTolerance)).Placement);
    }

    [Fact]
    public void A_machine_without_a_log_stays_as_it_is_beside_one_with_a_log()
    {
        var fleet = Fleet(FleetBuilder.Machine("DB02", FleetBuilder.Slow), Db01);
        var filled = new LogEvidence([Log()], fleet, Now).Fill(fleet, new FrequencyRules(FrequencyRules.DefaultTolerance))[0];
        Assert.Same(fleet[0].VirtualMachines[0], filled.VirtualMachines[0]);
        Assert.Equal(HomeSource.Log, filled.VirtualMachines[1].HomeSource);
        Assert.Same(fleet[0].Hosts, filled.Hosts);
    }

    private static VirtualMachineFacts Db01 => FleetBuilder.Machine("DB01", FleetBuilder.Slow) with { Uuid = Uuid };

    private static HomeEvidence? Of(VirtualMachineFacts machine, params VmLog[] logs) => new LogEvidence(logs, Fleet(machine), Now).Of(0, machine);

    private static IReadOnlyList<VCenterFacts> Fleet(params VirtualMachineFacts[] machines) =>
        [FleetBuilder.Reading([.. machines.Select(machine => (machine, Array.Empty<MachineEvent>()))]).VCenter];

    private static VmLog Log() => new() { File = "DB01/vmware.log", Name = "DB01", Uuid = Uuid, At = FleetBuilder.Boot, Rates = [Rate(2_593_905_000)] };

    private static LoggedRate Rate(long guest) => new(FleetBuilder.Boot, FleetBuilder.Slow.Hz!.Value, new Frequency(guest));
}
