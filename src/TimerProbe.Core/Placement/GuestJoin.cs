using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Joins what guests measured to the machines of a fleet: by SMBIOS UUID in either byte order, else by name. Of several
/// results of one machine the newest counts. A result from before the machine last moved says nothing of where it is now,
/// but still tells the frequency it was powered on at.
/// </summary>
/// <param name="rules">How frequencies are compared.</param>
public sealed class GuestJoin(FrequencyRules rules)
{
    /// <summary>The guest's clock may be this much ahead.</summary>
    private static readonly TimeSpan MostAhead = TimeSpan.FromMinutes(10);

    /// <summary>The vCenters with the results in them, and what became of each result.</summary>
    /// <param name="vcenters">What was read.</param>
    /// <param name="documents">The results.</param>
    /// <param name="now">When they were read: a result from after that tells nothing about when it was measured.</param>
    public (IReadOnlyList<VCenterFacts> VCenters, GuestResultsFacts Results) Join(
        IReadOnlyList<VCenterFacts> vcenters, IReadOnlyList<IGuestCheck> documents, DateTimeOffset now)
    {
        var candidates = new GuestCandidates(vcenters);
        var joined = new Dictionary<GuestCandidate, (IGuestCheck Document, string By)>();
        var unmatched = new List<UnmatchedGuest>();
        var found = documents.Select(document => (Document: document, Match: Find(candidates, document, now)));
        foreach (var (document, (candidate, by, why)) in found.OrderBy(each => each.Match.By == GuestCandidates.ByName).ThenByDescending(each => each.Document.StartedAt))
        {
            var reason = why ?? WhyBehind(candidate!, document, by, joined);
            if (reason is not null)
            {
                unmatched.Add(Unmatched(document, reason));
            }
        }

        var placed = vcenters.Select((vcenter, index) => Join(vcenter, index, joined, unmatched)).ToList();
        var machines = placed.SelectMany(vcenter => vcenter.VirtualMachines).ToList();
        return (placed, new GuestResultsFacts(
            documents.Count,
            machines.Count(machine => machine.Guest?.MatchedBy == GuestCandidates.ByUuid),
            machines.Count(machine => machine.Guest?.MatchedBy == GuestCandidates.ByName),
            unmatched,
            Problems: []));
    }

    private static (GuestCandidate? Candidate, string By, Problem? Why) Find(GuestCandidates candidates, IGuestCheck document, DateTimeOffset now) =>
        document.StartedAt - now > MostAhead
            ? (null, "", Because($"it is from the future: the guest's clock, or this machine's, is wrong"))
            : candidates.Find(document);

    /// <summary>Remembers the first result of a machine; why not another one. Names repeat: one by UUID comes before any by name.</summary>
    private static Problem? WhyBehind(
        GuestCandidate candidate, IGuestCheck document, string by, Dictionary<GuestCandidate, (IGuestCheck Document, string By)> joined) =>
        joined.TryAdd(candidate, (document, by)) ? null
        : joined[candidate].By == by ? Because($"a newer result of the same virtual machine is at hand")
        : Because($"a result with the UUID of the virtual machine of this name is at hand");

    private VCenterFacts Join(
        VCenterFacts vcenter, int index, Dictionary<GuestCandidate, (IGuestCheck Document, string By)> joined, List<UnmatchedGuest> unmatched)
    {
        var placement = new MachinePlacement(rules, FleetPlacement.HostsById(vcenter.Hosts), eventsMissing: null);
        return vcenter with
        {
            VirtualMachines = [.. vcenter.VirtualMachines.Select(machine => joined.TryGetValue(new GuestCandidate(index, machine.Id), out var found)
                ? Join(machine, found.Document, found.By, placement, unmatched)
                : machine)],
        };
    }

    private static VirtualMachineFacts Join(
        VirtualMachineFacts machine, IGuestCheck document, string by, MachinePlacement placement, List<UnmatchedGuest> unmatched)
    {
        if (WhyNot(machine, document) is { } stale)
        {
            unmatched.Add(Unmatched(document, stale));
        }
        else
        {
            machine = machine with { Guest = ResultOf(document, by) };
        }

        return document.Machine.Hypervisor.VirtualTscHz is { } told && IsOfThisBoot(machine, document) && !(document.StartedAt < machine.RevertedAt)
            ? placement.AsTold(machine, told, isCertain: by == GuestCandidates.ByUuid)
            : machine;
    }

    private static JoinedGuest ResultOf(IGuestCheck document, string by) => new(document.Id, document.Verdict.State, document.Verdict.Cause, by)
    {
        MeasuredAt = document.StartedAt,
        PreciseTimeNs = document.Clocks.FirstOrDefault(clock => clock.Source == ClockSource.PreciseTime)?.CallNs?.Median,
        VirtualTscHz = document.Machine.Hypervisor.VirtualTscHz,
    };

    private static Problem? WhyNot(VirtualMachineFacts machine, IGuestCheck document) =>
        machine.Placement == Facts.Placement.Off ? Because($"the virtual machine is off")
        : Start(machine) is null ? Because($"vCenter does not report since when the virtual machine has been on")
        : !IsOfThisBoot(machine, document) ? Because($"it was measured before the virtual machine was last powered on")
        : document.StartedAt < machine.MovedAt ? Because($"it was measured before the virtual machine last changed hosts")
        : document.StartedAt < machine.ResumedAt ? Because($"it was measured before the virtual machine was last resumed")
        : document.StartedAt < machine.RevertedAt ? Because($"it was measured before the virtual machine was last reverted to a snapshot")
        : null;

    private static Problem Because(Wording why) => Problem.Of(ProblemCode.ResultUnmatched, why);

    private static UnmatchedGuest Unmatched(IGuestCheck document, Problem why) => new(document.Id, document.Machine.Name, why.Text) { WhyDetails = why };

    private static bool IsOfThisBoot(VirtualMachineFacts machine, IGuestCheck document) =>
        Start(machine) - document.StartedAt <= HomeFinder.BootTimeSlack;

    private static DateTimeOffset? Start(VirtualMachineFacts machine) => machine.BootTime ?? machine.HomeSince;
}
