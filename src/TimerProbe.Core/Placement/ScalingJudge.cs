namespace TimerProbe.Core.Placement;

/// <summary>
/// Decides whether each host of a vCenter scales the TSC, from the strongest evidence there is, and from that how the clock of
/// each machine away is expected to read. What a guest measured decides for its own machine, whatever is said of its host.
/// </summary>
public sealed class ScalingJudge
{
    public const int GuestsOfClass = 2;

    /// <summary>
    /// Below this a machine is not called slow: without scaling, public logs of Workstation show an offset alone at 35.4 ppm, and none at
    /// 168,591 ppm; what lies between is not known.
    /// </summary>
    public static readonly PartsPerMillion Unnoticed = new(35);

    private const string NestedVendor = "VMware, Inc.";

    private static readonly string[] VirtualMakers = ["innotek", "QEMU", "Parallels", "Xen", "KubeVirt", "oVirt", "OpenStack", "bhyve"];

    private readonly ILookup<string, VirtualMachineFacts> _measured;
    private readonly IReadOnlySet<string> _distrusted;
    private readonly Dictionary<string, ClassEvidence> _classes;

    private ScalingJudge(VCenterFacts vcenter, int slowMachinesOfHost)
    {
        _measured = vcenter.VirtualMachines.Where(ShowsScalingOfHost).ToLookup(machine => machine.HostId!);
        _distrusted = DistrustedHosts(vcenter, slowMachinesOfHost);
        _classes = vcenter.Hosts.Where(host => HostClasses.GetId(host) is not null)
            .GroupBy(host => HostClasses.GetId(host)!)
            .ToDictionary(same => same.Key, GetEvidence);
    }

    public static VCenterFacts Apply(VCenterFacts vcenter, FrequencyRules rules, int slowMachinesOfHost)
    {
        var judge = new ScalingJudge(vcenter, slowMachinesOfHost);
        List<HostFacts> hosts = [.. vcenter.Hosts.Select(judge.Judge)];
        var byId = FleetPlacement.HostsById(hosts);
        var judged = vcenter with { Hosts = hosts, VirtualMachines = [.. vcenter.VirtualMachines.Select(Expect)] };
        judged = judge.WithScalingHosts(judged, rules);
        return judged with { Classes = HostClasses.Create(judged, item => judge._classes[item]) };

        VirtualMachineFacts Expect(VirtualMachineFacts machine)
        {
            var host = machine.HostId is { } id ? byId.GetValueOrDefault(id) : null;
            return machine.Placement == Facts.Placement.Away || machine.LoggedTrap is not null
                ? machine with { ClockExpectation = GetExpectation(machine, host) }
                : machine.ClockExpectation is null ? machine : machine with { ClockExpectation = null };
        }
    }

    public static bool IsNested(HostFacts host) => host.HardwareVendor == NestedVendor;

    /// <summary>
    /// Whether a host may itself be a virtual machine of something else than ESXi, which may keep the scaling of its processor to
    /// itself: its maker is a hypervisor or a cloud, whose machines without one are called metal, or not known.
    /// </summary>
    internal static bool MayBeNested(HostFacts host) => host switch
    {
        { HardwareVendor: null } => true,
        { HardwareModel: { } model } when model.Contains("metal", StringComparison.OrdinalIgnoreCase) => false,
        { HardwareVendor: { } vendor, HardwareModel: var model } =>
            VirtualMakers.Any(maker => vendor.Contains(maker, StringComparison.OrdinalIgnoreCase))
            || Clouds.KnownTag(vendor) is not null
            || model is "Virtual Machine" or "AHV" or "VirtualBox",
    };

    internal static IReadOnlySet<string> DistrustedHosts(VCenterFacts vcenter, int leastSlow) => vcenter.VirtualMachines
        .Where(machine => machine is { Guest: not null, HostId: not null })
        .GroupBy(machine => machine.HostId!)
        .Where(onHost => onHost.Skip(leastSlow - 1).Any()
            && onHost.All(machine => machine.Guest is { State: ClockState.Slow, Cause: ClockCause.TscTrapped })
            && onHost.Any(machine => machine.Placement == Facts.Placement.Home))
        .Select(onHost => onHost.Key)
        .ToHashSet();

    private static ClockExpectation GetExpectation(VirtualMachineFacts machine, HostFacts? host) => machine switch
    {
        { LoggedTrap: not null } => ClockExpectation.ExpectedSlow,
        _ when machine.DifferencePpm?.Magnitude.Value < Unnoticed.Value => ClockExpectation.ExpectedFast,
        _ => host?.TscScaling switch
        {
            TscScaling.Yes => ClockExpectation.ExpectedFast,
            TscScaling.No => ClockExpectation.ExpectedSlow,
            _ => ClockExpectation.Open,
        },
    };

    private static bool ShowsScalingOfHost(VirtualMachineFacts machine) =>
        machine is { Placement: Facts.Placement.Away, HostId: not null, Settings.VirtualRdtsc: not false }
            && machine.DifferencePpm?.Magnitude.Value >= Unnoticed.Value
            && machine.Guest is { MatchedBy: not GuestCandidates.ByName } guest
            && guest is { State: ClockState.Healthy }
                or { State: ClockState.Slow, Cause: ClockCause.TscTrapped };

    private HostFacts Judge(HostFacts host)
    {
        var (scaling, source) = Conclude(host);
        return host with { TscScaling = scaling, TscScalingSource = scaling == TscScaling.Unknown ? null : source };
    }

    private (TscScaling Scaling, TscScalingSource? Source) Conclude(HostFacts host)
    {
        if (_distrusted.Contains(host.Id))
        {
            return (TscScaling.No, TscScalingSource.Measured);
        }

        if (Guests([.. _measured[host.Id]], min: 1) is { } own)
        {
            return (own, TscScalingSource.Measured);
        }

        var hostClass = HostClasses.GetId(host) is { } id ? _classes[id] : null;
        if (hostClass is { Measured: { } measured and not TscScaling.Unknown })
        {
            return (measured, TscScalingSource.Measured);
        }

        return host.LoggedScaling is { } logged ? (logged.Scales ? TscScaling.Yes : TscScaling.No, TscScalingSource.Log)
            : hostClass is { IsDisputed: false, Logged: { } ofClass } ? (ofClass, TscScalingSource.Log)
            : IsNested(host) ? (TscScaling.No, TscScalingSource.Nested)
            : (hostClass?.Scaling ?? ProcessorTable.Expect(host), TscScalingSource.Processor);
    }

    private ClassEvidence GetEvidence(IEnumerable<HostFacts> hosts)
    {
        var all = hosts.ToList();
        var guests = all.Where(host => !_distrusted.Contains(host.Id)).SelectMany(host => _measured[host.Id])
            .DistinctBy(machine => machine.Uuid ?? machine.Id, StringComparer.OrdinalIgnoreCase)
            .ToList();
        var logs = all.Where(ProcessorTable.IsIntel).Select(host => host.LoggedScaling).OfType<LoggedScaling>()
            .Where(log => log.IsOfClass)
            .ToList();
        return new ClassEvidence(
            Guests(guests, GuestsOfClass),
            guests.Count,
            guests.Exists(IsSlow),
            logs.Count > 0 && logs.TrueForAll(log => log.Scales == logs[0].Scales) ? logs[0].Scales ? TscScaling.Yes : TscScaling.No : null,
            ProcessorTable.Expect(all[0]));
    }

    /// <summary>What so many guests that agree show; unknown where they disagree, null where there are too few.</summary>
    private static TscScaling? Guests(List<VirtualMachineFacts> guests, int min) =>
        guests.Exists(IsSlow) && !guests.TrueForAll(IsSlow) ? TscScaling.Unknown
        : guests.Count < min ? null
        : guests.Exists(IsSlow) ? TscScaling.No
        : TscScaling.Yes;

    private static bool IsSlow(VirtualMachineFacts machine) => machine.Guest!.State == ClockState.Slow;

    private VCenterFacts WithScalingHosts(VCenterFacts vcenter, FrequencyRules rules)
    {
        var hosts = vcenter.Hosts.Where(host => host.ClusterId is not null).ToLookup(host => host.ClusterId!);
        return vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(WithHosts)] };

        VirtualMachineFacts WithHosts(VirtualMachineFacts machine)
        {
            if (machine is not { IsSlowAway: true, ClusterId: { } cluster, HomeHz: { } home })
            {
                return machine;
            }

            var present = hosts[cluster].FirstOrDefault(host => host.Id == machine.HostId);
            var own = machine.HarmlessHosts.Where(name =>
                hosts[cluster].Where(host => host.Name == name).ToList() is not { Count: > 0 } named
                    || named.Exists(host => HasFrequency(host) && !_distrusted.Contains(host.Id)));
            var scaling = hosts[cluster].Where(host => host.TscScaling == TscScaling.Yes && !HasFrequency(host) && IsOpen(host))
                .Select(host => host.Name)
                .Order(StringComparer.Ordinal);
            IReadOnlyList<string> all = [.. own.Concat(scaling).Distinct()];
            return all.SequenceEqual(machine.HarmlessHosts) ? machine : machine with { HarmlessHosts = all };

            bool HasFrequency(HostFacts host) => host.Hz is { } hz && rules.IsHarmless(hz, home);

            bool IsOpen(HostFacts host) => host.Id != machine.HostId && host.TakesMachines && host.IsOfOneVendor(present)
                && machine.BoundTo?.Contains(host.Name) != false;
        }
    }
}

/// <summary>What is known of a class.</summary>
/// <param name="Measured">What its guests show together; unknown where they disagree, null where they are too few.</param>
/// <param name="Logged">What its logs say together; null where none does, or they disagree.</param>
internal sealed record ClassEvidence(TscScaling? Measured, int Guests, bool IsDisputed, TscScaling? Logged, TscScaling Expected)
{
    public TscScaling Scaling => Measured ?? (Logged ?? Expected) switch
    {
        TscScaling.Yes when IsDisputed => TscScaling.Unknown,
        var alone => alone,
    };
}
