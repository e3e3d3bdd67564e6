using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;
using TimerProbe.Core.Units;

namespace TimerProbe.Reporting.Scans;

/// <summary>
/// The running virtual machines of a cluster by the frequency class they were powered on in
/// and the class they are in: what is off the diagonal is away.
/// </summary>
public sealed class ClassMatrix
{
    private readonly Dictionary<(ClassRow? Home, ClassRow Present), int> _counts = [];

    /// <param name="cluster">The cluster.</param>
    /// <param name="tolerance">How far two frequencies may differ and still count as one.</param>
    public ClassMatrix(ClusterRow cluster, PartsPerMillion tolerance)
    {
        var rules = new FrequencyRules(tolerance);
        foreach (var lane in cluster.Classes)
        {
            foreach (var machine in lane.Hosts.SelectMany(host => host.Machines)
                .Where(machine => machine.Placement is Placement.Home or Placement.Away))
            {
                var place = (machine.Placement == Placement.Home ? lane : HomeOf(machine, lane, cluster, rules), lane);
                _counts[place] = _counts.GetValueOrDefault(place) + 1;
            }
        }

        Homes = [.. cluster.Classes, .. _counts.Keys.Any(place => place.Home is null) ? [null] : Array.Empty<ClassRow?>()];
        Presents = cluster.Classes;
    }

    /// <summary>
    /// The classes of homes from the lowest frequency up; null at the end, where there is
    /// any, stands for homes that no host of the cluster has.
    /// </summary>
    public IReadOnlyList<ClassRow?> Homes { get; }

    /// <summary>The classes that machines are in, from the lowest frequency up.</summary>
    public IReadOnlyList<ClassRow> Presents { get; }

    /// <summary>How many machines of a home are in a class.</summary>
    public int this[ClassRow? home, ClassRow present] => _counts.GetValueOrDefault((home, present));

    /// <summary>The class that a machine away from home was powered on in; null where the cluster has no such hosts.</summary>
    internal static ClassRow? HomeOf(VirtualMachineFacts machine, ClassRow present, ClusterRow cluster, FrequencyRules rules) =>
        machine is { Placement: Placement.Away, HomeHz: { } home }
            ? cluster.Classes.FirstOrDefault(other =>
                other != present && other.Class is { } span && (rules.IsHarmless(span.LowHz, home) || rules.IsHarmless(span.HighHz, home)))
            : null;
}
