using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Planning;

/// <summary>What more hosts in a cluster do: DRS may move each machine there that no must rule holds.</summary>
internal static class ClusterChangePlanner
{
    public static PlanDocument? Add(
        IReadOnlyList<PlannedCenter> centers, string cluster, int hosts, Frequency hz, string? processor, PlanDocument empty)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(hosts, 1);
        var (center, facts) = centers.SelectMany(center => center.Facts.Clusters.Select(each => (Center: center, Cluster: each)))
            .FirstOrDefault(each => each.Center.IsNamed(cluster, each.Cluster.Datacenter, each.Cluster.Name, StringComparison.Ordinal));
        if (center is null)
        {
            return null;
        }

        var present = center.HostsOf(facts.Id).ToList();
        var alike = center.Hosts.Where(host => processor is not null && host.CpuModel == processor).ToList();
        var added = Enumerable.Range(1, hosts).Select(number => new HostFacts
        {
            Name = ClusterChange.NameOfAdded(number),
            Id = $"new-{number}",
            Cluster = facts.Name,
            ClusterId = facts.Id,
            Hz = hz,
            CpuModel = processor,
            TscScaling = alike.Count > 0 && alike.TrueForAll(host => host.TscScaling == alike[0].TscScaling)
                ? alike[0].TscScaling
                : TscScaling.Unknown,
            Build = present.Select(host => host.Build).Distinct(StringComparer.Ordinal).Count() == 1 ? present[0].Build : null,
        }).ToList();
        return Change(center, [facts], host => added, [.. present, .. added], added, empty, (hosts, hz, processor));
    }

    public static PlanDocument? Merge(IReadOnlyList<PlannedCenter> centers, string cluster, string other, PlanDocument empty)
    {
        foreach (var center in centers)
        {
            var one = Named(center, cluster);
            var two = Named(center, other);
            if (one is not null && two is not null && one.Id != two.Id)
            {
                var (left, right) = (center.HostsOf(one.Id).ToList(), center.HostsOf(two.Id).ToList());
                List<HostFacts> all = [.. left, .. right];
                return Change(center, [one, two], host => host.ClusterId == one.Id ? right : left, all, all, empty, added: null);
            }
        }

        return null;
    }

    private static ClusterFacts? Named(PlannedCenter center, string name) =>
        center.Facts.Clusters.FirstOrDefault(each => center.IsNamed(name, each.Datacenter, each.Name, StringComparison.Ordinal));

    private static PlanDocument Change(
        PlannedCenter center,
        IReadOnlyList<ClusterFacts> clusters,
        Func<HostFacts, IReadOnlyList<HostFacts>> newTo,
        List<HostFacts> all,
        IReadOnlyList<HostFacts> shown,
        PlanDocument empty,
        (int Hosts, Frequency Hz, string? Processor)? added)
    {
        var machines = clusters.SelectMany(cluster => center.HostsOf(cluster.Id))
            .SelectMany(host => center.RunningOn[host.Id])
            .Where(PlannedCenter.IsPlanned)
            .ToList();
        var forecasts = machines.Select(machine => (Machine: machine, Forecast: FirstPass(machine))).ToList();
        var before = clusters.SelectMany(center.ClassesOf).ToList();
        return empty with
        {
            Change = new ClusterChange
            {
                Server = center.Facts.Server,
                Clusters = [.. clusters.Select(cluster => cluster.Name)],
                AddedHosts = added?.Hosts,
                AddedHz = added?.Hz,
                AddedProcessor = added?.Processor,
                Before = before,
                After = [.. center.Rules.Classify(clusters[0].Name, all).Select(each => each with { Name = NameOf(each, before) })],
                Now = SlowForecast.Sum(machines.Select(machine => SlowForecast.From(center.Now(machine)))),
                FirstPass = SlowForecast.Sum(forecasts.Select(each => each.Forecast)),
                DrsMoves = clusters.Any(cluster => cluster.Drs == "fullyAutomated"),
                Scaling = ScalingOn(center, shown),
                HeldByRules = machines.Count(machine => IsHeld(machine, newTo(center.HostOf(machine)))),
            },
            Measurements = UsefulMeasurements.From(
                forecasts.Where(each => (each.Machine.HomeHz is null || each.Machine.IsClockOpen) && each.Machine.Guest is null)
                    .Select(each => (center, each.Machine, each.Forecast.Worst - each.Forecast.Best))),
        };

        SlowForecast FirstPass(VirtualMachineFacts machine)
        {
            var stays = SlowForecast.From(center.Now(machine));
            var hosts = newTo(center.HostOf(machine)).Where(host => host.TakesMachines && !IsHeld(machine, [host])).ToList();
            if (hosts.Count == 0)
            {
                return stays;
            }

            // Spread evenly over all hosts, as free new ones would in the end have it.
            var goes = hosts.Select(host => SlowForecast.From(center.On(machine, host))).ToList();
            var share = (double)hosts.Count / all.Count;

            // DRS may move it among the hosts that are there as well.
            var anywhere = goes.Concat(center.OpenToDrs(machine).Select(host => SlowForecast.From(center.On(machine, host)))).ToList();
            return new SlowForecast(
                Math.Min(stays.Best, anywhere.Min(each => each.Best)),
                (stays.ExpectedLow * (1 - share)) + (goes.Average(each => each.ExpectedLow) * share),
                (stays.ExpectedHigh * (1 - share)) + (goes.Average(each => each.ExpectedHigh) * share),
                Math.Max(stays.Worst, anywhere.Max(each => each.Worst)));
        }
    }

    /// <summary>A class is called afterwards as it is now: by all that come together in it, or new.</summary>
    private static string NameOf(FrequencyClass after, IEnumerable<FrequencyClass> before)
    {
        var now = before.Where(each => each.Hosts.Intersect(after.Hosts, StringComparer.Ordinal).Any()).Select(each => each.Name);
        return string.Join(" + ", now) is { Length: > 0 } known ? known : "new";
    }

    private static bool IsHeld(VirtualMachineFacts machine, IReadOnlyList<HostFacts> hosts) =>
        machine.MustRunOn is { } musts && !hosts.Any(host => musts.Contains(host.Name, StringComparer.Ordinal));

    private static IReadOnlyList<ScalingShown> ScalingOn(PlannedCenter center, IReadOnlyList<HostFacts> hosts)
    {
        var measured = center.Running
            .Where(machine => machine is
            {
                Placement: Facts.Placement.Away,
                Settings.VirtualRdtsc: not false,
                Guest.MatchedBy: not GuestCandidates.ByName,
                Guest.State: ClockState.Healthy or ClockState.Slow
            })
            .ToLookup(machine => (center.HostOf(machine).CpuModel, center.HostOf(machine).Build));
        return
        [
            .. hosts.Where(host => host.CpuModel is not null)
                .Select(host => (Model: host.CpuModel!, host.Build))
                .Distinct()
                .OrderBy(kind => kind.Model, StringComparer.Ordinal)
                .ThenBy(kind => kind.Build, StringComparer.Ordinal)
                .Select(kind => new ScalingShown(
                    kind.Model,
                    kind.Build,
                    measured[kind].Count(machine => machine.Guest!.State == ClockState.Healthy),
                    measured[kind].Count(machine => machine.Guest!.State == ClockState.Slow))),
        ];
    }
}
