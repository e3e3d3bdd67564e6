using System.Text.RegularExpressions;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.FieldChecks;
using TimerProbe.Core.Tests.Verdicts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Tests.FieldChecks;

/// <summary>What a field check says of each item of docs/field-checks.md.</summary>
public sealed partial class FieldCatalogueTests
{
    private static readonly Frequency Told = new(2_494_000_000);
    private static readonly Frequency Other = new(2_593_905_000);

    [Fact]
    public void Every_item_stands_on_the_page_and_every_id_of_the_page_once()
    {
        var ids = Id().Matches(File.ReadAllText(Repository.Path("docs", "field-checks.md"))).Select(match => match.Groups["id"].Value).ToList();
        Assert.Equal(ids.Distinct(), ids);
        Assert.Equal(ids.Intersect(FieldCatalogue.All.Select(item => item.Id)), FieldCatalogue.All.Select(item => item.Id));
        Assert.InRange(ids.Count, 90, 200);
        Assert.DoesNotContain(File.ReadLines(Repository.Path("docs", "field-checks.md")), line => line.StartsWith("| ", StringComparison.Ordinal) && !line.StartsWith("| FC-", StringComparison.Ordinal) && !line.StartsWith("| id |", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(2_593_905_000, 1_090, "AsExpected")]
    [InlineData(2_593_905_000, 11, "Otherwise")]
    [InlineData(2_494_000_000, 11, "NotSettled")]
    [InlineData(2_495_800_000, 11, "NotSettled")]
    public void Whether_the_processor_scales_is_told_by_a_machine_that_is_away(long host, double rdtsc, string outcome)
    {
        var answer = Answer("FC-E01", Evidence(Machine(host: new Frequency(host)), rdtsc));
        Assert.Equal(outcome, answer.Outcome.ToString());
        Assert.Equal(outcome == "Otherwise", answer.Evidence.EndsWith("the processor scales the TSC", StringComparison.Ordinal));
    }

    [Fact]
    public void What_a_guest_tells_is_compared_with_what_is_expected()
    {
        var machine = Machine();
        Expect("FC-E14", FieldOutcome.AsExpected, machine with { Windows = new WindowsFacts { QpcBypass = 0x83 } });
        Expect("FC-E14", FieldOutcome.Otherwise, machine with { Windows = new WindowsFacts { QpcBypass = 1 } });
        Expect("FC-E14", FieldOutcome.NotSettled, machine with { Windows = new WindowsFacts { QpcBypass = 0x83, Wine = "8.0" } });
        Expect("FC-E14", FieldOutcome.NotSettled, machine with { Windows = null, Linux = new LinuxFacts() });
        Expect("FC-E04", FieldOutcome.AsExpected, machine with { Hypervisor = machine.Hypervisor with { HostCounterHz = Told, ToolsSpeedHz = Told } });
        Expect("FC-E04", FieldOutcome.Otherwise, machine with { Hypervisor = machine.Hypervisor with { HostCounterHz = Other, ToolsSpeedHz = Told } });
        Expect("FC-E04", FieldOutcome.NotSettled, machine);
        Expect("FC-E15", FieldOutcome.AsExpected, machine with { Hypervisor = machine.Hypervisor with { Interface = "Hv#1", ReferenceTsc = true } });
        Expect("FC-E16", FieldOutcome.Otherwise, machine with { Hypervisor = machine.Hypervisor with { Vbs = true, Vendor = "VMwareVMware" } });
        Expect("FC-W03", FieldOutcome.Otherwise, machine);
        Expect("FC-W03", FieldOutcome.AsExpected, machine with { Windows = new WindowsFacts { ReferencePage = new ReferencePageFacts(1, 1UL << 62, 0) } });
        Expect("FC-W05", FieldOutcome.Otherwise, machine with { Hypervisor = machine.Hypervisor with { HostCounterHz = new Frequency(2_494_000) } });
    }

    [Fact]
    public void The_page_is_judged_where_the_clock_is_slow()
    {
        var machine = Machine() with { Windows = new WindowsFacts { QpcBypass = 0x83, ReferencePage = new ReferencePageFacts(0, 0, 0) } };
        Assert.Equal(FieldOutcome.NotSettled, Answer("FC-W04", Evidence(machine, rdtsc: 11, precise: 25)).Outcome);
        Assert.Equal(FieldOutcome.AsExpected, Answer("FC-W04", Evidence(machine, rdtsc: 11, precise: 1_200)).Outcome);
        machine = machine with { Windows = machine.Windows with { ReferencePage = new ReferencePageFacts(7, 1UL << 62, 0) } };
        Assert.Equal(FieldOutcome.Otherwise, Answer("FC-W04", Evidence(machine, rdtsc: 11, precise: 1_200)).Outcome);
    }

    [Theory]
    [InlineData(2_494_000_010, "AsExpected")]
    [InlineData(2_494_100_000, "Otherwise")]
    public void What_vCenter_shows_is_compared_with_the_guest(long hz, string outcome)
    {
        var host = new HostFacts { Name = "esx01", Id = "host-1", Hz = new Frequency(hz), Version = "8.0.3", Build = "24022510", PowerPolicy = "static" };
        var evidence = Evidence(Machine(), rdtsc: 11) with { Scan = Scan(host, At(0)), ScanAfter = Scan(host, At(0)) };
        Assert.Equal(outcome, Answer("FC-E03", evidence).Outcome.ToString());
        Assert.Equal(FieldOutcome.AsExpected, Answer("FC-E12", evidence).Outcome);
        Assert.Equal(FieldOutcome.AsExpected, Answer("FC-V16", evidence).Outcome);
        Assert.Equal(FieldOutcome.Otherwise, Answer("FC-V16", evidence with { ScanAfter = Scan(host, At(1)) }).Outcome);
        Assert.Equal(FieldOutcome.AsExpected, Answer("FC-W07", evidence).Outcome);
        Assert.Equal("8.0.3 24022510", evidence.Row("7.0.3").Esxi);
        Assert.DoesNotContain(FieldCatalogue.All, item => item.Answer(evidence).Evidence.Contains("esx01", StringComparison.Ordinal));
    }

    /// <summary>4 processors of 2,494.9 MHz, of which both counters are cut to whole units.</summary>
    [Theory]
    [InlineData(2_494_900_000, "AsExpected", "of 6 busy samples 6 hold cpuInfo.hz")]
    [InlineData(2_494_000_000, "AsExpected", "and 6 its whole MHz")]
    [InlineData(2_593_905_000, "Otherwise", "of 6 busy samples 0 hold cpuInfo.hz")]
    public void Statistics_of_a_busy_day_are_held_against_the_host(long real, string outcome, string says)
    {
        var host = new HostFacts { Name = "esx01", Id = "host-1", Hz = new Frequency(2_494_900_000) };
        var scan = Scan(host, At(0));
        var machine = scan.VCenters[0].VirtualMachines[0] with { ProcessorCount = 4 };
        scan = scan with { VCenters = [scan.VCenters[0] with { VirtualMachines = [machine] }] };
        FieldSample[] samples = [.. Enumerable.Range(0, 6).Select(number => Sample(number, 0.31 + (number * 0.07)))];
        var evidence = Evidence(Machine(), rdtsc: 11) with { Scan = scan, VCenter = new FieldVCenter(new Dictionary<string, int>(), samples) };
        var answer = Answer("FC-V10", evidence);
        Assert.Equal(outcome, answer.Outcome.ToString());
        Assert.Contains(says, answer.Evidence, StringComparison.Ordinal);

        // What is from before a move is of another host, and an idle machine tells nothing.
        var moved = scan with { VCenters = [scan.VCenters[0] with { VirtualMachines = [machine with { MovedAt = samples[4].From }] }] };
        Assert.Equal(FieldOutcome.NotSettled, Answer("FC-V10", evidence with { Scan = moved }).Outcome);
        FieldSample[] idle = [.. Enumerable.Range(0, 6).Select(number => Sample(number, 0.001))];
        Assert.Equal(FieldOutcome.NotSettled, Answer("FC-V10", evidence with { VCenter = new FieldVCenter(new Dictionary<string, int>(), idle) }).Outcome);

        FieldSample Sample(int number, double load) => new(At(number), 300, (int)(load * 10_000), (int)(load * 4 * real / 1e6));
    }

    [Fact]
    public void Another_machine_of_the_vCenter_tells_nothing_of_this_one()
    {
        var host = new HostFacts { Name = "esx01", Id = "host-1", Hz = Other };
        var evidence = Evidence(Machine() with { SmbiosUuid = "11111111-2222-3333-4444-555555555555" }, rdtsc: 11) with { Scan = Scan(host, At(0)) };
        Assert.Equal(FieldOutcome.Otherwise, Answer("FC-W07", evidence).Outcome);
        Assert.Equal(FieldOutcome.NotSettled, Answer("FC-E03", evidence).Outcome);
        Assert.Equal(FieldFrequency.Unknown, evidence.Frequency);
    }

    [Fact]
    public void Files_say_nothing_of_one_site_alone()
    {
        Assert.Equal(FieldSays.OneSite, Says(("a", 1_090), ("a", 1_100)));
        Assert.Equal(FieldSays.OneSite, Says((null, 1_090), (null, 1_100)));
        Assert.Equal(FieldSays.Traps, Says(("a", 1_090), ("b", 1_100)));
        Assert.Equal(FieldSays.Scales, Says(("a", 11), ("b", 12)));
        Assert.Equal(FieldSays.Both, Says(("a", 11), ("b", 1_100)));
        var groups = FieldTable.Of([Document("a", 11, FieldFrequency.Home), Document("b", 11, FieldFrequency.Home), Document("b", 1_100, FieldFrequency.Away)]);
        Assert.Equal([(FieldFrequency.Away, 1, FieldSays.OneSite), (FieldFrequency.Home, 2, FieldSays.Nothing)], groups.Select(group => (group.Frequency, group.Files, group.Says)));
    }

    /// <summary>docs/samples/field-check.json; TIMERPROBE_UPDATE_GOLDEN=1 writes it.</summary>
    [Fact]
    public void The_sample_is_what_a_machine_away_from_home_makes()
    {
        var machine = Machine(host: Other) with { CpuModel = "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz", ProcessorCount = 8, AllowedProcessors = 8, Windows = new WindowsFacts { QpcBypass = 0x83, QpfHz = new Frequency(10_000_000) } };
        var evidence = Evidence(machine, rdtsc: 1_090, precise: 1_180) with { Service = new FieldService("not installed", Starts: null, OwnAccount: null, ExitCode: null) };
        evidence = evidence with { Check = evidence.Check with { Verdict = new Verdict(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured, "RDTSC costs 1,090 ns, as much as a VM exit (1,070 ns)") } };
        var document = new FieldCheckDocument
        {
            Tool = new ToolInfo("0.2.0"),
            StartedAt = new DateTimeOffset(2026, 11, 21, 3, 0, 0, TimeSpan.Zero),
            Site = "blue",
            Row = evidence.Row("8.0.3 24022510"),
            Answers = [.. FieldCatalogue.All.Select(item => item.Answer(evidence))],
            Check = evidence.Check with { Machine = new Pseudonyms([1]).Apply(evidence.Check.Machine) },
            Watch = new FieldWatch(60, 60, 0, 0, 0, 0, 0.004),
            Service = evidence.Service,
        };
        var file = Repository.Path("docs", "samples", "field-check.json");
        if (Environment.GetEnvironmentVariable("TIMERPROBE_UPDATE_GOLDEN") is "1")
        {
            File.WriteAllText(file, DocumentJson.Write(document) + "\n");
        }

        Assert.Equal(File.ReadAllText(file).ReplaceLineEndings("\n"), DocumentJson.Write(document) + "\n");
        Assert.Equal(FieldFrequency.Away, DocumentJson.ReadFieldCheck(File.ReadAllBytes(file)).Row.Frequency);
    }

    private static FieldSays Says(params (string? Site, double Cost)[] files) =>
        Assert.Single(FieldTable.Of(files.Select(file => Document(file.Site, file.Cost, FieldFrequency.Away)))).Says;

    private static FieldCheckDocument Document(string? site, double cost, FieldFrequency frequency) => new()
    {
        Tool = new ToolInfo("0.1.0"),
        StartedAt = DateTimeOffset.UnixEpoch,
        Site = site,
        Row = new FieldRow { ProcessorModel = "X", Esxi = "8.0.3", Frequency = frequency, TimestampCounterNs = new Duration(cost), State = ClockState.Healthy, Cause = ClockCause.None },
        Answers = [],
        Check = SqlMeasurementBuilder.Check(ClockState.Healthy, ClockCause.None),
    };

    private static void Expect(string id, FieldOutcome outcome, MachineFacts machine) => Assert.Equal((id, outcome), (id, Answer(id, Evidence(machine, rdtsc: 11)).Outcome));

    private static FieldAnswer Answer(string id, FieldEvidence evidence) => FieldCatalogue.All.Single(item => item.Id == id).Answer(evidence);

    private static FieldEvidence Evidence(MachineFacts machine, double rdtsc, double precise = 25) => new()
    {
        Check = SqlMeasurementBuilder.Check(ClockState.Healthy, ClockCause.None) with
        {
            Machine = machine,
            Clocks = [Clock(ClockSource.PreciseTime, precise), Clock(ClockSource.TimestampCounter, rdtsc)],
        },
    };

    private static ClockFacts Clock(ClockSource source, double cost)
    {
        var median = new Duration(cost);
        return new ClockFacts { Source = source, Api = "api", CallNs = new CallCost(median, median, median, median) };
    }

    private static MachineFacts Machine(Frequency? host = null) => new()
    {
        Name = "DB01",
        SmbiosUuid = "4222AAAA-0000-0000-0000-000000000001",
        Os = "Windows Server 2022",
        Architecture = "x64",
        Windows = new WindowsFacts(),
        Hypervisor = new HypervisorFacts { Present = true, Vendor = "VMwareVMware", Name = "VMware", VirtualTscHz = Told, HostHz = host },
    };

    private static ScanDocument Scan(HostFacts host, DateTimeOffset boot) => new()
    {
        Id = Guid.Empty,
        Tool = new ToolInfo("0.1.0"),
        StartedAt = DateTimeOffset.UnixEpoch,
        TolerancePpm = new PartsPerMillion(250),
        VCenters =
        [
            new VCenterFacts
            {
                Server = "vc1.example.org",
                Status = ReadStatus.Complete,
                Hosts = [host],
                VirtualMachines = [new VirtualMachineFacts { Name = "DB01", Id = "vm-1", Uuid = "4222aaaa-0000-0000-0000-000000000001", HostId = host.Id, BootTime = boot, Placement = Facts.Placement.Home }],
            },
        ],
        Findings = [],
        Timing = new ScanTiming(1, 1, []),
    };

    private static DateTimeOffset At(int seconds) => new(2026, 11, 1, 0, 0, seconds, TimeSpan.Zero);

    [GeneratedRegex(@"^\| (?<id>FC-[A-Z]\d\d) \|", RegexOptions.ExplicitCapture | RegexOptions.Multiline, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Id();
}
