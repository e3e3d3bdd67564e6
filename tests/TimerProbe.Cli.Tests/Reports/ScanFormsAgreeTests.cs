using FsCheck;
using FsCheck.Fluent;

namespace TimerProbe.Cli.Tests.Reports;

/// <summary>Every form of a scan tells of the same machines in the same order, the same groups of findings and the same numbers.</summary>
public sealed class ScanFormsAgreeTests
{
    private static readonly Frequency[] Hosts = [new(2_394_000_000), new(2_394_000_900), new(2_593_905_000), new(2_650_000_000)];

    [Fact]
    [Trait("Takes", "seconds")]
    public void Of_the_documentations_sample_of_three_vCenters_and_of_a_thousand_machines() => Assert.All(
        [DocumentJson.Read<ScanDocument>(File.ReadAllBytes(Repository.Path("docs", "samples", "scan.json"))), SampleScan.Document, SampleScan.WithAway(1_000)],
        AssertAgree);

    [Fact]
    [Trait("Takes", "seconds")]
    public void Of_any_scan() => Prop.ForAll(Scans, AssertAgree).Check(Config.QuickThrowOnFailure.WithMaxTest(Cases.Of(100)));

    private static Arbitrary<ScanDocument> Scans => (
        from clusters in Gen.Choose(1, 4)
        from count in Gen.Choose(1, 30)
        from machines in Machine(clusters).ListOf(count)
        select Scan(clusters, [.. machines.Select((machine, number) => machine with { Name = $"{machine.Name}{number}", Id = $"vm-{number}" })])).ToArbitrary();

    private static Gen<VirtualMachineFacts> Machine(int clusters) =>
        from name in Gen.Elements("DB", "web", "App")
        from cluster in Gen.Choose(1, clusters)
        from host in Gen.Choose(0, 2)
        from home in Gen.Elements(Hosts)
        from placement in Gen.Frequency(
            (5, Gen.Constant<Placement?>(null)), (1, Gen.Constant<Placement?>(Placement.Unknown)),
                (1, Gen.Constant<Placement?>(Placement.Off)))
        from state in Gen.Frequency((3, Gen.Constant<ClockState?>(null)), (2, Gen.Elements<ClockState?>(ClockState.Slow, ClockState.Healthy, ClockState.Check)))
        let hz = HostHz(cluster, host)
        let difference = hz.DifferenceFrom(home)
        select new VirtualMachineFacts
        {
            Name = name,
            Id = "",
            Cluster = ClusterName(cluster),
            ClusterId = $"domain-c{cluster}",
            Host = $"esx{cluster}{host}",
            HostId = $"host-{cluster}{host}",
            HostHz = hz,
            HomeHz = placement is null ? home : null,
            DifferencePpm = placement is null ? difference : null,
            UnknownReason = placement == Placement.Unknown ? "no event tells" : null,
            Placement = placement ?? (difference.Magnitude.Value > FrequencyRules.DefaultTolerance.Value ? Placement.Away : Placement.Home),
            Guest = state is { } measured ? new JoinedGuest(Guid.Empty, measured, ClockCause.None, "uuid") { Source = GuestSource.File } : null,
        };

    private static ScanDocument Scan(int clusters, IReadOnlyList<VirtualMachineFacts> machines)
    {
        var hosts = Enumerable.Range(1, clusters).SelectMany(cluster => Enumerable.Range(0, 3).Select(host => new HostFacts
        {
            Name = $"esx{cluster}{host}",
            Id = $"host-{cluster}{host}",
            Cluster = ClusterName(cluster),
            ClusterId = $"domain-c{cluster}",
            Hz = HostHz(cluster, host),
        })).ToLookup(host => host.Cluster!);
        var rules = new FrequencyRules(FrequencyRules.DefaultTolerance);
        return SampleScan.Document with
        {
            Scope = new(),
            VCenters =
            [
                SampleScan.Document.VCenters[0] with
                {
                    Hosts = [.. hosts.SelectMany(host => host)],
                    Clusters = [.. hosts.Select((cluster, index) => new ClusterFacts { Name = cluster.Key, Id = $"domain-c{index + 1}",
                        FrequencyClasses = rules.Classify(cluster.Key, [.. cluster]) })],
                    VirtualMachines = machines,
                },
            ],
            GuestResults = null,
            Findings =
            [
                .. machines.Where(machine => machine.Placement == Placement.Away && machine.Id[^1] != '3').Select(SampleFindings.AwayFromHome),
                .. machines.Where(machine => machine.Id[^1] is '1' or '2').Select(SampleFindings.RawTsc),
                .. machines.Where(machine => machine.Id[^1] == '4').Select(machine =>
                    SampleFindings.RawTsc(machine) with { Rule = "TP213", Severity = Severity.Warning, Title = $"{machine.Cluster} waits" }),
            ],
        };
    }

    private static Frequency HostHz(int cluster, int host) => Hosts[cluster % 2 == 0 ? 0 : (cluster + host) % Hosts.Length];

    private static string ClusterName(int cluster) => $"cluster{9 - cluster}";

    private static void AssertAgree(ScanDocument document)
    {
        AssertWhatToDo(document);
        var forms = ToldScan.By(document);
        var first = forms[0];
        foreach (var form in forms.Skip(1))
        {
            AssertEqual(form.Form, first.Headline, form.Headline);
            AssertEqual(form.Form, Joined(first.Machines), Joined(form.Machines));
            AssertEqual(form.Form, Joined(first.Clusters), Joined(form.Clusters));
            AssertEqual(form.Form, Joined(first.Groups), Joined(form.Groups));
            AssertEqual(form.Form, Joined(first.Away?.Where(name => form.Form != "openmetrics" || IsAway(document, name))), Joined(form.Away));
        }
    }

    /// <summary>Each form for people says the same numbers and the same things to do.</summary>
    private static void AssertWhatToDo(ScanDocument document)
    {
        var report = new ScanReport(document);
        Assert.InRange(report.ToDo.Count, 0, 3);
        var page = ParsedPage.Of(Written.Of(ScanHtml.Write, document));
        Assert.Equal(report.ToDo.Select(step => $"{step.Says} {step.Sure}"), page.QuerySelectorAll(".todo li").Select(line => line.TextContent.Trim()));
        var text = Written.Of(ScanText.Write, document, new TextView(new TextStyle(Width: 1_000, Colour: false, Unicode: true), Detail.Summary));
        var markdown = Written.Of(ReportMarkdown.Write, FleetReport.Create(document)).Replace("\\", "", StringComparison.Ordinal);
        foreach (var said in report.ToDo.Select(step => step.Says).Append(report.Summary.Numbers))
        {
            Assert.Contains(said, text, StringComparison.Ordinal);
            Assert.Contains(said, markdown, StringComparison.Ordinal);
        }
    }

    private static bool IsAway(ScanDocument document, string name) =>
        document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines).Any(machine => machine.Name == name && machine.Placement == Placement.Away);

    private static string? Joined(IEnumerable<string>? told) => told is null ? null : string.Join('\n', told);

    private static void AssertEqual(string form, string? expected, string? told) => Assert.True(told is null || told == expected, $"html:\n{expected}\n{form}:\n{told}");
}
