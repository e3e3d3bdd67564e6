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
        Slowdown = GetSlowdown(Machines.Where(MachineRow.IsSlow).Select(machine => machine.Guest!.PreciseTimeNs));
    }

    public int Affected { get; }

    public IReadOnlyList<ClassToSettle> ToSettle { get; }

    /// <summary>What a slow read costs, beside a usual one; empty where none was measured.</summary>
    internal string Slowdown { get; }

    internal int Running => _counts.Running;

    internal int Measured { get; }

    internal int Moves { get; }

    internal int PowerCycles { get; }

    internal int ClustersWithoutRules { get; }

    internal IReadOnlySet<VirtualMachineFacts> Machines { get; }

    /// <summary>How many are affected, how much, and how sure that is.</summary>
    public string Who => (Affected, _measuredSlow) switch
    {
        (0, _) => $"None of {Counted.Of(Running, Noun.Vm.With("running"))} is known or expected to read the clock slowly; {(Measured == 0 ? "none is measured yet" : $"{Measured:#,0} of {Running:#,0} measured")}",
        (_, 0) => $"{OfRunning(Affected)} expected to read the clock slowly; {(_affectedMeasured == 0 ? "none of them is measured yet" : $"{_affectedMeasured:#,0} of them measured, none slow so far")}",
        _ => $"{OfRunning(_measuredSlow)} measured slow{(Slowdown.Length == 0 ? "" : $": a read takes {Slowdown}")}{(_measuredSlow == Affected ? "" : $"; {Affected - _measuredSlow:#,0} more {Counted.Agree(Affected - _measuredSlow)} expected to be slow")}",
    };

    /// <summary>How many are away and not affected; empty for none.</summary>
    public string NotAffected => _counts.Unaffected == 0 ? ""
        : Invariant($"Not affected: {_counts.Unaffected:#,0} more {Counted.Agree(_counts.Unaffected)} away, {(_counts.MeasuredFast == _counts.Unaffected ? "measured fast in the guest" : $"on hosts that scale the TSC{(_counts.MeasuredFast == 0 ? "" : $" ({Counted.Number(_counts.MeasuredFast)} measured)")}")}");

    /// <summary>How many are undecided, and how few results decide them; empty for none.</summary>
    public string Settle => _counts.Open == 0 ? ""
        : $"{_counts.Open:#,0} more may be slow: it is not known whether {Counted.Agree(_counts.Open, "its host scales", "their hosts scale")} the TSC{(Results == 0 ? "" : $". {Counted.Of(Results, Noun.Measurement)} will tell")}";

    internal long Results => ToSettle.Sum(item => (long)item.Results);

    /// <summary>How many of the affected are known to run SQL Server; empty for none.</summary>
    internal string Sql => _sqlServers == 0 ? ""
        : $"Of the slow ones {_sqlServers:#,0} {Counted.Agree(_sqlServers, "runs", "run")} SQL Server, judging by the names";

    /// <summary>How many more are expected to keep wrong time, which a move makes worse; empty for none.</summary>
    internal string Wrong => _wrongTime == 0 ? ""
        : $"{_wrongTime:#,0} more {Counted.Agree(_wrongTime)} expected to keep wrong time: {Counted.Agree(_wrongTime, "it reads", "they read")} the raw TSC (TP203)";

    /// <summary>What ends it, as one text; empty where nothing is affected.</summary>
    public string Fix => string.Join(". ", Fixes.Select(step => step.Says));

    /// <summary>What keeps it from coming back: <c>DRS rules for 2 clusters</c>; empty where nothing is to be done.</summary>
    public string Prevent => ClustersWithoutRules == 0 ? "" : $"DRS rules for {Counted.Of(ClustersWithoutRules, Noun.Cluster)}";

    /// <summary>What ends it, the most pressing first.</summary>
    internal IReadOnlyList<NextStep> Fixes => field ??= [.. new NextStep[]
    {
        new(
            _counts.WrongTime,
            $"Find out who requires the raw TSC in {Counted.Of(_counts.WrongTime, Noun.Vm)}, then power-cycle {Counted.Agree(_counts.WrongTime, "it", "them")}",
            "expected",
            "TP203",
            Standing.WrongTime),
        new(
            Moves,
            $"vMotion {Counted.Of(Moves, Noun.Vm)} to {Counted.Agree(Moves, "a host", "hosts")} of {Counted.Agree(Moves, "its", "their")} frequency{(_sqlServers == 0 || _sqlServers == Affected ? "" : ", SQL Server first")}: no downtime is expected",
            Sure,
            "TP201",
            Standing.ExpectedSlow),
        new(
            PowerCycles,
            $"Power-cycle {Counted.Of(PowerCycles, Noun.Vm)}: no suitable host in {Counted.Agree(PowerCycles, "its", "their")} cluster{Elsewhere}",
            Sure,
            "TP201",
            Standing.ExpectedSlow),
        new(
            _toInvestigate,
            $"Find the cause in {Counted.Of(_toInvestigate, Noun.Vm)}: slow, but not known to be away",
            "measured",
            "TP217",
            Standing.Slow),
    }.Where(step => step.Count > 0)];

    private string Elsewhere => _elsewhere == 0 ? ""
        : $". {(_elsewhere < PowerCycles ? $"{Counted.Number(_elsewhere)} of them" : PowerCycles == 1 ? "It" : $"All {Counted.Number(_elsewhere)}")} could move to another cluster instead (TP201)";

    private string Sure => string.Join(", ", new[]
    {
        Counted.Part(_measuredSlow, "measured"),
        Affected == _measuredSlow ? "" : $"{(_measuredSlow == 0 ? "" : Counted.Number(Affected - _measuredSlow) + " ")}expected",
        Counted.Part(_counts.ExpectedSlowInferred, $"{Noun.Home.For(_counts.ExpectedSlowInferred)} inferred"),
    }.Where(part => part.Length > 0));

    private string OfRunning(int count) => $"{count:#,0} of {Counted.Of(Running, Noun.Vm.With("running"))} ({Percent(count)}) {Counted.Agree(count)}";

    private string Percent(int count) => 100 * count < Running ? "under 1 %" : $"{100.0 * count / Running:0} %";

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

    /// <summary><c>1,650 ns, about 41 times the usual 40 ns</c>.</summary>
    private static string GetSlowdown(IEnumerable<Duration?> slow)
    {
        var costs = slow.OfType<Duration>().Order().ToList();
        return costs.Count == 0 ? ""
            : $"{(costs[0] == costs[^1] ? "" : $"{costs[0]} to ")}{costs[^1]}, {(costs[0] == costs[^1] ? "about" : "up to")} {Counted.Number(Round(costs[^1] / VerdictTable.HealthyCost))} times the usual {VerdictTable.HealthyCost}";

        static double Round(double ratio)
        {
            var unit = Math.Pow(10, Math.Floor(Math.Log10(ratio)) - 1);
            return Math.Round(ratio / unit) * unit;
        }
    }
}

/// <summary>A thing to do.</summary>
/// <param name="Count">For how many machines, or clusters.</param>
/// <param name="Sure">How sure its reason is.</param>
/// <param name="Rule">The rule whose findings have the steps.</param>
/// <param name="Standing">The machines that it is for.</param>
public sealed record NextStep(int Count, string Says, string Sure, string Rule, Standing Standing);

/// <summary>A class of hosts on which machines are away, and no source says whether it scales the TSC.</summary>
/// <param name="Server">The vCenter.</param>
/// <param name="Class">The class.</param>
public sealed record ClassToSettle(string Server, HostClass Class)
{
    /// <summary>The fewest results that decide it: one log, or so many guests.</summary>
    public int Results => Class.SettleBy.Any(item => item.Kind == SettlingKind.Log) ? 1 : Class.SettleBy.Count;

    internal static IReadOnlyList<ClassToSettle> InOrder(IEnumerable<ClassToSettle> classes) =>
        [.. classes.Where(item => item.Class.Open > 0)
            .OrderByDescending(item => item.Class.Open)
            .ThenBy(item => item.Server, StringComparer.Ordinal)
            .ThenBy(item => item.Class.Id, StringComparer.Ordinal)];
}
