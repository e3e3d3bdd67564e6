namespace TimerProbe.Application.Tests.Scanning;

public sealed class OpenClassLogsTests
{
    private const string Intel = "intel";
    private const string Amd = "amd";

    [Fact]
    public void Of_a_class_whose_hosts_are_alike_one_machine_after_another_is_asked_those_away_first()
    {
        var (questions, maxFiles) = Of(
            [Host("a1", Intel), Host("a2", Intel), Host("x1", Intel) with { TscScaling = TscScaling.No }],
            [Machine("home", "a1"), Machine("away2", "a2", Placement.Away), Machine("away1", "a1", Placement.Away), Machine("other", "x1", Placement.Away)]);
        Assert.Equal("away1 away2 home", Names(Assert.Single(questions)));
        Assert.Equal(3, maxFiles);
    }

    [Fact]
    public void Where_each_host_is_its_own_case_each_with_a_machine_away_is_a_question()
    {
        var (questions, maxFiles) = Of(
            [Host("b1", Amd), Host("b2", Amd), Host("b3", Amd), Host("a1", Intel)],
            [
                Machine("one", "b1", Placement.Away), Machine("two", "b2", Placement.Away), Machine("more", "b2", Placement.Away),
                Machine("home", "b3"), Machine("three", "a1", Placement.Away),
            ]);
        Assert.Equal(["more two", "one", "three"], questions.Select(Names).Order(StringComparer.Ordinal));
        Assert.Equal("more two", Names(questions[0]));
        Assert.Equal(6, maxFiles);
    }

    [Fact]
    public void Nothing_is_asked_where_no_machine_is_away_nor_of_one_that_does_not_run()
    {
        Assert.Empty(Of([Host("a1", Intel)], [Machine("home", "a1")]).Questions);
        Assert.Empty(Of([Host("a1", Intel)], [Machine("off", "a1", Placement.Away) with { PowerState = "suspended" }]).Questions);
        Assert.Empty(Of([Host("a1", Intel)], [Machine("vCLS-1", "a1", Placement.Away)]).Questions);
        Assert.Empty(Of([Host("x1", Intel) with { TscScaling = TscScaling.No }], [Machine("away", "x1", Placement.Away)]).Questions);
    }

    private static (IReadOnlyList<IReadOnlyList<VirtualMachineFacts>> Questions, int MaxFiles) Of(
        IReadOnlyList<HostFacts> hosts, IReadOnlyList<VirtualMachineFacts> machines) =>
        OpenClassLogs.Of(new VCenterFacts { Server = "vc1", Status = ReadStatus.Complete, Hosts = hosts, VirtualMachines = machines });

    private static string Names(IEnumerable<VirtualMachineFacts> machines) => string.Join(' ', machines.Select(machine => machine.Name));

    private static HostFacts Host(string id, string processor) =>
        new() { Name = id, Id = id, CpuVendor = processor, CpuFamily = 6, CpuModelNumber = 0x4F, Version = "6.7.0" };

    private static VirtualMachineFacts Machine(string name, string host, Placement placement = Placement.Home) =>
        new() { Name = name, Id = name, HostId = host, PowerState = "poweredOn", Placement = placement };
}
