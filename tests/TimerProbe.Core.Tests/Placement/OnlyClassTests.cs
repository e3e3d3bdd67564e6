using static TimerProbe.Core.Tests.Placement.FleetBuilder;

namespace TimerProbe.Core.Tests.Placement;

/// <summary>That all hosts have one frequency says something only of those who saw all of them.</summary>
public sealed class OnlyClassTests
{
    private static readonly VirtualMachineFacts Idle = Machine("db01", Slow);

    [Theory]
    [InlineData(true, "every host of the vCenter has this frequency")]
    [InlineData(false, "every host of its cluster has this frequency, and no event shows that it came from another cluster")]
    public void It_says_whose_hosts_have_the_frequency(bool isWhole, string says)
    {
        var view = isWhole ? new HostView() : new HostView { IsWhole = false };
        var evidence = Assert.Single(PlacedIn([Slow, SlowToo], Idle, [], view).HomeEvidence!);
        Assert.Equal((HomeSource.OnlyClass, says), (evidence.Source, evidence.Says));
    }

    [Theory]
    [InlineData(false, null, HomeSource.OnlyClass)]
    [InlineData(true, null, null)]
    [InlineData(false, "the account lacks System.View", null)]
    public void The_frequency_of_a_cluster_tells_no_home_of_what_was_reverted_or_whose_events_were_not_read(
        bool isReverted, string? missing, HomeSource? source)
    {
        MachineEvent[] events = isReverted ? [Event(60, MachineEventKind.Reverted, Slow)] : [];
        Assert.Equal(source, PlacedIn([Slow, SlowToo, Alone], Idle, events, missing: missing).HomeSource);
    }

    [Theory]
    [InlineData(true, 1, true, false)]
    [InlineData(false, 1, false, true)]
    [InlineData(true, 0, false, true)]
    public void A_cluster_is_seen_wholly_where_nothing_was_cut_off_and_it_reports_its_hosts(bool isComplete, int reported, bool isWhole, bool isPartial)
    {
        IReadOnlyList<string> members = [.. Enumerable.Repeat("h1", reported)];
        var view = HostView.Of(isVirtualCenter: true, isComplete, new Dictionary<string, string?> { ["h1"] = "c1" }, [("c1", members)], []);
        Assert.Equal((isWhole, isPartial), (view.IsWhole, view.PartialClusters.Contains("c1")));
    }

    [Fact]
    public void A_machine_on_a_host_that_is_not_seen_is_of_no_class_that_is() => Assert.Null(GetSource(Idle with { HostId = "host-hidden" }, []));

    [Theory]
    // Hosts 40 ppm apart, 280 in all: only from its ends the other end is beyond the tolerance.
    [InlineData(0, null)]
    [InlineData(1, HomeSource.OnlyClass)]
    [InlineData(6, HomeSource.OnlyClass)]
    [InlineData(7, null)]
    public void In_a_chain_of_hosts_a_machine_is_at_home_where_all_of_them_are_harmless(int on, HomeSource? source)
    {
        var hosts = Enumerable.Range(0, 8).Select(i => Slow with { Id = $"h{i}", Name = $"h{i}", Hz = new Frequency(2_400_000_000 + (96_000L * i)) }).ToList();
        var reading = Reading((Machine("db01", hosts[on]), []));
        var machine = Place(reading.WithHosts(hosts)).VirtualMachines[0];
        Assert.Equal((source is null ? Facts.Placement.Unknown : Facts.Placement.Home, source), (machine.Placement, machine.HomeSource));
    }

    [Theory]
    [InlineData(2_400_000_000L, true)]
    [InlineData(2_600_000_000L, false)]
    public void A_host_that_was_removed_and_added_again_is_known_by_its_name_where_that_is_one_frequency(long other, bool isKnown)
    {
        var again = Slow with { Id = "host-99", Hz = new Frequency(2_400_000_000) };
        var reading = Reading((Machine("db01", Fast), [new MachineEvent(MachineEventKind.PoweredOn, Boot, "host-9", Source: null, 1)]));
        var machine = Place(reading with
        {
            VCenter = reading.VCenter with { Hosts = [Fast, again, again with { Id = "host-98", ClusterId = "elsewhere", Hz = new Frequency(other) }] },
            HostNames = new Dictionary<string, string> { ["host-9"] = again.Name },
        }).VirtualMachines[0];
        Assert.Equal(isKnown ? (Facts.Placement.Away, HomeCertainty.Inferred, again.Hz)
            : (Facts.Placement.Unknown, null, null), (machine.Placement, machine.HomeCertainty, machine.HomeHz));
        const string says = "the power-on event names a host that was removed since and added again: one of its name has this frequency";
        Assert.Equal(isKnown ? says : null, machine.HomeEvidence?[0].Says);
    }

    [Fact]
    public void A_host_that_was_added_again_and_whose_frequency_was_not_read_tells_no_home()
    {
        var reading = Reading((Machine("db01", Fast), [new MachineEvent(MachineEventKind.PoweredOn, Boot, "host-9", Source: null, 1)]));
        var machine = Place(reading with
        {
            VCenter = reading.VCenter with { Hosts = [Fast, Slow with { Id = "host-99", Hz = null }] },
            HostNames = new Dictionary<string, string> { ["host-9"] = Slow.Name },
        }).VirtualMachines[0];
        Assert.Equal(
            (Facts.Placement.Unknown, Slow.Name, "the frequency of the host it was powered on at could not be read"),
            (machine.Placement, machine.HomeHost, machine.UnknownReason));
    }

    [Fact]
    public void A_host_that_is_not_seen_leaves_the_vCenter_and_its_cluster_open()
    {
        Assert.Null(GetSource(Idle, [], new HostView { IsWhole = false, PartialClusters = new HashSet<string> { Slow.ClusterId! } }));
        Assert.Equal(HomeSource.OnlyClass, GetSource(Idle, [], new HostView { IsWhole = false }));
    }

    [Theory]
    // It was powered on when events would tell of it, and was not here: before, since, or by a move within from a host that is seen.
    [InlineData(null, null, null)]
    [InlineData(-600, "host-esx02", HomeSource.OnlyClass)]
    [InlineData(600, "host-esx02", null)]
    [InlineData(120, "host-esx02", HomeSource.OnlyClass)]
    [InlineData(121, "host-esx02", null)]
    [InlineData(-600, "host-hidden", null)]
    public void A_machine_powered_on_within_the_time_of_the_events_without_one_of_it_came_from_elsewhere(
        int? moved, string? from, HomeSource? source) => Assert.Equal(
        source, GetSource(Idle, moved is { } seconds
            ? [new MachineEvent(MachineEventKind.Moved, Boot.AddSeconds(seconds), Slow.Id, from, 1)] : [], eventsSince: Boot.AddDays(-9)));

    [Theory]
    [InlineData(MachineEventKind.PoweredOff, "host-esx01", null)]
    [InlineData(MachineEventKind.Moved, null, "host-esx02")]
    public void Where_it_was_before_it_was_powered_on_is_told_by_the_only_host_that_an_event_names(MachineEventKind kind, string? host, string? source)
    {
        var before = new MachineEvent(kind, Boot.AddSeconds(-600), host, source, 1);
        Assert.Equal(HomeSource.OnlyClass, GetSource(Idle, [before], eventsSince: Boot.AddDays(-9)));
    }

    [Fact]
    public void A_single_host_knows_of_no_other_that_a_machine_came_from() =>
        Assert.False(HostView.Of(isVirtualCenter: false, isComplete: true, new Dictionary<string, string?> { ["ha-host"] = null }, [], []).IsWhole);

    /// <summary>
    /// Accounts that see some of the hosts of a vCenter whose classes differ between hosts: no home is told from one class where the machine can have been
    /// powered on at a host of its cluster or vCenter that is hidden.
    /// </summary>
    [Fact]
    public void No_home_is_told_from_a_class_that_was_not_wholly_seen()
    {
        var (told, wrong) = (0, new List<int>());
        for (var seed = 0; seed < Cases.Of(1_000); seed++)
        {
            var random = new Random(seed);
            var all = Enumerable.Range(0, 2 + random.Next(8)).Select(i => new HostFacts
            {
                Name = $"h{i}",
                Id = $"h{i}",
                ClusterId = random.Next(5) == 0 ? null : $"c{random.Next(3)}",
                Hz = new Frequency(random.Next(3) == 0 ? 2_600_000_000 : 2_400_000_000),
            }).ToList();
            var hidden = all.Where(_ => random.Next(4) == 0).Select(host => host.Id).ToHashSet();
            var seesRoot = random.Next(3) > 0;
            // The root hides nothing that nothing else names, but clusters tell their hosts, and machines and events name them.
            hidden.RemoveWhere(id => seesRoot && all.Exists(host => host.Id == id && host.ClusterId is null));
            var seen = all.Where(host => !hidden.Contains(host.Id)).ToList();
            var members = all.Where(host => host.ClusterId is not null).GroupBy(host => host.ClusterId!)
                .Where(cluster => cluster.Any(host => !hidden.Contains(host.Id)) || seesRoot)
                .Select(cluster => (cluster.Key, (IReadOnlyList<string>)[.. cluster.Select(host => host.Id)]));
            var machines = Enumerable.Range(0, 6)
                .Select(i => (Facts: Machine($"m{i}", all[random.Next(all.Count)]), Home: all[random.Next(all.Count)])).ToList();
            var events = machines.ToDictionary(
                machine => machine.Facts.Id, machine =>
                    (IReadOnlyList<MachineEvent>)(machine.Home.Id == machine.Facts.HostId || random.Next(2) == 0
                ? [] : [new MachineEvent(MachineEventKind.Moved, Boot.AddDays(40), machine.Facts.HostId, machine.Home.Id, 1)]));
            var reading = Reading() with
            {
                VCenter = Reading().VCenter with { Hosts = seen, VirtualMachines = [.. machines.Select(machine => machine.Facts)] },
                Events = events,
                EventsSince = Boot.AddDays(30),
                View = HostView.Of(
                    isVirtualCenter: random.Next(10) > 0, seesRoot, seen.ToDictionary(host => host.Id, host => host.ClusterId), members,
                    machines.Select(machine => machine.Facts.HostId!)
                        .Concat(events.Values.SelectMany(value => value).Select(item => item.Source!))),
            };
            foreach (var machine in Place(reading).VirtualMachines.Where(machine => machine.HomeSource == HomeSource.OnlyClass))
            {
                told++;
                var where = machine.HomeEvidence![0].Says.Contains("cluster", StringComparison.Ordinal)
                    ? all.Where(host => host.ClusterId == machine.ClusterId) : all;
                if (where.Any(host => hidden.Contains(host.Id)) || where.Select(host => host.Hz).Distinct().Count() > 1)
                {
                    wrong.Add(seed);
                }
            }
        }

        Assert.Empty(wrong);
        Assert.InRange(told, Cases.Of(1_000) / 10, int.MaxValue);
    }

    private static HomeSource? GetSource(
        VirtualMachineFacts machine, MachineEvent[] events, HostView? view = null, DateTimeOffset? eventsSince = null) =>
        PlacedIn([Slow, SlowToo], machine, events, view, eventsSince).HomeSource;

    private static VirtualMachineFacts PlacedIn(
        HostFacts[] hosts,
        VirtualMachineFacts machine,
        MachineEvent[] events,
        HostView? view = null,
        DateTimeOffset? eventsSince = null,
        string? missing = null)
    {
        var reading = Reading((machine, events));
        return Place(reading with
        {
            VCenter = reading.VCenter with { Hosts = hosts },
            View = view ?? new HostView(),
            EventsSince = eventsSince,
            EventsMissing = missing,
        }).VirtualMachines[0];
    }
}
