using GuestCandidate = (int VCenter, string Id);

namespace TimerProbe.Core.Placement;

/// <summary>
/// Joins what guests measured to the machines of a fleet. A document is joined by SMBIOS UUID in either byte order, else by
/// name; one of a store, which has guests of other vCenters too, by name only where it has no UUID; what a guest published
/// belongs to the machine that has it. Of several results of one machine the newest that holds counts, and one by name only
/// where there is no other. A result from before the machine last moved says nothing of where it is now, but still has the
/// frequency it was powered on at.
/// </summary>
public sealed class GuestJoin(FrequencyRules rules, TimeSpan maxAge)
{
    /// <summary>How old a published result may be by default.</summary>
    public static readonly TimeSpan DefaultMaxAge = TimeSpan.FromDays(7);

    private readonly Dictionary<GuestCandidate, GuestResult> _filed = [];
    private readonly List<UnmatchedGuest> _unmatched = [];
    private readonly List<ResultChoice> _published = [];
    private int _storedCounted;
    private int _storedStale;
    private int _storedSuperseded;

    public GuestJoinResult Join(
        IReadOnlyList<VCenterFacts> vcenters,
        IReadOnlyList<GuestResult> filed,
        IReadOnlyList<IReadOnlyDictionary<string, string>> published,
        IReadOnlyList<GuestResult> stored,
        DateTimeOffset now)
    {
        var own = new PublishedResults(vcenters, published, now);
        if (filed.Count + stored.Count > 0)
        {
            Match(new GuestCandidates(vcenters), [.. filed, .. stored], now);
        }

        IReadOnlyList<VCenterFacts> joined = [.. vcenters.Select((vcenter, index) => Join(vcenter, index, own, now))];
        var machines = joined.SelectMany(vcenter => vcenter.VirtualMachines).ToList();
        var files = new GuestResultsFacts(
            filed.Count,
            machines.Count(machine => machine.Guest is { Source: GuestSource.File, MatchedBy: GuestCandidates.ByUuid }),
            machines.Count(machine => machine.Guest is { Source: GuestSource.File, MatchedBy: GuestCandidates.ByName }),
            _unmatched,
            Problems: []);
        var left = new PublishedResultsFacts(
            own.Count,
            _published.Count(choice => choice.Result is { Source: GuestSource.Published, Stale: null }),
            _published.Count(choice => choice.NotOwnReason is not null),
            _published.Count(choice => choice is { NotOwnReason: null, Result.Source: not GuestSource.Published }),
            own.Refused);
        var unmatched = stored.Count - _storedCounted - _storedStale - _storedSuperseded;
        var saved = new StoredResultsFacts(stored.Count, _storedCounted, _storedStale, _storedSuperseded, unmatched);
        return new GuestJoinResult(joined, files, own.Count == 0 ? null : left, stored.Count == 0 ? null : saved);
    }

    private void Match(GuestCandidates candidates, IReadOnlyList<GuestResult> results, DateTimeOffset now)
    {
        // Names repeat, one by UUID comes before any by name. Where one of a store is too old to count, a file of any age does.
        var found = results.Select(result => (Result: result, Match: Find(candidates, result, now)))
            .OrderBy(item => item.Match.By == GuestCandidates.ByName)
            .ThenBy(item => item.Result.IsStored && now - item.Result.MeasuredAt > maxAge)
            .ThenByDescending(item => item.Result.MeasuredAt);
        foreach (var (result, (candidate, by, why)) in found)
        {
            var reason = why ?? GetBehindReason(candidate!.Value, result, by);
            LeaveOut(result, reason);
            _storedSuperseded += result.IsStored && candidate is not null && reason is not null ? 1 : 0;
        }
    }

    private static (GuestCandidate? Candidate, string By, Problem? Why) Find(
        GuestCandidates candidates, GuestResult result, DateTimeOffset now) =>
        ResultAge.FromFuture(ProblemCode.ResultUnmatched, result.MeasuredAt, now) is { } ahead
            ? (null, "", ahead) : candidates.Find(result);

    private Problem? GetBehindReason(GuestCandidate candidate, GuestResult result, string by) =>
        _filed.TryAdd(candidate, result with { Measured = result.Measured with { MatchedBy = by } }) ? null
        : _filed[candidate].Measured.MatchedBy == by ? Because("a newer result of the same virtual machine is at hand")
        : Because("a result with the UUID of the virtual machine of this name is at hand");

    private VCenterFacts Join(VCenterFacts vcenter, int index, PublishedResults own, DateTimeOffset now)
    {
        var placement = new MachinePlacement(rules, FleetPlacement.HostsById(vcenter.Hosts));
        var machines = vcenter.VirtualMachines.Select(machine => Join(machine, (index, machine.Id), own, placement, now));
        return vcenter with { VirtualMachines = [.. machines] };
    }

    private VirtualMachineFacts Join(
        VirtualMachineFacts machine, GuestCandidate candidate, PublishedResults published, MachinePlacement placement, DateTimeOffset now)
    {
        var own = published.Of(candidate);
        var filed = _filed.GetValueOrDefault(candidate);
        if (filed is { IsStored: true } && IsKnown(machine, own, filed))
        {
            _storedSuperseded++;
            filed = null;
        }

        if (own is null && filed is null)
        {
            return machine;
        }

        var choice = ResultChoice.From(machine, own, filed, now, maxAge);
        if (own is not null)
        {
            _published.Add(choice);
        }

        if (filed is not null)
        {
            LeaveOut(filed, choice.NotFiledReason);
            Count(filed, choice);
        }

        machine = machine with
        {
            GuestResult = choice.Result is { Stale: null } counts ? counts : machine.GuestResult ?? choice.Result,
            SqlServerExpected = machine.SqlServerExpected || own?.SqlServer == true,
        };
        if (choice.Home is not { } home)
        {
            return machine;
        }

        var evidence = GetEvidence(home, machine);
        return evidence is { Certainty: EvidenceCertainty.Measured } && MayBeOfBefore(machine, evidence)
            ? MachinePlacement.Unknown(
                machine with { HomeEvidence = null },
                "its guest measured another frequency than that of its power-on event, and by a clock that is some minutes ahead it may have done so before it")
            : placement.With(machine, evidence);
    }

    private bool MayBeOfBefore(VirtualMachineFacts machine, HomeEvidence reported) =>
        machine.HomeEvidence?.FirstOrDefault(item =>
            item is { Source: HomeSource.Event, Certainty: EvidenceCertainty.Recorded }) is { } happened
        && reported.At - happened.At <= ResultAge.MaxAhead && !HomeJudge.Agree(happened, reported, rules);

    private static bool IsKnown(VirtualMachineFacts machine, PublishedCheck? own, GuestResult filed)
    {
        var id = filed.Measured.DocumentId;
        if (id == own?.Id || id == machine.GuestResult?.DocumentId)
        {
            return true;
        }

        return machine is { GuestResult: { } known, Guest: not null }
            && (known.MeasuredAt >= filed.MeasuredAt
                || (filed.Measured.MatchedBy == GuestCandidates.ByName && known.MatchedBy != GuestCandidates.ByName));
    }

    private void Count(GuestResult filed, ResultChoice choice)
    {
        if (filed.IsStored)
        {
            _ = choice.NotFiledReason is null ? _storedCounted++ : choice.IsFiledStale ? _storedStale++ : _storedSuperseded++;
        }
    }

    private void LeaveOut(GuestResult result, Problem? why)
    {
        if (why is not null && !result.IsStored)
        {
            _unmatched.Add(new UnmatchedGuest(result.Measured.DocumentId, result.Name, why.ToString(), why));
        }
    }

    /// <summary>
    /// The frequency of the power-on by CPUID 0x40000010: the guest knows better than events, which name but a host. Null where
    /// another machine's guest may have the name, and something else is known.
    /// </summary>
    private static HomeEvidence? GetEvidence(JoinedGuest result, VirtualMachineFacts machine)
    {
        if (result is not { VirtualTscHz: { } hz })
        {
            return null;
        }

        if (result.MatchedBy != GuestCandidates.ByName)
        {
            return Evidence(EvidenceCertainty.Measured, "the guest was given this frequency (CPUID 0x40000010)");
        }

        return machine.HomeEvidence is null or [{ Source: HomeSource.OnlyClass }]
            ? Evidence(EvidenceCertainty.Inferred, "a guest of this name was given this frequency (CPUID 0x40000010)")
            : null;

        HomeEvidence Evidence(EvidenceCertainty certainty, string says) =>
            new(HomeSource.Guest, hz, hz, result.MeasuredAt, certainty, says);
    }

    private static Problem Because(string why) => Problem.Create(ProblemCode.ResultUnmatched, why);
}

/// <summary>A fleet with what its guests measured, and what became of files, published results and stored checks; null without.</summary>
public sealed record GuestJoinResult(
    IReadOnlyList<VCenterFacts> VCenters, GuestResultsFacts Files, PublishedResultsFacts? Published, StoredResultsFacts? Stored);
