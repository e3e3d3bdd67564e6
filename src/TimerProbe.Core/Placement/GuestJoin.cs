using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;
using TimerProbe.Core.Publishing;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Joins what guests measured to the machines of a fleet. A document is joined by SMBIOS UUID in either byte order, else by name; one of a
/// store, which has guests of other vCenters too, by name only where it has no UUID; what a guest published belongs to the machine that has
/// it. Of several results of one machine the newest that holds counts, and one by name only where there is no other. A result from before
/// the machine last moved says nothing of where it is now, but still tells the frequency it was powered on at.
/// </summary>
/// <param name="rules">How frequencies are compared.</param>
/// <param name="mostAge">How old a published result, or one of a store, may be.</param>
public sealed class GuestJoin(FrequencyRules rules, TimeSpan mostAge)
{
    /// <summary>How old a published result may be where nothing else is said.</summary>
    public static readonly TimeSpan DefaultMostAge = TimeSpan.FromDays(7);

    private readonly Dictionary<GuestCandidate, FiledResult> _filed = [];
    private readonly List<UnmatchedGuest> _unmatched = [];
    private readonly List<ResultChoice> _published = [];
    private int _storedCounted;
    private int _storedStale;
    private int _storedSuperseded;

    /// <summary>The vCenters with the results in them, and what became of each result; to be called once.</summary>
    /// <param name="vcenters">What was read.</param>
    /// <param name="documents">The documents.</param>
    /// <param name="published">What guests published, of each vCenter by the machine's managed object id.</param>
    /// <param name="stored">The newest check that a store has of each guest.</param>
    /// <param name="now">When they were read: a result from after that tells nothing about when it was measured.</param>
    public GuestJoinResult Join(
        IReadOnlyList<VCenterFacts> vcenters,
        IReadOnlyList<IGuestCheck> documents,
        IReadOnlyList<IReadOnlyDictionary<string, string>> published,
        IReadOnlyList<GuestResult> stored,
        DateTimeOffset now)
    {
        var own = new PublishedResults(vcenters, published, now);
        if (documents.Count + stored.Count > 0)
        {
            Match(new GuestCandidates(vcenters), [.. documents.Select(GuestResult.From), .. stored], now);
        }

        IReadOnlyList<VCenterFacts> joined = [.. vcenters.Select((vcenter, index) => Join(vcenter, index, own, now))];
        var machines = joined.SelectMany(vcenter => vcenter.VirtualMachines).ToList();
        var files = new GuestResultsFacts(
            documents.Count,
            machines.Count(machine => machine.Guest is { Source: GuestSource.File, MatchedBy: GuestCandidates.ByUuid }),
            machines.Count(machine => machine.Guest is { Source: GuestSource.File, MatchedBy: GuestCandidates.ByName }),
            _unmatched,
            Problems: []);
        return new GuestJoinResult(joined, files, own.Count == 0 ? null : new PublishedResultsFacts(
            own.Count,
            _published.Count(choice => choice.Result is { Source: GuestSource.Published, Stale: null }),
            _published.Count(choice => choice.WhyNotOwn is not null),
            _published.Count(choice => choice is { WhyNotOwn: null, Result.Source: not GuestSource.Published }),
            own.Refused))
        {
            Stored = stored.Count == 0 ? null : new StoredResultsFacts(
                stored.Count,
                _storedCounted,
                _storedStale,
                _storedSuperseded,
                stored.Count - _storedCounted - _storedStale - _storedSuperseded),
        };
    }

    private void Match(GuestCandidates candidates, IReadOnlyList<GuestResult> results, DateTimeOffset now)
    {
        // Names repeat, one by UUID comes before any by name. Where one of a store is too old to count, a file of any age does.
        var found = results.Select(result => (Result: result, Match: Find(candidates, result, now)))
            .OrderBy(each => each.Match.By == GuestCandidates.ByName)
            .ThenBy(each => each.Result.IsStored && now - each.Result.MeasuredAt > mostAge)
            .ThenByDescending(each => each.Result.MeasuredAt);
        foreach (var (result, (candidate, by, why)) in found)
        {
            var whyNot = why ?? WhyBehind(candidate!, result, by);
            LeaveOut(result, whyNot);
            _storedSuperseded += result.IsStored && candidate is not null && whyNot is not null ? 1 : 0;
        }
    }

    private static (GuestCandidate? Candidate, string By, Problem? Why) Find(
        GuestCandidates candidates, GuestResult result, DateTimeOffset now) =>
        ResultAge.WhyAhead(ProblemCode.ResultUnmatched, result.MeasuredAt, now) is { } ahead ? (null, "", ahead) : candidates.Find(result);

    /// <summary>Remembers the first result of a machine; why not another one.</summary>
    private Problem? WhyBehind(GuestCandidate candidate, GuestResult result, string by) =>
        _filed.TryAdd(candidate, new FiledResult(result, by)) ? null
        : _filed[candidate].By == by ? Because($"a newer result of the same virtual machine is at hand")
        : Because($"a result with the UUID of the virtual machine of this name is at hand");

    private VCenterFacts Join(VCenterFacts vcenter, int index, PublishedResults own, DateTimeOffset now)
    {
        var placement = new MachinePlacement(rules, FleetPlacement.HostsById(vcenter.Hosts));
        return vcenter with
        {
            VirtualMachines = [
                .. vcenter.VirtualMachines.Select(machine => Join(machine, new GuestCandidate(index, machine.Id), own, placement, now))
            ]
        };
    }

    private VirtualMachineFacts Join(
        VirtualMachineFacts machine, GuestCandidate candidate, PublishedResults published, MachinePlacement placement, DateTimeOffset now)
    {
        var own = published.Of(candidate);
        var filed = _filed.GetValueOrDefault(candidate);
        if (filed is { Result.IsStored: true } && IsKnown(machine, own, filed))
        {
            _storedSuperseded++;
            filed = null;
        }

        if (own is null && filed is null)
        {
            return machine;
        }

        var choice = ResultChoice.From(machine, own, filed, now, mostAge);
        if (own is not null)
        {
            _published.Add(choice);
        }

        if (filed is not null)
        {
            LeaveOut(filed.Result, choice.WhyNotFiled);
            Count(filed.Result, choice);
        }

        machine = machine with
        {
            GuestResult = choice.Result is { Stale: null } counts ? counts : machine.GuestResult ?? choice.Result,
            SqlServerExpected = machine.SqlServerExpected || own?.SqlServer == true
        };
        return choice.Home is { } home ? placement.With(machine, GuestEvidence.Of(home, machine)) : machine;
    }

    /// <summary>
    /// Whether a saved check is what the machine has already, come another way, or is older
    /// than that. A machine of a scan that was saved has its result.
    /// </summary>
    private static bool IsKnown(VirtualMachineFacts machine, PublishedCheck? own, FiledResult filed) =>
        filed.Result.Measured.DocumentId == own?.Id || (machine.GuestResult is { } known
            && (known.DocumentId == filed.Result.Measured.DocumentId
            || (machine.Guest is not null
                && (known.MeasuredAt >= filed.Result.MeasuredAt
                    || (filed.By == GuestCandidates.ByName && known.MatchedBy != GuestCandidates.ByName)))));

    private void Count(GuestResult filed, ResultChoice choice)
    {
        if (filed.IsStored)
        {
            _ = choice.WhyNotFiled is null ? _storedCounted++ : choice.IsFiledStale ? _storedStale++ : _storedSuperseded++;
        }
    }

    /// <summary>What a store has of other vCenters' guests is no complaint of a scan.</summary>
    private void LeaveOut(GuestResult result, Problem? why)
    {
        if (why is not null && !result.IsStored)
        {
            _unmatched.Add(new UnmatchedGuest(result.Measured.DocumentId, result.Name, why.Text) { WhyDetails = why });
        }
    }

    private static Problem Because(Wording why) => Problem.Create(ProblemCode.ResultUnmatched, why);
}

/// <summary>A fleet with what its guests measured.</summary>
/// <param name="VCenters">The vCenters, the results in them.</param>
/// <param name="Files">What became of the documents.</param>
/// <param name="Published">What became of what guests published; null when none did.</param>
public sealed record GuestJoinResult(IReadOnlyList<VCenterFacts> VCenters, GuestResultsFacts Files, PublishedResultsFacts? Published)
{
    /// <summary>What became of the checks of a store; null when there were none.</summary>
    public StoredResultsFacts? Stored { get; init; }
}

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
    public PublishedResults(
        IReadOnlyList<VCenterFacts> vcenters, IReadOnlyList<IReadOnlyDictionary<string, string>> values, DateTimeOffset now)
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

    /// <summary>
    /// What a machine kept that is off was left by a guest that is none now; the guest of a fault tolerance pair runs in its primary.
    /// </summary>
    private static bool HasGuest(VirtualMachineFacts machine) =>
        machine.Placement != Facts.Placement.Off && !machine.IsSecondary;

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
