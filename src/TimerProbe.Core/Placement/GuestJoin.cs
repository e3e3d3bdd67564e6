using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Joins what guests measured to the machines of a fleet. A document is joined by SMBIOS UUID in either byte order, else by name; what a guest
/// published belongs to the machine that has it. Of several results of one machine the newest that holds counts, and one by name only
/// where there is no other. A result from before the machine last moved says nothing of where it is now, but still tells the frequency it was
/// powered on at.
/// </summary>
/// <param name="rules">How frequencies are compared.</param>
/// <param name="mostAge">How old a published result may be.</param>
public sealed class GuestJoin(FrequencyRules rules, TimeSpan mostAge)
{
    /// <summary>How old a published result may be where nothing else is said.</summary>
    public static readonly TimeSpan DefaultMostAge = TimeSpan.FromDays(7);

    private readonly Dictionary<GuestCandidate, FiledResult> _filed = [];
    private readonly List<UnmatchedGuest> _unmatched = [];
    private readonly List<ResultChoice> _published = [];

    /// <summary>The vCenters with the results in them, and what became of each result; to be called once.</summary>
    /// <param name="vcenters">What was read.</param>
    /// <param name="documents">The documents.</param>
    /// <param name="published">What guests published, of each vCenter by the machine's managed object id.</param>
    /// <param name="now">When they were read: a result from after that tells nothing about when it was measured.</param>
    public GuestJoinResult Join(
        IReadOnlyList<VCenterFacts> vcenters, IReadOnlyList<IGuestCheck> documents, IReadOnlyList<IReadOnlyDictionary<string, string>> published, DateTimeOffset now)
    {
        var own = new PublishedResults(vcenters, published, now);
        if (documents.Count > 0)
        {
            Match(new GuestCandidates(vcenters), documents, now);
        }

        IReadOnlyList<VCenterFacts> joined = [.. vcenters.Select((vcenter, index) => Join(vcenter, index, own, now))];
        var machines = joined.SelectMany(vcenter => vcenter.VirtualMachines).ToList();
        var files = new GuestResultsFacts(
            documents.Count,
            machines.Count(machine => machine.Guest?.MatchedBy == GuestCandidates.ByUuid),
            machines.Count(machine => machine.Guest?.MatchedBy == GuestCandidates.ByName),
            _unmatched,
            Problems: []);
        return new GuestJoinResult(joined, files, own.Count == 0 ? null : new PublishedResultsFacts(
            own.Count,
            _published.Count(choice => choice.Result is { Source: GuestSource.Published, Stale: null }),
            _published.Count(choice => choice.WhyNotOwn is not null),
            _published.Count(choice => choice is { WhyNotOwn: null, Result.Source: not GuestSource.Published }),
            own.Refused));
    }

    private void Match(GuestCandidates candidates, IReadOnlyList<IGuestCheck> documents, DateTimeOffset now)
    {
        var found = documents.Select(document => (Document: document, Match: Find(candidates, document, now)));
        foreach (var (document, (candidate, by, why)) in found.OrderBy(each => each.Match.By == GuestCandidates.ByName).ThenByDescending(each => each.Document.StartedAt))
        {
            LeaveOut(document, why ?? WhyBehind(candidate!, document, by));
        }
    }

    private static (GuestCandidate? Candidate, string By, Problem? Why) Find(GuestCandidates candidates, IGuestCheck document, DateTimeOffset now) =>
        ResultAge.WhyAhead(ProblemCode.ResultUnmatched, document.StartedAt, now) is { } ahead ? (null, "", ahead) : candidates.Find(document);

    /// <summary>Remembers the first result of a machine; why not another one. Names repeat: one by UUID comes before any by name.</summary>
    private Problem? WhyBehind(GuestCandidate candidate, IGuestCheck document, string by) =>
        _filed.TryAdd(candidate, new FiledResult(document, by)) ? null
        : _filed[candidate].By == by ? Because($"a newer result of the same virtual machine is at hand")
        : Because($"a result with the UUID of the virtual machine of this name is at hand");

    private VCenterFacts Join(VCenterFacts vcenter, int index, PublishedResults own, DateTimeOffset now)
    {
        var placement = new MachinePlacement(rules, FleetPlacement.HostsById(vcenter.Hosts));
        return vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(machine => Join(machine, new GuestCandidate(index, machine.Id), own, placement, now))] };
    }

    private VirtualMachineFacts Join(VirtualMachineFacts machine, GuestCandidate candidate, PublishedResults published, MachinePlacement placement, DateTimeOffset now)
    {
        var own = published.Of(candidate);
        var filed = _filed.GetValueOrDefault(candidate);
        if (own is null && filed is null)
        {
            return machine;
        }

        var choice = ResultChoice.Of(machine, own, filed, now, mostAge);
        if (own is not null)
        {
            _published.Add(choice);
        }

        if (filed is not null)
        {
            LeaveOut(filed.Document, choice.WhyNotFiled);
        }

        machine = machine with { GuestResult = choice.Result, SqlServerExpected = machine.SqlServerExpected || own?.SqlServer == true };
        return choice.Home is { } home ? placement.With(machine, GuestEvidence.Of(home, machine)) : machine;
    }

    private void LeaveOut(IGuestCheck document, Problem? why)
    {
        if (why is not null)
        {
            _unmatched.Add(new UnmatchedGuest(document.Id, document.Machine.Name, why.Text) { WhyDetails = why });
        }
    }

    private static Problem Because(Wording why) => Problem.Of(ProblemCode.ResultUnmatched, why);
}

/// <summary>A fleet with what its guests measured.</summary>
/// <param name="VCenters">The vCenters, the results in them.</param>
/// <param name="Files">What became of the documents.</param>
/// <param name="Published">What became of what guests published; null when none did.</param>
public sealed record GuestJoinResult(IReadOnlyList<VCenterFacts> VCenters, GuestResultsFacts Files, PublishedResultsFacts? Published);
