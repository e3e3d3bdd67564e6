namespace TimerProbe.Core.Tests.Documents;

public sealed class ScanPseudonymsTests
{
    private static readonly Pseudonyms Ours = new(Encoding.UTF8.GetBytes("our key"));

    [Fact]
    public void A_host_has_one_pseudonym_wherever_it_is_named()
    {
        var vcenter = Ours.Apply(Inventory);
        var host = vcenter.Hosts[0].Name;
        var machine = vcenter.VirtualMachines[0];
        Assert.StartsWith("host-", host, StringComparison.Ordinal);
        Assert.Equal(
            [host, host, host, host, host],
            [machine.Host!, machine.HomeHost!, machine.HarmlessHosts[0], machine.BoundTo![0],
                vcenter.Clusters[0].FrequencyClasses[0].Hosts[0]]);
        Assert.Equal(host, vcenter.ProblemDetails[0].Subject!.Name);
    }

    [Fact]
    public void A_class_keeps_its_number_behind_its_cluster_and_its_datacenter_before_a_repeated_name()
    {
        var host = Inventory.Hosts[0];
        var vcenter = Ours.Apply(Inventory with
        {
            Hosts = [host, host with { Datacenter = "DC1", FrequencyClass = "DC1/prod/2" }, host with { Cluster = null, FrequencyClass = "esx01/1" }],
        });
        var cluster = vcenter.Clusters[0].Name;
        Assert.Equal((cluster, cluster + "/1"), (vcenter.VirtualMachines[0].Cluster, vcenter.Clusters[0].FrequencyClasses[0].Name));
        Assert.Equal(
            [$"{cluster}/1", $"{vcenter.Hosts[1].Datacenter}/{cluster}/2", $"{vcenter.Hosts[2].Name}/1"], vcenter.Hosts.Select(item => item.FrequencyClass!));
    }

    [Fact]
    public void A_guest_has_the_pseudonym_that_its_own_check_gives_it()
    {
        var ofCheck = Ours.Apply(new MachineFacts { Name = "DB01", Os = "", Architecture = "", Hypervisor = new HypervisorFacts { Present = true } }).Name;
        var why = Problem.Create(ProblemCode.ResultUnmatched, "2 virtual machines have its UUID: SQL-7, SQL-8");
        var results = new GuestResultsFacts(2, 0, 0, [new UnmatchedGuest(Guid.Empty, "DB01", why.ToString(), why)], [])
            .With([Problem.Create(ProblemCode.ResultUnread, "/share/SQL 7.json is not a check document", ProblemSubject.File("/share/SQL 7.json"))]);
        var applied = Ours.Apply(results);
        Assert.Equal(ofCheck, applied.Unmatched[0].Machine);
        Assert.Equal(("resultUnmatched", "resultUnread"), (applied.Unmatched[0].Why, applied.Problems[0]));
        Assert.Matches("^file-[0-9a-f]{8}$", applied.ProblemDetails[0].Subject!.Name);
    }

    [Fact]
    public void A_sentence_that_is_not_data_too_is_left_out()
    {
        var applied = Ours.Apply(new VCenterFacts { Server = "vc1", Status = ReadStatus.Failed, Problems = ["vc1 refused the login of svcSecret: the password has expired"] });
        Assert.DoesNotContain("svcSecret", Assert.Single(applied.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void Scope_and_steps_name_what_the_inventory_names()
    {
        var scope = Ours.Apply(new ScanScope { Clusters = ["prod"], Folders = ["/sql/prod"], Names = ["DB*"], Datacenters = ["DC1"] });
        Assert.Equal([Ours.Apply(Inventory).Clusters[0].Name], scope.Clusters);
        Assert.Matches("^/folder-[0-9a-f]{8}/folder-[0-9a-f]{8}$", scope.Folders[0]);
        Assert.Equal(Ours.Apply(Inventory).Server, Ours.Apply(new ScanTiming(1, 1, [new ScanStep("vc1.example.org", "login", 1, 1)])).Steps[0].Server);
    }

    private static VCenterFacts Inventory { get; } = new VCenterFacts
    {
        Server = "vc1.example.org",
        Status = ReadStatus.Partial,
        Hosts = [new HostFacts { Name = "esx01", Id = "host-1", Cluster = "prod", ClusterId = "domain-c1", FrequencyClass = "prod/1" }],
        Clusters = [new ClusterFacts { Name = "prod", Id = "domain-c1", Datacenter = "prod",
            FrequencyClasses = [new FrequencyClass("prod/1", new Frequency(1), new Frequency(1), ["esx01"])] }],
        VirtualMachines =
        [
            new VirtualMachineFacts
            {
                Name = "DB01",
                Id = "vm-1",
                Cluster = "prod",
                Host = "esx01",
                HomeHost = "esx01",
                HarmlessHosts = ["esx01"],
                BoundTo = ["esx01"],
                Placement = Facts.Placement.Unknown,
            },
        ],
    }.With([Problem.Create(ProblemCode.ObjectsIncomplete, "the frequency of esx01 could not be read", new(ProblemSubjectKind.Host, "esx01"))]);
}
