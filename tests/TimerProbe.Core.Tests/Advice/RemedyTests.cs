using static TimerProbe.Core.Tests.Advice.GuestFactsBuilder;

namespace TimerProbe.Core.Tests.Advice;

public class RemedyTests
{
    private const string Uuid = "42220d1c-4f3e-a1b2-c3d4-e5f60718293a";
    private const string SwappedUuid = "1c0d2242-3e4f-b2a1-c3d4-e5f60718293a";

    internal static readonly string[] NeverRecommended =
        ["timerForceTSC", "tscSyncSkip", "disable_tsc_offsetting", "monitor.virtual_rdtsc", "timeTracker", "apparentHz", "enable_softResetClearTSC"];

    private static readonly string[] VMwareWords = ["vSphere", "ESXi", "PowerCLI", "govc", "VMware", "DRS", "vmx", "vMotion"];

    public static TheoryData<string, string, string, string> OtherHypervisors => new()
    {
        { "QEMU", "Standard PC", "KVMKVMKVM", "KVM" },
        { "Xen", "HVM domU", "XenVMMXenVMM", "Xen" },
        { "Microsoft Corporation", "Virtual Machine", "Microsoft Hv", "Hyper-V" },
        { "innotek GmbH", "VirtualBox", "VBoxVBoxVBox", "VirtualBox" },
        { "Somebody", "Cloud", "SomeVMM", "SomeVMM" },
    };

    [Theory]
    [MemberData(nameof(OtherHypervisors))]
    public void Other_hypervisors_get_remedies_without_vSphere(string manufacturer, string product, string vendor, string name)
    {
        var findings = Everything(LinuxOn(manufacturer, product, vendor, name)).Concat(Everything(WindowsOn(manufacturer, product, vendor, name))).ToList();
        Assert.All(findings, finding => Assert.True(finding.Remedies.Count > 0 || finding.Rule is "TP109", $"{finding.Rule} has no remedy"));
        Assert.DoesNotContain(findings.SelectMany(finding => finding.Remedies).SelectMany(TextsOf), text =>
            VMwareWords.Any(word => text.Contains(word, StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_finding_on_VMware_has_remedies_ranked_from_one() => Assert.All(Everything(WindowsOnVMware), finding =>
    {
        Assert.NotEmpty(finding.Remedies);
        Assert.Equal(Enumerable.Range(1, finding.Remedies.Count), finding.Remedies.Select(remedy => remedy.Rank));
    });

    [Fact]
    public void The_raw_tsc_is_always_last_and_has_caveats()
    {
        var lists = Everything(WindowsOnVMware).Select(finding => finding.Remedies)
            .Concat(RuleCatalogue.Guest.SelectMany(rule => rule.Description.Remedies).Select(group => group.Remedies));

        foreach (var remedies in lists)
        {
            var raw = remedies.Where(remedy => remedy.Steps.Any(step => step.Text.Contains("virtual_rdtsc", StringComparison.Ordinal))).ToList();
            Assert.All(raw, remedy =>
            {
                Assert.Equal(remedies.Max(other => other.Rank), remedy.Rank);
                Assert.NotEmpty(remedy.Caveats);
            });
        }
    }

    [Fact]
    public void No_step_sets_a_key_that_must_not_be_set() =>
        Assert.DoesNotContain(
            AllRemedies.SelectMany(remedy => remedy.Steps),
            step => NeverRecommended.Any(key => step.Text.Contains(key, StringComparison.OrdinalIgnoreCase)));

    [Fact]
    public void Every_remedy_can_be_verified_with_check() =>
        Assert.All(AllRemedies, remedy => Assert.StartsWith("timerprobe check", remedy.Verify, StringComparison.Ordinal));

    [Fact]
    [Trait("Takes", "seconds")]
    public void Names_never_break_out_of_their_quotes() => Prop.ForAll(Names, name =>
        {
            foreach (var facts in Machines)
            {
                Assert.Equal(ShapesOfSteps(facts, "n"), ShapesOfSteps(facts, name), StringComparer.Ordinal);
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(100)));

    [Theory]
    [InlineData("a'b", "'a''b'", @"'a'\''b'")]
    [InlineData("a\u2019b", "'a\u2019\u2019b'", "'a\u2019b'")]
    [InlineData("$(rm) `x` \"y\"", "'$(rm) `x` \"y\"'", "'$(rm) `x` \"y\"'")]
    [InlineData("a\nb", "'a\uFFFDb'", "'a\uFFFDb'")]
    public void Names_are_quoted_as_each_shell_reads_them(string name, string powerShell, string posix)
    {
        Assert.Equal(powerShell, ShellQuoting.PowerShell(name));
        Assert.Equal(posix, ShellQuoting.Posix(name));
    }

    [Theory]
    [InlineData("-off", "-- '-off'")]
    [InlineData("db*", @"'db\*'")]
    [InlineData(@"a/b\c%2f", "'a%2fb%5cc%252f'")]
    public void Names_are_neither_options_nor_patterns_to_govc(string name, string argument) => Assert.Equal(argument, new VmName(name).GovcArgument);

    [Theory]
    [MemberData(nameof(OtherHypervisors))]
    [InlineData("VMware, Inc.", "VMware7,1", "VMwareVMware", "VMware")]
    public void Every_guest_verifies_the_rate_against_a_clock_outside(string manufacturer, string product, string vendor, string name)
    {
        GuestFacts[] guests = [WindowsOn(manufacturer, product, vendor, name), LinuxOn(manufacturer, product, vendor, name)];
        foreach (var (guest, beside) in guests.Zip(["w32tm /stripchart /computer:HOST", "chronyc tracking"]))
        {
            var remedies = Everything(guest).Where(finding => finding.Rule == "TP107").SelectMany(finding => finding.Remedies).ToList();
            Assert.NotEmpty(remedies);
            Assert.All(remedies, remedy => Assert.Equal("timerprobe check --drift 60s --reference HOST", remedy.Verify));
            Assert.All(remedies, remedy => Assert.Contains(remedy.Caveats, caveat => caveat.Contains(beside, StringComparison.Ordinal)));
        }
    }

    [Fact]
    public void A_known_UUID_selects_the_VM_on_VMware()
    {
        var steps = StepsOf(WindowsOnVMware.Identified(Uuid.ToUpperInvariant()));

        Assert.All(steps.Where(step => step.Text.Contains("Get-VM |", StringComparison.Ordinal)), step =>
            Assert.Contains($"Config.Uuid -in '{Uuid}', '{SwappedUuid}' }}", step.Text, StringComparison.Ordinal));
        Assert.All(steps.Where(step => step.Text.Contains("govc vm.", StringComparison.Ordinal)), step =>
            Assert.Contains($"-vm.uuid={Uuid}", step.Text, StringComparison.Ordinal));
        Assert.DoesNotContain(
            steps, step => step.Text.Contains("Name -eq", StringComparison.Ordinal) || step.Text.Contains("-name 'DB01'", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("")]
    [InlineData("Not Settable")]
    [InlineData("'; Remove-VM *; '")]
    [InlineData("{0x422239b7,0x1111,0x2222,{0x00,0x11,0x22,0x33,0x44,0x55,0x66,0x77}}")]
    [InlineData("00000000-0000-0000-0000-000000000000")]
    [InlineData("FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")]
    public void What_is_no_UUID_stays_out_of_commands(string uuid) => Assert.Equal(StepsOf(WindowsOnVMware), StepsOf(WindowsOnVMware.Identified(uuid)));

    [Theory]
    [InlineData(null)]
    [InlineData(Uuid)]
    public void PowerShell_steps_stop_unless_exactly_one_VM_is_found(string? uuid)
    {
        var steps = Machines.SelectMany(machine => StepsOf(machine.Identified(uuid)))
            .Where(step => step.Text.Contains("$vm = Get-VM", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(steps);
        Assert.All(steps, step => Assert.Contains("\nif (@($vm).Count -ne 1) { $vm = $null; throw ", step.Text, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(null, "guest's own")]
    [InlineData(Uuid, SwappedUuid)]
    public void Every_VMware_remedy_with_the_VM_in_a_command_says_how_it_is_found(string? uuid, string caveat)
    {
        var remedies = Everything(WindowsOnVMware.Identified(uuid)).SelectMany(finding => finding.Remedies)
            .Where(remedy => remedy.Steps.Any(step => step.Text.Contains("Get-VM |", StringComparison.Ordinal)));
        Assert.All(remedies, remedy => Assert.Contains(remedy.Caveats, text => text.Contains(caveat, StringComparison.Ordinal)));
    }

    private static List<RemedyStep> StepsOf(GuestFacts facts) =>
        [.. from finding in Everything(facts) from remedy in finding.Remedies from step in remedy.Steps select step];

    private static GuestFacts[] Machines =>
    [
        WindowsOnVMware,
        WindowsOnVMware.Identified(Uuid),
        LinuxOn("QEMU", "", "KVMKVMKVM", "KVM"),
        LinuxOn("Xen", "", "XenVMMXenVMM", "Xen"),
        LinuxOn("Microsoft Corporation", "Virtual Machine", "Microsoft Hv", "Hyper-V"),
        LinuxOn("innotek", "", "VBoxVBoxVBox", "VirtualBox"),
    ];

    private static IEnumerable<Remedy> AllRemedies =>
        from rule in RuleCatalogue.Guest from place in rule.Description.Remedies from remedy in place.Remedies select remedy;

    internal static Arbitrary<string> Names => Gen.Elements(
            "'", "\"", "`", "$(rm -rf /)", "; rm", "\n", "\r\n", "\\", "\u2018", "\u2019", "\u201B", "*", "[", "-", " ", "DB01", "&", "|",
            "\u001b[2J", "\u202e", "%n", "#", "é", "数")
        .ListOf().Select(parts => string.Concat(parts)).ToArbitrary();

    private static IEnumerable<string> ShapesOfSteps(GuestFacts facts, string name) =>
        from finding in Everything(facts with { Machine = facts.Machine with { Name = name } })
        from remedy in finding.Remedies
        from step in remedy.Steps
        select Shape(step);

    /// <summary>A step with each quoted word taken out by the rules of the shell it is for: what is left must not depend on the name.</summary>
    internal static string Shape(RemedyStep step) =>
        Tools.GetLanguage(step.Tool) switch
        {
            "powershell" => ShellReader.WithoutQuoted(step.Text, "'\u2018\u2019\u201A\u201B", doubled: true),
            "sh" => ShellReader.WithoutQuoted(step.Text, "'", doubled: false),
            _ => step.Text,
        };

    private static IEnumerable<string> TextsOf(Remedy remedy) =>
        [remedy.Action, remedy.Verify, .. remedy.Caveats, .. remedy.Steps.SelectMany(step => new[] { step.Tool, step.Text })];

    /// <summary>The findings of all rules, each under facts that call for it.</summary>
    private static IEnumerable<Finding> Everything(GuestFacts facts)
    {
        var probed = facts with
        {
            PerProcessor = [new(0, 0, new Duration(30.5), new Duration(12)), new(1, 0, new Duration(1_200.25), new Duration(12))],
            Scaling = [new(1, 40_000_000, 1), new(8, 32_000_000, 0.1)],
            Drift = new DriftFacts(60)
            {
                Reference = new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.example.org"),
                PreciseAgainstReferencePpm = new PartsPerMillion(-77_067.25),
                CounterAgainstReferencePpm = new PartsPerMillion(-77_067.25),
                UncertaintyPpm = new PartsPerMillion(12.5),
                AdjustedMs = 0,
            },
        };
        var causes = Enum.GetValues<ClockCause>().SelectMany(cause => RuleCatalogue.Evaluate(probed.Says(ClockState.Slow, cause, Confidence.Measured)));
        var starved = facts.Under(
            new CpuPressureFacts
            {
                Quota = 1.5,
                ThrottledMs = 12.25,
                StealMs = 30,
                WaitedMs = 4.5,
                LimitHz = new Frequency(1_000_000_000)
            });
        GuestFacts[] others =
        [
            probed.Says(ClockState.Unclear, ClockCause.Unknown),
            starved with { Control = StarvedControl },
            facts.On(hypervisor => hypervisor with { HostHz = new Frequency(2_593_000_000) }),
            facts.On(hypervisor => hypervisor with { Present = false, Vendor = null, Name = null }),
            facts.In(new WindowsFacts { QpfHz = new Frequency(3_579_545), UsePlatformClock = true }),
            facts.In(new WindowsFacts { QpfHz = new Frequency(3_579_545) }).On(hypervisor => hypervisor with { Interface = "" }),
        ];
        return causes.Concat(others.Where(other => facts.Machine.Windows is not null || other.Machine.Windows is null).SelectMany(RuleCatalogue.Evaluate));
    }
}
