namespace TimerProbe.Cli.Tests.Answers;

/// <summary>A plan is read before a patch night: on forty lines at most, of the sample scan and of any other.</summary>
public sealed class PlanAnswerTests
{
    private const int Screen = 40;

    private static readonly DateTimeOffset Now = new(2026, 11, 26, 3, 0, 0, TimeSpan.Zero);
    private static readonly ScanDocument Sample = DocumentJson.Read<ScanDocument>(File.ReadAllText(Repository.Path("docs", "samples", "scan.json")));
    private static readonly Planner Planner = PlannerOf([Sample]);

    public static TheoryData<string> Names => ["evacuate", "home", "rules"];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_plan_is_told_in_one_screen(string name)
    {
        var text = Written.Of(PlanText.Write, Of(name), new TextView(Transcript.Terminal, Detail.Summary));
        Transcript.AssertFits(text, Screen);
        Transcript.AssertIs($"plan-{name}", text);
    }

    [Fact]
    public void In_full_every_machine_host_and_assumption_is_there()
    {
        var plan = Of("evacuate");
        var text = Written.Of(PlanText.Write, plan, new TextView(Transcript.Terminal with { Width = 400 }, Detail.Full));
        Assert.All(plan.Evacuation!.Machines, item => Assert.Contains(item.Machine.Name, text, StringComparison.Ordinal));
        Assert.All(plan.Evacuation.Rounds[0].Steps, step => Assert.Contains(step.Host, text, StringComparison.Ordinal));
        Assert.All(plan.Assumptions, sentence => Assert.Contains(sentence, text, StringComparison.Ordinal));
        Assert.DoesNotContain("more: --detail full", text, StringComparison.Ordinal);
    }

    [Fact]
    public void In_full_a_narrow_terminal_has_where_each_machine_goes_and_why_one_stays()
    {
        var (evacuation, home, rules) = (Of("evacuate"), Of("home"), Of("rules"));
        var (evacuated, brought, ruled) = (InFull(evacuation), InFull(home), InFull(rules));
        Assert.All(evacuation.Moves, move => AssertGoes(move, evacuated));
        Assert.All(home.Moves, move => AssertGoes(move, brought));
        Assert.All(evacuation.Evacuation!.Machines.Where(item => item.FastHosts.Count > 0), item => Assert.Matches(
            $"{item.Machine.Name} (esx[^ ]+ )?{string.Join(", ", item.FastHosts.Select(AnswerText.Short))}", evacuated));
        Assert.All(evacuation.Evacuation.Machines.Where(item => item.To is null), item => Assert.Matches(
            $"{item.Machine.Name} (esx[^ ]+ )?(fast |slow |unknown )?raw TSC, where each move makes the time jump", evacuated));
        Assert.Matches("away-ft-failed-over (esx[^ ]+ )?fault tolerance, which is not planned", brought);
        Assert.All(rules.Rules!.SelectMany(cluster => cluster.Rules), rule => Assert.All(
            rule.Machines, machine => Assert.Contains($"{rule.VmGroup} {machine.Name}", ruled, StringComparison.Ordinal)));

        static void AssertGoes(PlannedMove move, string text) =>
            Assert.Matches($"{move.Wave} {move.Machine} ({AnswerText.Short(move.From)} )?{AnswerText.Short(move.To)} ", text);

        static string InFull(PlanDocument plan)
        {
            var text = Written.Of(PlanText.Write, plan, new TextView(Transcript.Terminal, Detail.Full));
            return string.Join(' ', text.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
        }
    }

    [Theory]
    [InlineData("esx01", "esx01.lab.example")]
    [InlineData("VC1/ESX01", "esx01.lab.example")]
    [InlineData("vc1.lab.example/esx01", "esx01.lab.example")]
    [InlineData("vc1/esx01.lab.example", "esx01.lab.example")]
    [InlineData("vc1/site/esx01", "esx01.lab.example")]
    public void A_host_is_named_without_domains_on_either_side_of_the_slash(string given, string name) => Assert.Equal([name], Hosts(given, "vc1.lab.example"));

    [Fact]
    public void A_name_without_domains_is_that_of_one_host()
    {
        Assert.Equal(["vc2.lab.example/esx01.lab.example"], Hosts("vc2/esx01", "vc1.lab.example", "vc2.lab.example"));
        var refused = Assert.Throws<UseCaseException>(() => Hosts("vc1/esx01", "vc1.lab.example", "vc1.other.example"));
        Assert.StartsWith("'vc1/esx01' is ambiguous: vc1.lab.example/esx01.lab.example, vc1.other", refused.Message, StringComparison.Ordinal);
        refused = Assert.Throws<UseCaseException>(() => Hosts("10/esx01", "10.0.0.1", "vc2.lab.example"));
        Assert.StartsWith("no scan given has a host '10/esx01'", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_two_scans_of_one_vCenter_only_the_later_has_names()
    {
        var planner = PlannerOf([
            Scan("vc1.lab.example", instance: "one"),
            Scan("vc2.lab.example", instance: "one") with { StartedAt = Sample.StartedAt.AddDays(1) },
        ]);
        Assert.Equal(["esx01.lab.example"], PlanNames.Hosts(planner, ["esx01"]));
        Assert.Equal(["esx01.lab.example"], PlanNames.Hosts(planner, ["vc2/esx01"]));
        var refused = Assert.Throws<UseCaseException>(() => PlanNames.Hosts(planner, ["vc1.lab.example/esx01.lab.example"]));
        Assert.StartsWith("no scan given has a host 'vc1.lab.example/esx01.lab.example'", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("home")]
    [InlineData("evacuate")]
    [InlineData("rules")]
    public void Of_several_vCenters_each_row_says_which(string name)
    {
        var several = PlannerOf([Scan("vc1.lab.example", instance: "one"), Scan("vc2.lab.example", instance: "two")]);
        var plan = name switch
        {
            "home" => several.Home(),
            "evacuate" => several.Evacuate(["esx01.lab.example"]),
            _ => several.Rules(),
        };
        var report = PlanReport.Create(plan);
        Assert.All(report.Sections.Where(section => section.Rows.Count > 0 && section.Columns[0].Title != "Step"), section =>
        {
            var column = section.Columns.Select(item => item.Title).ToList().IndexOf("vCenter");
            var servers = section.Rows.Select(row => row[column]).Distinct().Order(StringComparer.Ordinal);
            Assert.Equal(["vc1.lab.example", "vc2.lab.example"], servers);
        });
        var view = new TextView(Transcript.Terminal, Detail.Full);
        var text = Written.Of(PlanText.Write, plan, view);
        Assert.Contains("  vCenter  ", text, StringComparison.Ordinal);
        Assert.Contains(" vc2 ", text, StringComparison.Ordinal);
        var longest = name == "evacuate" ? "unknown-power-on-event-of-an-earlier-boot" : "away-resumed-elsewhere-with-power-on-event";
        Assert.Contains(longest, text, StringComparison.Ordinal);
        Assert.DoesNotContain("vCenter", Written.Of(PlanText.Write, Of(name), view), StringComparison.Ordinal);
    }

    private static IReadOnlyList<string> Hosts(string given, params string[] servers) =>
        PlanNames.Hosts(PlannerOf([.. servers.Select(server => Scan(server, instance: server))]), [given]);

    private static ScanDocument Scan(string server, string instance) => Sample with
    {
        VCenters =
        [
            Sample.VCenters[0] with
            {
                Server = server,
                InstanceUuid = instance,
                Hosts = [.. Sample.VCenters[0].Hosts.Select(host => host with { Datacenter = "site" })],
            },
        ],
    };

    private static Planner PlannerOf(IReadOnlyList<ScanDocument> scans) => new(scans, new PlanSettings(), new ToolInfo("0.1.0"), Now, Guid.Empty);

    private static PlanDocument Of(string name) => name switch
    {
        "evacuate" => Planner.Evacuate(["esx01.lab.example"]),
        "home" => Planner.Home(),
        _ => Planner.Rules(),
    };
}
