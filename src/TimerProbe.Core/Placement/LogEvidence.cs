using System.Runtime.InteropServices;

namespace TimerProbe.Core.Placement;

/// <summary>
/// What logs of the hypervisor say of homes, and of whether hosts scale the TSC. A log belongs to the machine with its UUID in
/// either byte order, else, when either has no UUID, to the only machine of its name. The guest's rate in it is that of the
/// power-on, whatever host wrote it. Of several logs of one machine the newest counts.
/// </summary>
public sealed class LogEvidence
{
    private readonly Dictionary<(int VCenter, string Id), List<VmLog>> _logs = [];
    private readonly List<string> _unmatched = [];
    private readonly ILookup<string, (int VCenter, VirtualMachineFacts Machine)> _byUuid;
    private readonly ILookup<string, (int VCenter, VirtualMachineFacts Machine)> _byName;
    private readonly DateTimeOffset _now;

    public LogEvidence(IReadOnlyList<VmLog> logs, IReadOnlyList<VCenterFacts> vcenters, DateTimeOffset now)
    {
        // The secondary of a fault tolerance pair has its primary's UUID and name.
        List<(int VCenter, VirtualMachineFacts Machine)> machines =
        [
            .. vcenters.SelectMany((vcenter, index) => vcenter.VirtualMachines.Select(machine => (index, machine)))
                .Where(item => !item.machine.IsSecondary),
        ];
        _byUuid = machines.Where(item => GuestUuid.Normal(item.Machine.Uuid) is not null)
            .ToLookup(item => GuestUuid.Normal(item.Machine.Uuid)!);
        _byName = machines.ToLookup(item => item.Machine.Name, StringComparer.OrdinalIgnoreCase);
        _now = now;
        foreach (var log in logs.OrderByDescending(log => log.At ?? DateTimeOffset.MinValue))
        {
            if (Find(log) is not { } found)
            {
                _unmatched.Add(log.Name ?? log.Uuid ?? log.File);
            }
            else if (log.GuestHz is not null || log.HostScales is not null)
            {
                (CollectionsMarshal.GetValueRefOrAddDefault(_logs, (found.VCenter, found.Machine.Id), out _) ??= []).Add(log);
            }
        }
    }

    /// <summary>The logs that belong to no machine, in one sentence; null when there are none.</summary>
    public Problem? Unmatched => _unmatched.Count == 0
        ? null
        : Problem.Create(ProblemCode.LogUnmatched, $"{_unmatched.Count} of the logs belong to no virtual machine, or to several: {Problem.Names(_unmatched.Distinct(), _unmatched.Distinct().Count())}");

    public IReadOnlyList<VCenterFacts> Fill(IReadOnlyList<VCenterFacts> vcenters, FrequencyRules rules) =>
        _logs.Count == 0 ? vcenters : [.. vcenters.Select((vcenter, index) => Fill(vcenter, index, rules))];

    public static VmLog Place(VmLog log, FrequencyRules rules) => log.DifferencePpm is { } difference
        ? log with
        {
            Comparison = rules.Compare(difference),
            Placement = difference.Magnitude.Value <= rules.Tolerance.Value ? Facts.Placement.Home : Facts.Placement.Away,
        }
        : log;

    private VCenterFacts Fill(VCenterFacts vcenter, int index, FrequencyRules rules)
    {
        var placement = new MachinePlacement(rules, FleetPlacement.HostsById(vcenter.Hosts));
        var filled = vcenter.VirtualMachines.Select(
            machine => Of(index, machine) is { } evidence ? placement.With(machine, evidence) : machine);
        var hosts = new LoggedHosts(vcenter.Hosts, rules);
        filled = filled.Select(machine => _logs.GetValueOrDefault((index, machine.Id))?.Find(log => log.GuestHz is not null) is { } newest
            && IsOfNow(newest) ? machine with { LoggedTrap = hosts.GetTrap(machine, newest) } : machine);
        foreach (var machine in vcenter.VirtualMachines)
        {
            foreach (var log in _logs.GetValueOrDefault((index, machine.Id)) ?? [])
            {
                if (IsOfNow(log))
                {
                    hosts.Add(machine, log);
                }
            }
        }

        return vcenter with { VirtualMachines = [.. filled], Hosts = hosts.Filled };
    }

    private bool IsOfNow(VmLog log) => log.At is { } at && ResultAge.FromFuture(ProblemCode.LogUnmatched, at, _now) is null;

    /// <summary>What the log of a machine says of its home; null when there is none, or none of its present power-on.</summary>
    internal HomeEvidence? Of(int vcenter, VirtualMachineFacts machine)
    {
        var newest = _logs.GetValueOrDefault((vcenter, machine.Id))?.Find(log => log.GuestHz is not null);
        if (newest is not { GuestHz: { } guest, At: { } at } log || !IsOfNow(log) || machine.RevertedAt > at)
        {
            return null;
        }

        var says = $"vmware.log of {at.UtcDateTime:yyyy-MM-dd HH:mm} UTC has the guest's TSC at {guest}{(log.HostHz is { } host ? $", its host's at {host}" : "")}";
        if (log.KeptAt is { } kept)
        {
            says += $", and kept them over a reset at {kept.UtcDateTime:yyyy-MM-dd HH:mm} UTC";
            at = kept;
        }

        return HomeFinder.HasBeenOnSince(machine, at) switch
        {
            false => null,
            true => Evidence(EvidenceCertainty.Recorded, says),
            null => Evidence(EvidenceCertainty.Inferred, $"{says}; nothing shows whether it was powered on since"),
        };

        HomeEvidence Evidence(EvidenceCertainty certainty, string says) => new(HomeSource.Log, guest, guest, at, certainty, says);
    }

    private (int VCenter, VirtualMachineFacts Machine)? Find(VmLog log)
    {
        var uuid = GuestUuid.Normal(log.Uuid);
        var byName = log.Name is { } name ? _byName[name].ToList() : [];
        var byUuid = uuid is null
            ? []
            : _byUuid[uuid].Concat(_byUuid[GuestUuid.Swapped(log.Uuid)!]).DistinctBy(item => (item.VCenter, item.Machine.Id)).ToList();
        if (byUuid.Count > 1)
        {
            // Clones may share a UUID: the name may distinguish them.
            byUuid = [.. byUuid.Where(item => byName.Contains(item))];
            return byUuid is [var alike] ? alike : null;
        }

        return byUuid is [var one] ? one
            : byName is [var named] && (uuid is null || GuestUuid.Normal(named.Machine.Uuid) is null) ? named
            : null;
    }
}
