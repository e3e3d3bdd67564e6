using static TimerProbe.Core.Tests.Placement.FleetBuilder;

namespace TimerProbe.Core.Tests.Placement;

public sealed class FleetPlacementTests
{
    [Fact]
    public void A_machine_on_the_host_of_its_power_on_is_at_home()
    {
        var machine = Placed(Machine("db01", Slow), Event(1, MachineEventKind.PoweredOn, Slow));
        Assert.Equal(
            (Facts.Placement.Home, "esx01", HomeSource.Event, FrequencyComparison.Equal, 0.0),
            (machine.Placement, machine.HomeHost, machine.HomeSource, machine.Comparison, machine.DifferencePpm?.Value));
    }

    [Fact]
    public void A_host_of_another_frequency_is_away_and_the_harmless_hosts_are_named()
    {
        var machine = Placed(Machine("db01", Fast), Event(1, MachineEventKind.PoweredOn, Slow), Event(60, MachineEventKind.Moved, Fast, Slow));
        Assert.Equal((Facts.Placement.Away, FrequencyComparison.OtherModel), (machine.Placement, machine.Comparison));
        Assert.Equal(["esx01", "esx02"], machine.HarmlessHosts);
        Assert.Equal(83_502.5, machine.DifferencePpm!.Value.Value, precision: 1);
    }

    [Fact]
    public void Harmless_hosts_can_take_the_machine_now()
    {
        var reading = Reading((Machine("db01", Fast) with { BoundTo = ["esx02", "esx04"] }, [Event(1, MachineEventKind.PoweredOn, Slow)]));
        Assert.Equal(["esx02"], Place(reading).VirtualMachines[0].HarmlessHosts);
        var resting = reading.HostsAs(host => host with { InMaintenanceMode = host.Name == "esx02" });
        Assert.Empty(Place(resting).VirtualMachines[0].HarmlessHosts);
    }

    [Theory]
    [InlineData(-3600, 3)]
    [InlineData(121, 3)]
    // Two machines may have begun to count anew at one move; a clock that is a little apart needs no correction.
    [InlineData(3600, 2)]
    [InlineData(120, 3)]
    public void A_clock_of_vCenter_that_is_apart_from_its_hosts_is_taken_out_of_its_events(int ahead, int agreeing)
    {
        var aware = Enumerable.Range(0, 5).Select(number => Machine($"db0{number}", Slow) with { BootTime = Boot.AddDays(number) }).ToList();
        InventoryReading Fleet(int by) => Reading([.. aware.Select((machine, number) => (
            machine with { Power = new PowerHistory { OnSince = number >= agreeing + 1 ? null
                : machine.BootTime!.Value.AddSeconds(by + (number == agreeing ? 86_400 * 9 : 0)) } },
            new[]
            {
                new MachineEvent(MachineEventKind.PoweredOn, machine.BootTime!.Value.AddSeconds(1 + by), Fast.Id, Source: null, Key: 1),
                new MachineEvent(MachineEventKind.Moved, machine.BootTime.Value.AddDays(1).AddSeconds(by), Slow.Id, Fast.Id, Key: 2),
            }))]) with
        { EventsSince = Boot.AddDays(-20).AddSeconds(by) };

        var (right, found) = (Place(Fleet(0)), Place(Fleet(ahead)));

        var isCorrected = Math.Abs(ahead) > 120 && agreeing > 2;
        Assert.Equal(isCorrected, right.VirtualMachines.Select(Told).SequenceEqual(found.VirtualMachines.Select(Told)));
        Assert.Equal(isCorrected, found.ProblemDetails.Any(problem => problem.Text!.Contains("its hosts", StringComparison.Ordinal)));
        Assert.Empty(right.ProblemDetails);
        Assert.All(right.VirtualMachines,
            machine => Assert.Equal((Facts.Placement.Away, HomeCertainty.Certain), (machine.Placement, machine.HomeCertainty)));

        static object Told(VirtualMachineFacts machine) => (machine.Placement, machine.HomeCertainty, machine.HomeSince, machine.MovedAt, machine.Power);
    }

    [Theory]
    [InlineData("0 0 0 3600 3600 3600", true)]
    [InlineData("0 3600 3600 3600 86400 172800", true)]
    [InlineData("0 0 3600 3600 3600 86400 172800", false)]
    [InlineData("3480 3600 3720", true)]
    [InlineData("3479 3600 3720", false)]
    [InlineData("3480 3600 3721", false)]
    public void A_clock_of_vCenter_is_apart_where_half_of_all_machines_agree_on_it_within_two_minutes(string seconds, bool isApart)
    {
        var machines = seconds.Split(' ').Select((ahead, number) => Machine($"db{number}", Slow) with
        {
            Power = new PowerHistory { OnSince = Boot.AddSeconds(int.Parse(ahead, CultureInfo.InvariantCulture)) },
        });
        var vcenter = Place(Reading([.. machines.Select(machine => (machine, Array.Empty<MachineEvent>()))]));
        Assert.Equal(isApart ? 1 : 0, vcenter.ProblemDetails.Count);
    }

    [Fact]
    public void Without_a_power_on_event_the_placement_is_unknown_and_nothing_is_compared()
    {
        var machine = Placed(Machine("db01", Slow), Event(60, MachineEventKind.Moved, Slow, Fast));
        Assert.Equal(Facts.Placement.Unknown, machine.Placement);
        Assert.NotNull(machine.UnknownReason);
        Assert.Null(machine.DifferencePpm);
        Assert.Equal(Boot.AddSeconds(60), machine.MovedAt);
    }

    [Fact]
    public void Events_that_could_not_be_read_are_the_reason()
    {
        var reading = Reading((Machine("db01", Slow), [])) with { EventsMissing = "the account may not read events" };
        Assert.Equal("the account may not read events", Place(reading).VirtualMachines[0].UnknownReason);
    }

    [Fact]
    public void What_an_earlier_scan_read_in_the_run_of_the_host_that_the_power_on_lies_in_is_certain()
    {
        var before = new HostRecord(Fast.Hz!.Value, CpuModel: null, Boot.AddDays(-30), Boot.AddDays(9));
        var later = new HostRecord(Slow.Hz!.Value, CpuModel: null, Boot.AddDays(9), SeenUntil: Boot.AddDays(10));
        var reading = Reading((Machine("db01", Slow), [Event(1, MachineEventKind.PoweredOn, Slow)]))
            .HostsAs(host => host.Id == Slow.Id ? host with { BootTime = Boot.AddDays(9) } : host);

        var vcenter = new FleetPlacement(Rules, new Records(before, later)).Place(reading);

        var machine = vcenter.VirtualMachines[0];
        Assert.Equal((Facts.Placement.Away, HomeCertainty.Certain, Fast.Hz), (machine.Placement, machine.HomeCertainty, machine.HomeHz));
        Assert.Equal((Fast.Hz, Boot.AddDays(9)), (vcenter.Hosts[0].EarlierHz, vcenter.Hosts[0].ChangedAt));
    }

    [Theory]
    [InlineData(true, Facts.Placement.Home)]
    [InlineData(false, Facts.Placement.Unknown)]
    public void In_a_cluster_of_one_frequency_only_those_that_came_from_elsewhere_are_not(bool stayed, Facts.Placement expected)
    {
        var reading = Reading((Machine("db01", SlowToo), [Event(60, MachineEventKind.Moved, SlowToo, stayed ? Slow : Alone)])).WithHosts(Slow, SlowToo, Alone);
        Assert.Equal(expected, Place(reading).VirtualMachines[0].Placement);
    }

    [Fact]
    public void A_secondary_of_a_fault_tolerance_pair_has_no_home_of_its_own()
    {
        var machine = Placed(Machine("db01", Slow) with { FaultTolerance = FaultToleranceRole.Secondary }, Event(1, MachineEventKind.PoweredOn, Slow));
        Assert.Equal((Facts.Placement.Unknown, null), (machine.Placement, machine.HomeHost));
        Assert.Equal(("it is the secondary of a fault tolerance pair, which has the frequency of its primary", true), (machine.UnknownReason, machine.Power.IsFrequencyRestored));
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, true)]
    public void Only_what_happened_since_the_power_on_is_told(int seconds, bool isTold)
    {
        var machine = Placed(Machine("db01", Slow), Event(1, MachineEventKind.PoweredOn, Slow), Event(seconds, MachineEventKind.Moved, Slow, Fast));
        Assert.Equal((isTold, isTold), (machine.MovedAt is not null, machine.Moves is not null));
    }

    [Theory]
    [InlineData(-120, true)]
    [InlineData(-121, false)]
    public void Without_a_power_on_event_the_boot_time_tells_since_when(int seconds, bool isTold) =>
        Assert.Equal(isTold, Placed(Machine("db01", Slow), Event(seconds, MachineEventKind.Moved, Slow, Fast)).MovedAt is not null);

    [Fact]
    public void The_last_of_several_counts()
    {
        var machine = Placed(
            Machine("db01", Slow), Event(1, MachineEventKind.PoweredOn, Slow), Event(50, MachineEventKind.Resumed, Slow),
                Event(40, MachineEventKind.Resumed, Slow),
            Event(70, MachineEventKind.Reverted, Slow), Event(80, MachineEventKind.Reverted, Slow));
        Assert.Equal((Boot.AddSeconds(50), Boot.AddSeconds(80)), (machine.ResumedAt, machine.RevertedAt));
    }

    [Fact]
    public void Of_many_moves_the_latest_twenty_are_told()
    {
        var machine = Placed(Machine("db01", Slow), [Event(1, MachineEventKind.PoweredOn, Slow), .. Enumerable.Range(2, 30)
            .Select(second => Event(second, MachineEventKind.Moved, Slow, Fast))]);
        Assert.Equal((20, Boot.AddSeconds(12), Boot.AddSeconds(31)), (machine.Moves!.Count, machine.Moves[0].At, machine.Moves[^1].At));
    }

    [Fact]
    public void Moves_of_one_time_are_told_in_the_order_of_their_numbers()
    {
        var there = Event(60, MachineEventKind.Moved, Fast, Slow);
        var machine = Placed(Machine("db01", Slow), Event(1, MachineEventKind.PoweredOn, Slow),
            there with { Key = 9, Host = Slow.Id, Source = Fast.Id }, there with { Key = 8 });
        Assert.Equal(["esx04", "esx01"], machine.Moves!.Select(move => move.To!));
    }

    [Theory]
    [InlineData("connected", true)]
    [InlineData(null, true)]
    [InlineData("disconnected", false)]
    public void A_host_that_vCenter_does_not_reach_takes_no_machine(string? state, bool isHarmless)
    {
        var reading = Reading((Machine("db01", Fast), [Event(1, MachineEventKind.PoweredOn, Slow)])).HostsAs(host => host.Id == SlowToo.Id ? host with { ConnectionState = state } : host);
        Assert.Equal(isHarmless, Place(reading).VirtualMachines[0].HarmlessHosts.Contains("esx02"));
    }

    [Fact]
    public void A_machine_without_events_is_placed_too()
    {
        var reading = Reading((Machine("db01", Slow), [])) with { Events = new Dictionary<string, IReadOnlyList<MachineEvent>>() };
        Assert.Equal(Facts.Placement.Unknown, Place(reading).VirtualMachines[0].Placement);
    }

    [Fact]
    public void A_host_is_called_as_the_inventory_calls_it_and_one_that_is_not_there_as_its_machine_does()
    {
        Assert.Equal("esx01", Placed(Machine("db01", Slow) with { Host = "its old name" }).Host);
        Assert.Equal(("gone", null), (Placed(Machine("db01", Slow) with { Host = "gone", HostId = "host-gone" })
            .Host, Placed(Machine("db01", Slow) with { HostId = null }).HostHz));
    }

    [Fact]
    public void A_host_outside_of_what_was_asked_for_is_a_home_too()
    {
        var elsewhere = new HostFacts { Name = "esx99", Id = "host-99", Hz = Fast.Hz };
        var reading = Reading((Machine("db01", Slow), [Event(1, MachineEventKind.PoweredOn, elsewhere)])) with { HostsElsewhere = [elsewhere, elsewhere] };
        Assert.Equal((Facts.Placement.Away, "esx99"), (Place(reading).VirtualMachines[0].Placement, Place(reading).VirtualMachines[0].HomeHost));
    }

    [Fact]
    public void A_failover_is_a_move()
    {
        var machine = Placed(Machine("db01", Fast), Event(1, MachineEventKind.PoweredOn, Slow), Event(60, MachineEventKind.FailedOver, Fast));
        Assert.Equal((Facts.Placement.Away, Boot.AddSeconds(60)), (machine.Placement, machine.MovedAt));
    }

    [Fact]
    public void The_moves_since_the_power_on_are_told_in_their_order()
    {
        var machine = Placed(
            Machine("db01", Slow),
            Event(90, MachineEventKind.Moved, Slow, Fast), Event(60, MachineEventKind.Moved, Fast, Slow),
                Event(70, MachineEventKind.Moved, Fast, Fast),
            Event(1, MachineEventKind.PoweredOn, Slow), Event(-900, MachineEventKind.Moved, Slow, Fast));
        Assert.Equal([(Boot.AddSeconds(60), "esx01", "esx04"), (Boot.AddSeconds(90), "esx04", "esx01")],
            machine.Moves!.Select(move => (move.At, move.From!, move.To!)));
        Assert.Null(Placed(Machine("db01", Slow), Event(1, MachineEventKind.PoweredOn, Slow)).Moves);
    }

    [Fact]
    public void A_frequency_of_its_host_that_could_not_be_read_leaves_the_placement_unknown()
    {
        var reading = Reading((Machine("db01", Fast), [Event(1, MachineEventKind.PoweredOn, Slow)])).WithHosts(Slow, Fast with { Hz = null });
        var machine = Place(reading).VirtualMachines[0];
        Assert.Equal((Facts.Placement.Unknown, null), (machine.Placement, machine.Comparison));
        Assert.Equal("the frequency of its host could not be read", machine.UnknownReason);
    }

    [Theory]
    [InlineData("db01", "sql03.lab.example", true)]
    [InlineData("SQL-PROD", null, true)]
    [InlineData("mysql", null, true)]
    [InlineData("db01", "web01", false)]
    public void SQL_Server_is_expected_where_a_name_says_so(string name, string? guestName, bool expected) =>
        Assert.Equal(expected, Placed(Machine(name, Slow) with { GuestHostName = guestName }).SqlServerExpected);

    [Fact]
    public void Clusters_get_classes_and_hosts_their_names()
    {
        var vcenter = Place(Reading());
        Assert.Equal(["prod/1", "prod/2"], vcenter.Clusters[0].FrequencyClasses.Select(item => item.Name));
        Assert.Equal(["prod/1", "prod/1", "prod/2", "lonely/1"], vcenter.Hosts.Select(host => host.FrequencyClass));
    }

    [Fact]
    public void Two_clusters_of_one_name_have_classes_of_their_own()
    {
        var reading = Reading();
        reading = reading with
        {
            VCenter = reading.VCenter with
            {
                Clusters = [reading.VCenter.Clusters[0] with { Datacenter = "north" }, new ClusterFacts { Name = "prod", Id = "domain-c9", Datacenter = "south" }],
                Hosts = [.. reading.VCenter.Hosts, Fast with { Name = "esx11", Id = "host-esx11", ClusterId = "domain-c9" }],
            },
        };
        var vcenter = Place(reading);
        Assert.Equal(["north/prod/1", "north/prod/2"], vcenter.Clusters[0].FrequencyClasses.Select(item => item.Name));
        Assert.Equal("south/prod/1", vcenter.Hosts[^1].FrequencyClass);
        var nowhere = Place(reading with
        {
            VCenter = reading.VCenter with { Clusters = [.. reading.VCenter.Clusters.Select(cluster => cluster with { Datacenter = null })] }
        });
        Assert.Equal("domain-c9/prod/1", nowhere.Hosts[^1].FrequencyClass);
    }

    private sealed class Records(params HostRecord[] records) : IHomeHistory
    {
        public RememberedHome? Find(VCenterFacts vcenter, VirtualMachineFacts machine) => null;
        public IReadOnlyList<HostRecord> FindHost(VCenterFacts vcenter, string host) => host == Slow.Id ? records : [];
    }
}
