using static System.FormattableString;

namespace TimerProbe.Reporting.Reports;

/// <summary>
/// The result of a scan for the person who decides: how many virtual machines read the clock slowly, what it takes to end that,
/// and what keeps it from coming back. The texts hold no names, and end without a full stop.
/// </summary>
public sealed class FleetFixSummary
{
    private readonly MachineCounts _counts;
    private readonly int _measuredSlow;
    private readonly int _affectedMeasured;
    private readonly int _sqlServers;
    private readonly int _elsewhere;

    private readonly int _toInvestigate;

    private readonly int _wrongTime;
    private readonly string _slowdown;

    private FleetFixSummary(ScanDocument document)
    {
        VirtualMachineFacts[] all = [.. document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines)];
        var affected = GetAffected(document).ToList();
        var cycled = affected.FindAll(item =>
            item is { IsMove: false, Machine: { Placement: Placement.Away, IsTimeExpectedWrong: false } });
        Machines = affected.Select(item => item.Machine).ToHashSet<VirtualMachineFacts>(ReferenceEqualityComparer.Instance);
        Affected = affected.Count;
        Moves = affected.Count(item => item.IsMove);
        PowerCycles = cycled.Count;
        Measured = all.Count(machine => machine.Placement != Placement.Off && machine.Guest is not null);
        ClustersWithoutRules = document.VCenters.Sum(GetClustersWithoutRules);
        ToSettle = ClassToSettle.InOrder(
            document.VCenters.SelectMany(vcenter => (vcenter.Classes ?? []).Select(item => new ClassToSettle(vcenter.Server, item))));
        _counts = MachineCounts.From(all);
        _measuredSlow = Machines.Count(MachineRow.IsSlow);
        _affectedMeasured = Machines.Count(machine => machine.Guest is not null);
        _sqlServers = Machines.Count(machine => machine.SqlServerExpected);
        _elsewhere = cycled.Count(item => item.Machine.HostsElsewhere is { Count: > 0 });
        _toInvestigate = Machines.Count(machine => machine.Placement != Placement.Away);
        _wrongTime = all.Count(machine => machine.IsTimeExpectedWrong && !Machines.Contains(machine));
        _slowdown = GetSlowdown(Machines.Where(MachineRow.IsSlow).Select(machine => machine.Guest!.PreciseTimeNs));
    }

    public int Affected { get; }

    public IReadOnlyList<ClassToSettle> ToSettle { get; }

    internal int Running => _counts.Running;

    internal int Measured { get; }

    internal int Moves { get; }

    internal int PowerCycles { get; }

    internal int ClustersWithoutRules { get; }

    internal IReadOnlySet<VirtualMachineFacts> Machines { get; }

    /// <summary>
    /// How many are affected, how much, and how sure that is: <c>120 of 1,140 running VMs (11 %) probably read the clock 10-100x
    /// slower; none measured yet</c>.
    /// </summary>
    public string Who => (Affected, _measuredSlow) switch
    {
        (0, _) => $"None of {Counted.Of(Running, "running VM")} is known or expected to read the clock slowly; {(Measured == 0 ? "none measured yet" : $"{Measured:#,0} of {Running:#,0} measured")}",
        _ when _measuredSlow == Affected => $"{Share} the clock {_slowdown} slower, measured in the guest",
        (_, 0) => $"{Share} the clock {_slowdown} slower; {(Measured == 0 ? "none measured yet" : _affectedMeasured == 0 ? "none of them measured yet" : $"{_affectedMeasured:#,0} of them measured, none slow so far")}",
        _ => $"{_measuredSlow:#,0} of {Counted.Of(Running, "running VM")} {Counted.Agree(_measuredSlow, "reads", "read")} the clock {_slowdown} slower, measured in the guest; {Affected - _measuredSlow:#,0} more {Counted.Agree(Affected - _measuredSlow)} expected to read it slowly",
    };

    /// <summary>How many are away and not affected; empty for none.</summary>
    public string NotAffected => _counts.Unaffected == 0 ? ""
        : Invariant($"Not affected: {_counts.Unaffected:#,0} more {Counted.Agree(_counts.Unaffected)} away, {(_counts.MeasuredFast == _counts.Unaffected ? "measured fast in the guest" : $"on hosts that scale the TSC{(_counts.MeasuredFast == 0 ? "" : $" ({Counted.Number(_counts.MeasuredFast)} measured)")}")}");

    /// <summary>How many are open, and how few results settle them; empty for none.</summary>
    public string Settle => _counts.Open == 0 ? ""
        : $"To settle: {_counts.Open:#,0} more {Counted.Agree(_counts.Open)} away where it is open whether the host scales the TSC{(Results == 0 ? "" : $"; {Counted.Of(Results, "result")} {Counted.Agree(Results, "settles", "settle")} {Counted.Agree(_counts.Open, "it", "them")}")}";

    internal long Results => ToSettle.Sum(item => (long)item.Results);

    /// <summary>How many of the affected are known to run SQL Server; empty for none.</summary>
    internal string Sql => _sqlServers == 0 ? ""
        : $"Of the slow ones {_sqlServers:#,0} {Counted.Agree(_sqlServers, "runs", "run")} SQL Server, judging by the names";

    /// <summary>How many more are expected to keep wrong time, which a move makes worse; empty for none.</summary>
    internal string Wrong => _wrongTime == 0 ? ""
        : $"{_wrongTime:#,0} more {Counted.Agree(_wrongTime)} expected to keep wrong time: {Counted.Agree(_wrongTime, "it reads", "they read")} the raw TSC (TP203)";

    /// <summary>What is to be added to <see cref="Who"/>, as sentences that end with full stops; empty where nothing is.</summary>
    public string More =>
        string.Join(' ', new[] { NotAffected, Settle, Sql, Wrong }
            .Where(sentence => sentence.Length > 0).Select(sentence => sentence + "."));

    /// <summary>What ends it: <c>120 vMotions, no downtime expected; 3 power cycles</c>; empty where nothing is affected.</summary>
    public string Fix => string.Join("; ", new[]
    {
        Moves == 0 ? "" : $"{Counted.Of(Moves, "vMotion")}, no downtime expected",
        PowerCycles == 0
            ? ""
            : $"{Counted.Of(PowerCycles, "power cycle")}, no host in cluster{(_elsewhere == 0 ? "" : $" ({Counted.Number(_elsewhere)} could move to another: TP201)")}",
        _counts.WrongTime == 0 ? "" : $"{Counted.Of(_counts.WrongTime, "power cycle")} for wrong time, once it is known who requires the raw TSC",
        _toInvestigate == 0 ? "" : $"{Counted.Number(_toInvestigate)} to look into: slow, but not known to be away",
    }.Where(part => part.Length > 0));

    /// <summary>What keeps it from coming back: <c>DRS rules for 2 clusters</c>; empty where nothing is to be done.</summary>
    public string Prevent => ClustersWithoutRules == 0 ? "" : $"DRS rules for {Counted.Of(ClustersWithoutRules, "cluster")}";

    private string Share => Affected == _measuredSlow
        ? $"{OfRunning} {Counted.Agree(Affected, "reads", "read")}"
        : $"{OfRunning} probably {Counted.Agree(Affected, "reads", "read")}";

    private string OfRunning => $"{Affected:#,0} of {Counted.Of(Running, "running VM")} ({Percent})";

    private string Percent => 100 * Affected < Running ? "under 1 %" : $"{100.0 * Affected / Running:0} %";

    internal static FleetFixSummary From(ScanDocument document) => new(document);

    internal static IEnumerable<(VCenterFacts VCenter, VirtualMachineFacts Machine, bool IsMove)> GetAffected(ScanDocument document) =>
        from vcenter in document.VCenters
        from machine in vcenter.VirtualMachines
        where machine.Placement != Placement.Off
            && (MachineRow.IsSlow(machine) || machine.ClockExpectation == ClockExpectation.ExpectedSlow)
        select (vcenter, machine, DestinationPlan.IsToBeMoved(machine));

    private static int GetClustersWithoutRules(VCenterFacts vcenter)
    {
        var members = vcenter.VirtualMachines.Where(machine => machine.Placement != Placement.Off)
            .ToLookup(machine => machine.ClusterId);
        var trapping = vcenter.Hosts.Where(host => host.TscScaling == TscScaling.No).Select(host => host.ClusterId)
            .ToHashSet();
        return vcenter.Clusters.Count(cluster =>
            cluster is { FrequencyClasses.Count: > 1, Drs: not "off" }
                && trapping.Contains(cluster.Id)
                && members[cluster.Id].Any(machine => !IsKeptInPlace(machine, cluster)));
    }

    private static bool IsKeptInPlace(VirtualMachineFacts machine, ClusterFacts cluster) =>
        machine.BoundTo is { Count: > 0 } hosts
            && cluster.FrequencyClasses.Any(same => hosts.All(host => same.Hosts.Contains(host)));

    /// <summary>
    /// How many times slower a clock read is than usual, to two digits: <c>10-100x</c>, what a trapped read costs beside a native one
    /// before anything is measured (TP201), or <c>about 41x</c>.
    /// </summary>
    private static string GetSlowdown(IEnumerable<Duration?> slow)
    {
        var times = slow.OfType<Duration>().Select(cost => Round(cost / VerdictTable.HealthyCost)).ToList();
        return times.Count == 0 ? "10-100x"
            : times.Min() is var low && times.Max() is var high && low.Equals(high) ? $"about {Counted.Number(low)}x"
            : $"{Counted.Number(low)}-{Counted.Number(high)}x";

        static double Round(double ratio)
        {
            var unit = Math.Pow(10, Math.Floor(Math.Log10(ratio)) - 1);
            return Math.Round(ratio / unit) * unit;
        }
    }
}

/// <summary>A class of hosts on which machines are away, and no source says whether it scales the TSC.</summary>
/// <param name="Server">The vCenter.</param>
/// <param name="Class">The class.</param>
public sealed record ClassToSettle(string Server, HostClass Class)
{
    /// <summary>The fewest results that settle it: one log, or so many guests.</summary>
    public int Results => Class.SettleBy.Any(item => item.Kind == SettlingKind.Log) ? 1 : Class.SettleBy.Count;

    internal static IReadOnlyList<ClassToSettle> InOrder(IEnumerable<ClassToSettle> classes) =>
        [.. classes.Where(item => item.Class.Open > 0)
            .OrderByDescending(item => item.Class.Open)
            .ThenBy(item => item.Server, StringComparer.Ordinal)
            .ThenBy(item => item.Class.Id, StringComparer.Ordinal)];
}
