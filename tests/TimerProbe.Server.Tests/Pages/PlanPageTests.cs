namespace TimerProbe.Server.Tests.Pages;

/// <summary>Plans made from the latest saved scan, by the links of the pages.</summary>
public sealed class PlanPageTests(PlanPageTests.Lab lab) : IClassFixture<PlanPageTests.Lab>
{
    private static readonly VCenterFacts Center = SamplePlans.Scan.VCenters[0];
    private static readonly ClusterFacts Cluster = Center.Clusters.First(cluster => cluster.Name == "prod");

    [Fact]
    public async Task The_page_of_a_cluster_leads_to_its_way_home_its_rules_and_the_emptying_of_each_host()
    {
        var cluster = await lab.Fleet.GetAsync($"/clusters?name=prod&vcenter={Center.Server}");
        var home = await FollowAsync(cluster, "/plans/home");
        var expected = SamplePlans.Planner(SamplePlans.Scan).Home(Cluster.Id);
        Assert.NotEmpty(expected.Moves);
        Assert.All(expected.Moves, move => Assert.Contains($"<td>{Text(move.Machine)}<td>{Text(move.From)}<td>{Text(move.To)}", home, StringComparison.Ordinal));
        Assert.Contains($"make {expected.Home!.BroughtHome} of {expected.Home.SlowNow} VMs fast that are slow", home, StringComparison.Ordinal);

        var rules = await FollowAsync(cluster, "/plans/rules");
        Assert.All(
            SamplePlans.Rules.Rules!.Single(item => item.ClusterId == Cluster.Id).Rules,
            rule => Assert.Contains(Text(rule.VmGroup), rules, StringComparison.Ordinal));

        var hosts = PageTests.Link().Matches(home).Select(match => WebUtility.HtmlDecode(match.Groups["to"].Value))
            .Where(link => link.StartsWith("/plans/evacuate", StringComparison.Ordinal)).ToList();
        Assert.Equal(Center.Hosts.Count(host => host.ClusterId == Cluster.Id), hosts.Count);
        var evacuation = await lab.Fleet.GetAsync(hosts.Single(link => link.Contains(SamplePlans.Host, StringComparison.Ordinal)));
        Assert.Contains("<b>NOT ALL:</b>", evacuation, StringComparison.Ordinal);
        Assert.Contains("<h2 id=\"picture-title\">", evacuation, StringComparison.Ordinal);
        Assert.Empty(lab.Fleet.Node.Complaints);
    }

    [Theory]
    [InlineData(true, "SLOW")]
    [InlineData(false, "EXPECTED SLOW")]
    public async Task The_page_of_a_machine_leads_to_what_each_host_does_to_its_clock_and_to_its_destination(bool isMeasured, string now)
    {
        var move = SamplePlans.Planner(SamplePlans.Scan).Home(Cluster.Id).Moves.First(item =>
            item is { Before: PlannedClock.Slow, After: PlannedClock.Fast }
                && isMeasured == Center.VirtualMachines.Single(machine => machine.Id == item.MachineId).Guest is not null);
        var machine = await FollowAsync(await lab.Fleet.GetAsync($"/machines?text={move.Machine}"), "/machines/");
        var plan = await FollowAsync(machine, "/machines/");
        Assert.Contains($"<b>{now}, WITH A WAY HOME:</b> a move to {move.To}, without downtime, is expected to make its clock fast.", plan, StringComparison.Ordinal);
        Assert.All(Center.Hosts.Where(host => host.ClusterId == Cluster.Id), host => Assert.Contains($"<tr><td>{host.Name}<td", plan, StringComparison.Ordinal));
        Assert.Matches($"<td>{Regex.Escape(move.To)}<td class=\"n\">[^<]+<td>[^<]+<td>fast<td>yes", plan);
        Assert.Matches($"<td>{Regex.Escape(move.From)}<td class=\"n\">[^<]+<td>[^<]+<td>slow<td>it runs here", plan);
        Assert.Contains("<b>NOT ALL:</b>",
            await FollowAsync(machine.Replace(move.From, SamplePlans.Host, StringComparison.Ordinal), "/plans/evacuate"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_document_of_a_plan_is_one_that_report_takes()
    {
        var address = $"/plans/home/plan.json?vcenter={Center.Server}&cluster={Cluster.Id}";
        using var answer = await lab.Fleet.Client.GetAsync(address, Cancel);
        var plan = DocumentJson.Read<PlanDocument>(await answer.Content.ReadAsStringAsync(Cancel));
        Assert.Equal("plan.json", answer.Content.Headers.ContentDisposition?.FileName);
        Assert.Equal(SamplePlans.Planner(SamplePlans.Scan).Home(Cluster.Id).Moves, plan.Moves);
        Assert.Equal(SamplePlans.Scan.Id, Assert.Single(plan.Scans).Id);
        Assert.NotEqual(Guid.Empty, plan.Id);
    }

    [Theory]
    [InlineData("/plans/home?vcenter=nowhere.example&cluster=domain-c1", "No scan of this vCenter is in the store: a plan is made from the latest one.")]
    [InlineData("/plans/home", "Name a vCenter and a cluster or host")]
    [InlineData("/plans/home?vcenter=VC&cluster=domain-none", "has no cluster of this id")]
    [InlineData("/plans/rules?vcenter=VC", "has no cluster of this id")]
    [InlineData("/plans/evacuate?vcenter=VC&host=esx99", "has no host of this name")]
    [InlineData("/machines/0000000000000000/plan", "no virtual machine of this address")]
    public async Task What_is_not_there_has_no_plan_and_the_page_says_why(string address, string why)
    {
        using var answer = await lab.Fleet.Client.GetAsync(address.Replace("=VC", $"={Center.Server}", StringComparison.Ordinal), Cancel);
        Assert.Equal(HttpStatusCode.NotFound, answer.StatusCode);
        Assert.Contains(why, await answer.Content.ReadAsStringAsync(Cancel), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hostile_names_are_text_in_a_plan()
    {
        const string evil = "\"><script>alert(1)</script>\u202e";
        var hostile = Center with
        {
            Hosts = [.. Center.Hosts.Select(host => host.Name == SamplePlans.Host ? host with { Name = evil } : host)],
            VirtualMachines = [.. Center.VirtualMachines.Select(
                machine => machine.Host == SamplePlans.Host ? machine with { Host = evil, Name = evil + machine.Id } : machine)],
            Clusters = [.. Center.Clusters.Select(cluster => cluster.Id == Cluster.Id ? cluster with { Name = evil } : cluster)],
        };
        await using var fleet = await FleetNode.StartAsync(Engine.Sqlite, SamplePlans.Scan with { VCenters = [hostile] });
        foreach (var address in new[] { $"home?cluster={Cluster.Id}", $"rules?cluster={Cluster.Id}", $"evacuate?host={Uri.EscapeDataString(evil)}" })
        {
            var page = await fleet.GetAsync($"/plans/{address}&vcenter={Center.Server}");
            Assert.DoesNotContain("<script>alert", page, StringComparison.OrdinalIgnoreCase);
            Assert.DoesNotContain("\u202e", page, StringComparison.Ordinal);
            Assert.Contains("&lt;script&gt;", page, StringComparison.Ordinal);
        }
    }

    private static string Text(string text) => HtmlFragments.Text(text);

    /// <summary>The page behind the first link whose address begins so.</summary>
    private async Task<string> FollowAsync(string page, string start) => await lab.Fleet.GetAsync(
        PageTests.Link().Matches(page).Select(match => WebUtility.HtmlDecode(match.Groups["to"].Value))
            .First(link => link.StartsWith(start, StringComparison.Ordinal)));

    /// <summary>A node that shows the sample scan of the documentation.</summary>
    public sealed class Lab : IAsyncLifetime
    {
        internal FleetNode Fleet { get; private set; } = null!;

        public async ValueTask InitializeAsync() => Fleet = await FleetNode.StartAsync(Engine.Sqlite, SamplePlans.Scan);

        public ValueTask DisposeAsync() => Fleet.DisposeAsync();
    }
}
