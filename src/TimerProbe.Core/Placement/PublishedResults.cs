using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;
using TimerProbe.Core.Publishing;

namespace TimerProbe.Core.Placement;

/// <summary>
/// The results that guests left with their hypervisors. Each belongs to the machine that has it, and to no other: nothing in it is asked
/// whose it is.
/// </summary>
internal sealed class PublishedResults
{
    private readonly Dictionary<GuestCandidate, PublishedCheck> _believed = [];
    private readonly List<RefusedResult> _refused = [];

    /// <param name="vcenters">What was read of each vCenter.</param>
    /// <param name="values">What guests left there, in the same order, by the machine's managed object id.</param>
    /// <param name="now">When it was read.</param>
    public PublishedResults(IReadOnlyList<VCenterFacts> vcenters, IReadOnlyList<IReadOnlyDictionary<string, string>> values, DateTimeOffset now)
    {
        foreach (var ((index, vcenter), published) in vcenters.Index().Zip(values))
        {
            foreach (var machine in published.Count == 0 ? [] : vcenter.VirtualMachines.Where(HasGuest))
            {
                if (published.TryGetValue(machine.Id, out var value) && value.Length > 0)
                {
                    Add(new GuestCandidate(index, machine.Id), vcenter, machine, value, now);
                }
            }
        }
    }

    /// <summary>How many machines have one, believed or not.</summary>
    public int Count => _believed.Count + _refused.Count;

    /// <summary>Those that are not believed.</summary>
    public IReadOnlyList<RefusedResult> Refused => _refused;

    /// <summary>That of a machine; null without one that is believed.</summary>
    public PublishedCheck? Of(GuestCandidate machine) => _believed.GetValueOrDefault(machine);

    /// <summary>What a machine kept that is off was left by a guest that is none now; the guest of a fault tolerance pair runs in its primary.</summary>
    private static bool HasGuest(VirtualMachineFacts machine) => machine.Placement != Facts.Placement.Off && machine.FaultTolerance != FaultToleranceRole.Secondary;

    private void Add(GuestCandidate candidate, VCenterFacts vcenter, VirtualMachineFacts machine, string value, DateTimeOffset now)
    {
        var (check, why) = PublishedCheckReader.Read(value);
        why ??= ResultAge.WhyAhead(ProblemCode.ResultRefused, check!.MeasuredAt, now);
        if (why is null)
        {
            _believed[candidate] = check!;
        }
        else
        {
            _refused.Add(new RefusedResult(machine.Name, machine.Id, vcenter.Server, why.Text, why));
        }
    }
}
