using System.Globalization;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using static System.FormattableString;

namespace TimerProbe.Reporting.Scans;

/// <summary>
/// What a scan comes to for the person who decides: how many virtual machines read the clock slowly, what it takes to end
/// that, and what keeps it from coming back. The texts hold no names, and end without a full stop.
/// </summary>
public sealed record FleetFixSummary
{
    /// <summary>The virtual machines that are powered on.</summary>
    public required int Running { get; init; }

    /// <summary>Those of them measured slow, or expected to be: away on a host that does not scale the TSC.</summary>
    public required int Affected { get; init; }

    /// <summary>The affected ones that were measured slow.</summary>
    public required int MeasuredSlow { get; init; }

    /// <summary>The affected ones that have a result from the guest, whatever it says.</summary>
    public required int AffectedMeasured { get; init; }

    /// <summary>The running ones that have a result from the guest, whatever it says.</summary>
    public required int Measured { get; init; }

    /// <summary>The affected ones that are expected to run SQL Server, by their names.</summary>
    public required int SqlServers { get; init; }

    /// <summary>The affected ones for which a vMotion to a harmless host of their cluster is the remedy.</summary>
    public required int Moves { get; init; }

    /// <summary>Affected machines that are away and have no harmless host to move to; not those that keep wrong time.</summary>
    public required int PowerCycles { get; init; }

    /// <summary>Those of the power cycles for which a host of another cluster has their frequency, datastores and networks.</summary>
    public int Elsewhere { get; init; }

    /// <summary>The affected ones that are not known to be away: why they are slow is to be found first.</summary>
    public required int ToInvestigate { get; init; }

    /// <summary>Further machines whose time is expected to be wrong: they read the raw TSC of a host with a different frequency.</summary>
    public int WrongTime { get; init; }

    /// <summary>The machines that are away and not affected: measured fast, or on hosts that scale the TSC.</summary>
    public int Unaffected { get; init; }

    /// <summary>Those of them that were measured fast.</summary>
    public int MeasuredFast { get; init; }

    /// <summary>The machines that are away where nothing tells whether the host scales the TSC.</summary>
    public int Open { get; init; }

    /// <summary>The classes of hosts that these are on, those with the most first; empty in a document that does not tell.</summary>
    public IReadOnlyList<ClassToSettle> ToSettle { get; init; } = [];

    /// <summary>The machines whose time is expected to be wrong, affected or not.</summary>
    public int RawTsc { get; init; }

    /// <summary>
    /// The clusters that mix frequencies, have a host that does not scale the TSC, have DRS, and leave a running machine free to change.
    /// </summary>
    public required int ClustersWithoutRules { get; init; }

    /// <summary>How many times slower a read of the affected ones is.</summary>
    public required Slowdown Slowdown { get; init; }

    internal IReadOnlySet<VirtualMachineFacts> Machines { get; private init; } = new HashSet<VirtualMachineFacts>();

    /// <summary>
    /// How many are affected, how much, and how sure that is: <c>120 of 1,140 running VMs (11 %)
    /// probably read the clock 10-100x slower; none measured yet</c>.
    /// </summary>
    public string Who => (Affected, MeasuredSlow) switch
    {
        (0, _) => Invariant($"None of {Counted.Of(Running, "running VM")} is known or expected to read the clock slowly; {(Measured == 0 ? "none measured yet" : $"{Measured:#,0} of {Running:#,0} measured")}"),
        _ when MeasuredSlow == Affected => Invariant($"{Share} the clock {Slowdown} slower, measured in the guest"),
        (_, 0) => Invariant($"{Share} the clock {Slowdown} slower; {(Measured == 0 ? "none measured yet" : AffectedMeasured == 0 ? "none of them measured yet" : $"{AffectedMeasured:#,0} of them measured, none slow so far")}"),
        _ => Invariant($"{MeasuredSlow:#,0} of {Counted.Of(Running, "running VM")} {(MeasuredSlow == 1 ? "reads" : "read")} the clock {Slowdown} slower, measured in the guest; {Affected - MeasuredSlow:#,0} more {(Affected - MeasuredSlow == 1 ? "is" : "are")} expected to read it slowly"),
    };

    /// <summary>How many are away and not affected; empty where none is.</summary>
    public string NotAffected => Unaffected == 0 ? ""
        : Invariant($"Not affected: {Unaffected:#,0} more {(Unaffected == 1 ? "is" : "are")} away, {(MeasuredFast == Unaffected ? "measured fast in the guest" : $"on hosts that scale the TSC{(MeasuredFast == 0 ? "" : $" ({Counted.Number(MeasuredFast)} measured)")}")}");

    /// <summary>How many are open, and how few results settle them; empty where none is.</summary>
    public string Settle => Open == 0 ? ""
        : Invariant($"To settle: {Open:#,0} more {(Open == 1 ? "is" : "are")} away where it is open whether the host scales the TSC{(Results == 0 ? "" : $"; {Counted.Of(Results, "result")} {(Results == 1 ? "settles" : "settle")} {(Open == 1 ? "it" : "them")}")}");

    /// <summary>The fewest results, logs or measurements, that settle all that is open.</summary>
    public int Results => ToSettle.Sum(each => each.Results);

    /// <summary>How many of the affected run SQL Server; empty where none is known to.</summary>
    public string Sql => SqlServers == 0 ? ""
        : Invariant($"Of the slow ones {SqlServers:#,0} {(SqlServers == 1 ? "runs" : "run")} SQL Server, judging by the names");

    /// <summary>How many more keep wrong time, which a move makes worse; empty where none is expected to.</summary>
    public string Wrong => WrongTime == 0 ? ""
        : Invariant($"{WrongTime:#,0} more {(WrongTime == 1 ? "is" : "are")} expected to keep wrong time: {(WrongTime == 1 ? "it reads" : "they read")} the raw TSC (TP203)");

    /// <summary>What is to be added to <see cref="Who"/>, as sentences that end with full stops; empty where nothing is.</summary>
    public string More =>
        string.Join(' ', new[] { NotAffected, Settle, Sql, Wrong }.Where(sentence => sentence.Length > 0).Select(sentence => sentence + "."));

    /// <summary>What ends it: <c>120 vMotions, no downtime expected; 3 power cycles</c>; empty where nothing is affected.</summary>
    public string Fix => string.Join("; ", new[]
    {
        Moves == 0 ? "" : $"{Counted.Of(Moves, "vMotion")}, no downtime expected",
        PowerCycles == 0
            ? ""
            : $"{Counted.Of(PowerCycles, "power cycle")}, no host in cluster{(Elsewhere == 0 ? "" : $" ({Counted.Number(Elsewhere)} could move to another: TP201)")}",
        RawTsc == 0 ? "" : $"{Counted.Of(RawTsc, "power cycle")} for wrong time, once it is known who requires the raw TSC",
        ToInvestigate == 0 ? "" : $"{Counted.Number(ToInvestigate)} to look into: slow, but not known to be away",
    }.Where(part => part.Length > 0));

    /// <summary>What keeps it from coming back: <c>DRS rules for 2 clusters</c>; empty where nothing is to be done.</summary>
    public string Prevent => ClustersWithoutRules == 0 ? "" : $"DRS rules for {Counted.Of(ClustersWithoutRules, "cluster")}";

    private string Share => Affected == MeasuredSlow
        ? Invariant($"{OfRunning} {(Affected == 1 ? "reads" : "read")}")
        : Invariant($"{OfRunning} probably {(Affected == 1 ? "reads" : "read")}");

    private string OfRunning => Invariant($"{Affected:#,0} of {Counted.Of(Running, "running VM")} ({Percent})");

    private string Percent => 100 * Affected < Running ? "under 1 %" : Invariant($"{100.0 * Affected / Running:0} %");

    internal static FleetFixSummary From(ScanDocument document)
    {
        var affected = AffectedOf(document).ToList();
        var (running, measured, clusters) = (0, 0, 0);
        foreach (var vcenter in document.VCenters)
        {
            var on = vcenter.VirtualMachines.Where(machine => machine.Placement != Placement.Off).ToList();
            running += on.Count;
            measured += on.Count(machine => machine.Guest is not null);
            var members = on.ToLookup(machine => machine.ClusterId, StringComparer.Ordinal);
            var trapping = vcenter.Hosts.Where(host => host.TscScaling == TscScaling.No).Select(host => host.ClusterId)
                .ToHashSet(StringComparer.Ordinal);
            clusters += vcenter.Clusters.Count(cluster =>
                cluster is { FrequencyClasses.Count: > 1, Drs: not "off" }
                    && trapping.Contains(cluster.Id)
                    && members[cluster.Id].Any(machine => !IsKeptInPlace(machine, cluster)));
        }

        var machines = affected.Select(each => each.Machine).ToHashSet<VirtualMachineFacts>(ReferenceEqualityComparer.Instance);
        var all = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines).ToList();
        var wrong = all.FindAll(machine => machine.IsTimeExpectedWrong);
        return new FleetFixSummary
        {
            Running = running,
            Affected = affected.Count,
            MeasuredSlow = affected.Count(each => MachineRow.IsSlow(each.Machine)),
            AffectedMeasured = affected.Count(each => each.Machine.Guest is not null),
            Measured = measured,
            SqlServers = affected.Count(each => each.Machine.SqlServerExpected),
            Moves = affected.Count(each => each.IsMove),
            PowerCycles = affected.Count(each => !each.IsMove && each.Machine is { Placement: Placement.Away, IsTimeExpectedWrong: false }),
            Elsewhere = affected.Count(each =>
                each is { IsMove: false, Machine: { Placement: Placement.Away, IsTimeExpectedWrong: false, HostsElsewhere.Count: > 0 } }),
            ToInvestigate = affected.Count(each => each.Machine.Placement != Placement.Away),
            ClustersWithoutRules = clusters,
            WrongTime = wrong.Count(machine => !machines.Contains(machine)),
            RawTsc = wrong.Count,
            Unaffected = all.Count(machine => machine.IsUnaffected),
            MeasuredFast = all.Count(machine => machine is { IsUnaffected: true, ClockExpectation: ClockExpectation.Fast }),
            Open = all.Count(machine => machine.IsClockOpen),
            ToSettle = ClassToSettle.InOrder(
                document.VCenters.SelectMany(vcenter => (vcenter.Classes ?? []).Select(each => new ClassToSettle(vcenter.Server, each)))),
            Machines = machines,
            Slowdown = Slowdown.From(
                affected.Where(each => MachineRow.IsSlow(each.Machine)).Select(each => each.Machine.Guest!.PreciseTimeNs)),
        };
    }

    internal static IEnumerable<(VCenterFacts VCenter, VirtualMachineFacts Machine, bool IsMove)> AffectedOf(ScanDocument document) =>
        from vcenter in document.VCenters
        from machine in vcenter.VirtualMachines
        where machine.Placement != Placement.Off
            && (MachineRow.IsSlow(machine) || machine.ClockExpectation == ClockExpectation.ExpectedSlow)
        select (vcenter, machine, DestinationPlan.IsToBeMoved(machine));

    private static bool IsKeptInPlace(VirtualMachineFacts machine, ClusterFacts cluster) =>
        machine.BoundTo is { Count: > 0 } hosts
            && cluster.FrequencyClasses.Any(same => hosts.All(host => same.Hosts.Contains(host, StringComparer.Ordinal)));
}

/// <summary>A class of hosts on which machines are away, and nothing tells whether it scales the TSC.</summary>
/// <param name="Server">The vCenter.</param>
/// <param name="Class">The class.</param>
public sealed record ClassToSettle(string Server, HostClass Class)
{
    /// <summary>The fewest results that settle it: one log, or so many guests.</summary>
    public int Results =>
        Class.SettleBy.Any(each => each.Kind == SettlingKind.Log) ? 1 : Class.SettleBy.Count;

    /// <summary>Those with open machines, the most of them first.</summary>
    internal static IReadOnlyList<ClassToSettle> InOrder(IEnumerable<ClassToSettle> classes) =>
        [.. classes.Where(each => each.Class.Open > 0)
            .OrderByDescending(each => each.Class.Open)
            .ThenBy(each => each.Server, StringComparer.Ordinal)
            .ThenBy(each => each.Class.Id, StringComparer.Ordinal)];
}

/// <summary>How many times slower a clock read is than usual.</summary>
/// <param name="Low">At least; times what is usual.</param>
/// <param name="High">At most.</param>
/// <param name="IsMeasured">Whether it was measured in guests of this scan, and is not what is expected of any.</param>
public sealed record Slowdown(double Low, double High, bool IsMeasured)
{
    /// <summary>What a trapped read costs beside a native one, before anything is measured: TP201.</summary>
    public static readonly Slowdown Expected = new(10, 100, IsMeasured: false);

    /// <summary><c>10-100x</c>, or <c>about 41x</c>.</summary>
    public override string ToString() => Low.Equals(High) ? $"about {Times(Low)}x" : $"{Times(Low)}-{Times(High)}x";

    /// <summary>That of clocks measured slow; what is expected where no cost is known.</summary>
    internal static Slowdown From(IEnumerable<Duration?> slow)
    {
        var times = slow.OfType<Duration>().Select(cost => Rounded(cost / VerdictTable.HealthyCost)).ToList();
        return times.Count == 0 ? Expected : new Slowdown(times.Min(), times.Max(), IsMeasured: true);
    }

    /// <summary>To two digits: what is usual is known no better.</summary>
    private static double Rounded(double times)
    {
        var unit = Math.Pow(10, Math.Floor(Math.Log10(times)) - 1);
        return Math.Round(times / unit) * unit;
    }

    private static string Times(double times) => times.ToString("#,0", CultureInfo.InvariantCulture);
}
