namespace TimerProbe.Core.Placement;

/// <summary>Decides where one virtual machine is, as its clock sees it.</summary>
internal sealed class MachinePlacement(FrequencyRules rules, IReadOnlyDictionary<string, HostFacts> hosts)
{
    private const int MaxMoves = 20;
    private const string NoHostFrequency = "the frequency of its host could not be read";
    private const string NoTsc = "its host has ARM processors, which have no TSC to compare";
    private const string SecondaryReason = "it is the secondary of a fault tolerance pair, which has the frequency of its primary";

    private readonly ILookup<string, HostFacts> _ofCluster = hosts.Values
        .Where(host => host.ClusterId is not null)
        .OrderBy(host => host.Name, StringComparer.Ordinal)
        .ToLookup(host => host.ClusterId!);

    private readonly Dictionary<(string Cluster, string? Host, Frequency Home), IReadOnlyList<string>> _harmless = [];

    private OnlyClassEvidence OnlyClass => field ??= new OnlyClassEvidence([.. hosts.Values], rules);

    public VirtualMachineFacts Place(
        VirtualMachineFacts machine,
        IReadOnlyList<MachineEvent> events,
        InventoryReading reading,
        Func<string, IReadOnlyList<HostRecord>> records)
    {
        var host = machine.HostId is { } id ? hosts.GetValueOrDefault(id) : null;
        machine = machine with { Host = host?.Name ?? machine.Host, HostHz = host?.Hz, SqlServerExpected = Names(machine, "sql") };
        if (machine.Placement == Facts.Placement.Off)
        {
            return machine;
        }

        var home = machine.IsSecondary ? Home.Unknown(SecondaryReason) with { IsDoubted = true }
            : host?.CpuVendor is "arm" ? Home.Unknown(NoTsc) with { IsDoubted = true }
            : reading.EventsMissing is { } missing ? Home.Unknown(missing)
            : HomeFinder.Find(events, machine.BootTime);
        var isBootTimeWrong = home.IsBootTimeWrong || IsPowerOnMissing(home, machine, reading.EventsSince);
        var since = home.Since ?? (isBootTimeWrong ? null : machine.BootTime?.Before(HomeFinder.BootTimeSlack));
        machine = machine with
        {
            Power = machine.Power with
            {
                EventsSince = reading.EventsMissing is null ? reading.EventsSince : null,
                LastEventAt = home.LastPowerEventAt,
                IsFrequencyRestored = home.IsDoubted,
                IsBootTimeWrong = isBootTimeWrong,
                OtherHz = home.Other?.Host is { } other ? hosts.GetValueOrDefault(other)?.Hz : null,
                OtherAt = home.Other?.At,
                IsOtherReset = home.Other is not null && !home.IsBootTimeWrong,
            },
            MovedAt = Last(events, since, IsMove),
            Moves = Moves(events, since),
            ResumedAt = Last(events, since, happened => happened.Kind == MachineEventKind.Resumed),
            RevertedAt = Last(events, since, happened => happened.Kind == MachineEventKind.Reverted),
            UnknownReason = reading.VCenter.IsSingleHost && home.UnknownReason is HomeFinder.NoEvent ? HomeFinder.EventGone
                : home.UnknownReason,
        };

        var added = home.Host is { } old && !hosts.ContainsKey(old) ? AddedAgain(reading.HostNames.GetValueOrDefault(old)) : null;
        var homeHost = added ?? (home.Host is { } at ? hosts.GetValueOrDefault(at) : null);
        var found = home is { Host: { } named, Since: { } poweredOn }
            ? EventEvidence(poweredOn, home.IsUnconfirmed || added is not null, homeHost, records(named))
            : null;
        if (found is { Certainty: EvidenceCertainty.Inferred } && added is not null)
        {
            found = found with { Says = "the power-on event names a host that was removed since and added again: one of its name has this frequency" };
        }

        if (home.Host is not null && found is null)
        {
            machine = machine with
            {
                HomeHost = homeHost?.Name,
                HomeSince = homeHost is null ? null : home.Since,
                UnknownReason = homeHost is null
                    ? "the host it was powered on at is no longer in the inventory"
                    : "the frequency of the host it was powered on at could not be read",
            };
        }

        return With(machine, found ?? (machine.IsSecondary ? null : OnlyClass.Of(machine, reading, events)));
    }

    public VirtualMachineFacts With(VirtualMachineFacts machine, HomeEvidence? found)
    {
        if (machine.Placement == Facts.Placement.Off)
        {
            return machine;
        }

        var known = machine.HomeEvidence ?? [];
        if (found is { Source: HomeSource.OnlyClass } && known.Count > 0)
        {
            return machine;
        }

        // The evidence of the only class replaces missing ones, and does not count beside others.
        var evidence = HomeJudge.InOrder(found is null ? known : [.. known.Where(item => item.Source != HomeSource.OnlyClass), found]);
        return evidence.Count == 0 ? machine with { Placement = Facts.Placement.Unknown } : Judge(machine, evidence);
    }

    /// <summary>
    /// What a power-on event says of a home; null where the host's frequency is not known. The power-on is unconfirmed where nothing
    /// but the event says that the machine was off before; the host is null when it is no longer in the inventory.
    /// </summary>
    internal static HomeEvidence? EventEvidence(
        DateTimeOffset since, bool isUnconfirmed, HostFacts? host, IReadOnlyList<HostRecord> records)
    {
        if (HostRecord.At(records, since, host?.BootTime) is { } record)
        {
            return record.SeenUntil < since
                ? Evidence(record.Hz, EvidenceCertainty.Inferred, "the power-on event names the host, whose frequency a scan had read before it: a host keeps its frequency over a restart")
                : Evidence(record.Hz, isUnconfirmed ? EvidenceCertainty.Inferred : EvidenceCertainty.Recorded, "the power-on event names the host, and an earlier scan read its frequency in the same run of the host");
        }

        if (host is not { Hz: { } hz })
        {
            return null;
        }

        var inferred = host.BootTime is not { } boot ? "the power-on event names the host; since when the host has been running is not reported"
            : boot - since > HomeFinder.BootTimeSlack ? "the power-on event names the host, which was restarted since: a host keeps its frequency over a restart"
            : isUnconfirmed ? "a power-on event names the host; whether the machine was off before is not recorded"
            : null;
        return inferred is null
            ? Evidence(hz, EvidenceCertainty.Recorded, "the power-on event names the host, and its frequency was read in the same run of the host")
            : Evidence(hz, EvidenceCertainty.Inferred, inferred);

        HomeEvidence Evidence(Frequency hz, EvidenceCertainty certainty, string says) =>
            new(HomeSource.Event, hz, hz, since, certainty, says) { Host = host?.Name };
    }

    private VirtualMachineFacts Judge(VirtualMachineFacts machine, IReadOnlyList<HomeEvidence> evidence)
    {
        if (HomeJudge.Choose(evidence, rules) is not { } chosen)
        {
            return Unknown(machine, "what is known of where it was powered on contradicts itself") with { HomeEvidence = evidence };
        }

        if (IsOpenFor(machine, chosen) is { } reason)
        {
            return Unknown(machine, reason) with { HomeEvidence = evidence };
        }

        // The strongest may know the frequency alone; one that agrees may know the host.
        var named = evidence.FirstOrDefault(item => item.Host is not null && HomeJudge.Agree(item, chosen, rules));
        var home = HomeJudge.Nearest(chosen, machine.HostHz);
        var difference = machine.HostHz?.DifferenceFrom(home);
        return machine with
        {
            HomeEvidence = evidence,
            HomeHz = home,
            HomeHost = named?.Host,
            HomeSince = named?.At,
            HomeSource = chosen.Source,
            HomeCertainty = chosen.Certainty == EvidenceCertainty.Inferred ? HomeCertainty.Inferred : HomeCertainty.Certain,
            HarmlessHosts = HarmlessHosts(machine, home),
            DifferencePpm = difference,
            Comparison = difference is { } apart ? rules.Compare(apart) : null,
            Placement = machine.HostHz is not { } present ? Facts.Placement.Unknown
                : rules.IsHarmless(present, home) ? Facts.Placement.Home
                : Facts.Placement.Away,
            UnknownReason = difference is null ? NoHostFrequency : null,
        };
    }

    private string? IsOpenFor(VirtualMachineFacts machine, HomeEvidence chosen) => machine.Power switch
    {
        { OtherAt: null } => null,
        _ when chosen.Source is HomeSource.Guest or HomeSource.Log && chosen.At >= machine.Power.OtherAt => null,
        { OtherHz: { } other } when HomeJudge.Agree(chosen, chosen with { LowHz = other, HighHz = other }, rules) => null,
        { IsOtherReset: true } =>
            "it was reset since it was powered on, and whether a reset takes the frequency of the present host is not known",
        _ => "its boot time and its power-on event contradict each other",
    };

    private static bool IsPowerOnMissing(Home home, VirtualMachineFacts machine, DateTimeOffset? eventsSince) =>
        home is { Host: null, IsDoubted: false } && machine.BootTime - eventsSince > HomeFinder.BootTimeSlack;

    private List<MachineMove>? Moves(IReadOnlyList<MachineEvent> events, DateTimeOffset? since)
    {
        var latest = events.Where(happened => IsMove(happened) && !(happened.At < since))
            .OrderBy(happened => happened.At).ThenBy(happened => happened.Key)
            .TakeLast(MaxMoves);
        List<MachineMove> moves = [.. latest.Select(
            happened => new MachineMove(happened.At, GetName(happened.Source), GetName(happened.Host)) { By = happened.By })];
        return moves.Count == 0 ? null : moves;
    }

    private HostFacts? AddedAgain(string? name)
    {
        var named = name is null ? [] : hosts.Values.Where(host => host.Name == name).ToList();
        return named.Select(host => host.Hz).Distinct().Count() == 1 ? named[0] : null;
    }

    private string? GetName(string? id) => id is null ? null : hosts.GetValueOrDefault(id)?.Name;

    private static bool IsMove(MachineEvent happened) => happened.Kind switch
    {
        MachineEventKind.Moved => happened.Source != happened.Host,
        MachineEventKind.FailedOver => true,
        _ => false,
    };

    private static bool Names(VirtualMachineFacts machine, string part) =>
        machine.Name.Contains(part, StringComparison.OrdinalIgnoreCase)
            || machine.GuestHostName?.Contains(part, StringComparison.OrdinalIgnoreCase) == true;

    public static VirtualMachineFacts Unknown(VirtualMachineFacts machine, string why) => machine with
    {
        Placement = Facts.Placement.Unknown,
        UnknownReason = why,
        HomeHz = null,
        HomeHost = null,
        HomeSince = null,
        HomeSource = null,
        HomeCertainty = null,
        HarmlessHosts = [],
        DifferencePpm = null,
        Comparison = null,
    };

    private static DateTimeOffset? Last(IReadOnlyList<MachineEvent> events, DateTimeOffset? since, Func<MachineEvent, bool> wanted) =>
        events.Where(happened => wanted(happened) && !(happened.At < since)).Max(happened => (DateTimeOffset?)happened.At);

    private IReadOnlyList<string> HarmlessHosts(VirtualMachineFacts machine, Frequency home)
    {
        if (machine.ClusterId is not { } cluster)
        {
            return [];
        }

        if (machine.BoundTo is not null)
        {
            return [.. Harmless().Where(name => machine.BoundTo.Contains(name))];
        }

        var key = (cluster, machine.HostId, home);
        return _harmless.TryGetValue(key, out var known) ? known : _harmless[key] = [.. Harmless()];

        IEnumerable<string> Harmless() => _ofCluster[cluster]
            .Where(host => host.Id != machine.HostId && host.TakesMachines && host.Hz is { } hz && rules.IsHarmless(hz, home)
                && host.IsOfOneVendor(hosts.GetValueOrDefault(machine.HostId ?? "")))
            .Select(host => host.Name);
    }
}
