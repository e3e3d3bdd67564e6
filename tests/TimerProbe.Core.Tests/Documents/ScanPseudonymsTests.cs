using System.Text.Encodings.Web;

namespace TimerProbe.Core.Tests.Documents;

public sealed class ScanPseudonymsTests
{
    private static readonly Pseudonyms Ours = new(Encoding.UTF8.GetBytes("our key"));

    /// <summary>Members whose texts are no names: what a new member holds is to be decided here.</summary>
    private static readonly string[] Kept =
    [
        "Id", "HostId", "ClusterId", "Version", "FullName", "Build", "CpuModel", "CpuVendor", "HardwareModel", "HardwareVendor", "ManagedBy",
        "EvcMode", "PowerPolicy", "ConnectionState", "HeldBack", "Drs", "PowerState", "GuestId", "UnknownReason",
    ];

    [Fact]
    public void No_text_is_kept_but_those_that_are_no_names()
    {
        var texts = new List<(string Member, string Text)>();
        string Text(string member)
        {
            texts.Add((member, $"{member}x{Guid.NewGuid():N}"));
            return texts[^1].Text;
        }

        var vcenter = FilledRecord.Of(new VCenterFacts { Server = "", Status = ReadStatus.Partial }, Text) with
        {
            Hosts = [FilledRecord.Of(new HostFacts { Name = "", Id = "" }, Text)],
            Clusters = [FilledRecord.Of(new ClusterFacts { Name = "", Id = "" },
                Text) with { FrequencyClasses = [new FrequencyClass(Text("Class"), default, default, [Text("Host")])] }],
            VirtualMachines = [FilledRecord.Of(new VirtualMachineFacts { Name = "", Id = "", Placement = Facts.Placement.Away }, Text)],
        };
        var json = Json(vcenter);
        Assert.All(texts, name => Assert.Equal(Kept.Contains(name.Member), json.Contains(name.Text, StringComparison.OrdinalIgnoreCase)));
    }

    [Fact]
    public void No_name_of_any_inventory_is_left() => Prop.ForAll(Inventories, inventory =>
    {
        var json = Json(inventory.Facts);
        return inventory.Names.TrueForAll(
            name => !json.Contains(JsonEncodedText.Encode(name, JavaScriptEncoder.Default).Value, StringComparison.OrdinalIgnoreCase));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_host_has_one_pseudonym_wherever_it_is_named()
    {
        var vcenter = Ours.Apply(Inventory("prod", "esx01", "DB01"));
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
        var inventory = Inventory("prod", "esx01", "DB01");
        var host = inventory.Hosts[0];
        var vcenter = Ours.Apply(inventory with
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
        Assert.Equal([Ours.Apply(Inventory("prod", "esx01", "DB01")).Clusters[0].Name], scope.Clusters);
        Assert.Matches("^/folder-[0-9a-f]{8}/folder-[0-9a-f]{8}$", scope.Folders[0]);
        Assert.Equal(Ours.Apply(Inventory("prod", "esx01", "DB01")).Server, Ours.Apply(new ScanTiming(1, 1, [new ScanStep("vc1.example.org", "login", 1, 1)])).Steps[0].Server);
    }

    private static string Json(VCenterFacts vcenter) => DocumentJson.Write(SampleScan.Of(Ours.Apply(vcenter)));

    private static Arbitrary<(VCenterFacts Facts, List<string> Names)> Inventories =>
        Gen.Elements("abcdefghijklmnopqrstuvwxyz0123456789.-_ äß数\"'\\<&".ToCharArray()).ArrayOf(14).Select(letters => "q" + new string(letters) + "z")
            .ListOf(3)
            .Select(names => (Inventory(names[0], names[1], names[2]), names.ToList()))
            .ToArbitrary();

    private static VCenterFacts Inventory(string cluster, string host, string machine) => new VCenterFacts
    {
        Server = "vc1.example.org",
        Status = ReadStatus.Partial,
        Hosts = [new HostFacts { Name = host, Id = "host-1", Cluster = cluster, ClusterId = "domain-c1", FrequencyClass = $"{cluster}/1" }],
        Clusters = [new ClusterFacts { Name = cluster, Id = "domain-c1", Datacenter = cluster,
            FrequencyClasses = [new FrequencyClass($"{cluster}/1", new Frequency(1), new Frequency(1), [host])] }],
        VirtualMachines =
        [
            new VirtualMachineFacts
            {
                Name = machine,
                Id = "vm-1",
                GuestHostName = machine,
                Cluster = cluster,
                Folder = $"{machine}/{cluster}",
                Host = host,
                HomeHost = host,
                HarmlessHosts = [host],
                BoundTo = [host],
                UnknownReason = "the frequency of its host could not be read",
                Placement = Facts.Placement.Unknown,
            },
        ],
    }.With(
    [
        Problem.Create(ProblemCode.ObjectsIncomplete, $"the frequency of {host} could not be read", new(ProblemSubjectKind.Host, host)),
        Problem.Create(ProblemCode.ObjectsIncomplete, $"'{machine}' in {cluster} could not be read", new(ProblemSubjectKind.VirtualMachine, machine)),
    ]);
}
