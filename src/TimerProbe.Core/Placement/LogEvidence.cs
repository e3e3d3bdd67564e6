using System.Globalization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;

namespace TimerProbe.Core.Placement;

/// <summary>
/// What logs of the hypervisor tell of homes. A log belongs to the machine with its UUID in either byte order,
/// else, when either tells no UUID, to the only machine of its name. The guest's rate in it is that of the
/// power-on, whatever host wrote it. Of several logs of one machine the newest counts.
/// </summary>
public sealed class LogEvidence
{
    private readonly Dictionary<(int VCenter, string Id), VmLog> _logs = [];
    private readonly List<string> _unmatched = [];
    private readonly ILookup<string, (int VCenter, VirtualMachineFacts Machine)> _byUuid;
    private readonly ILookup<string, (int VCenter, VirtualMachineFacts Machine)> _byName;
    private readonly DateTimeOffset _now;

    /// <summary>Joins logs to machines.</summary>
    /// <param name="logs">What was read; of one that tells no rate nothing is told.</param>
    /// <param name="vcenters">The machines.</param>
    /// <param name="now">When this is: a line from after that is not believed.</param>
    public LogEvidence(IReadOnlyList<VmLog> logs, IReadOnlyList<VCenterFacts> vcenters, DateTimeOffset now)
    {
        // The secondary of a fault tolerance pair has its primary's UUID and name.
        var machines = vcenters.SelectMany((vcenter, index) =>
            vcenter.VirtualMachines.Where(machine => !machine.IsSecondary)
                .Select(machine => (index, machine))).ToList();
        _byUuid = machines.Where(each => GuestUuid.Normal(each.machine.Uuid) is not null)
            .ToLookup(each => GuestUuid.Normal(each.machine.Uuid)!, StringComparer.Ordinal);
        _byName = machines.ToLookup(each => each.machine.Name, StringComparer.OrdinalIgnoreCase);
        _now = now;
        foreach (var log in logs.OrderByDescending(log => log.At ?? DateTimeOffset.MinValue))
        {
            if (Find(log) is not { } found)
            {
                _unmatched.Add(log.Name ?? log.Uuid ?? log.File);
            }
            else if (log.GuestHz is not null)
            {
                _logs.TryAdd((found.VCenter, found.Machine.Id), log);
            }
        }
    }

    /// <summary>The logs that belong to no machine, in one sentence; null when there are none.</summary>
    public Problem? Unmatched => _unmatched.Count == 0 ? null : Problem.Create(
        ProblemCode.LogUnmatched,
        $"{_unmatched.Count} of the logs belong to no virtual machine, or to several: {new NamesShown(ArgumentKind.VirtualMachine, _unmatched.Distinct(StringComparer.Ordinal), _unmatched.Distinct(StringComparer.Ordinal).Count())}");

    /// <summary>The vCenters with what the logs tell of the homes of their machines.</summary>
    /// <param name="vcenters">The vCenters in the order they were joined in, placed by their events.</param>
    /// <param name="rules">How frequencies are compared.</param>
    public IReadOnlyList<VCenterFacts> Fill(
        IReadOnlyList<VCenterFacts> vcenters, FrequencyRules rules) => _logs.Count == 0 ? vcenters : [.. vcenters.Select((vcenter, index) =>
    {
        var placement = new MachinePlacement(rules, FleetPlacement.HostsById(vcenter.Hosts));
        return vcenter with
        {
            VirtualMachines = [
                .. vcenter.VirtualMachines.Select(machine =>
                    Of(index, machine) is { } evidence ? placement.With(machine, evidence) : machine)
            ]
        };
    })];

    /// <summary>What the log of a machine tells of its home; null when there is none, or none of its present power-on.</summary>
    /// <param name="vcenter">The place of its vCenter in the list.</param>
    /// <param name="machine">The machine, placed by its events.</param>
    internal HomeEvidence? Of(int vcenter, VirtualMachineFacts machine) =>
        _logs.TryGetValue((vcenter, machine.Id), out var log) && log is { GuestHz: { } guest, At: { } at }
        && ResultAge.WhyAhead(ProblemCode.LogUnmatched, at, _now) is null && !(machine.RevertedAt > at)
            ? PowerOnTime.HasBeenOnSince(machine, at) switch
            {
                false => null,
                true => new HomeEvidence(HomeSource.Log, guest, guest, at, EvidenceCertainty.Recorded, Says(log, at)),
                null =>
                    new HomeEvidence(
                        HomeSource.Log,
                        guest,
                        guest,
                        at,
                        EvidenceCertainty.Inferred,
                        $"{Says(log, at)}; nothing tells whether it was powered on since"),
            }
            : null;

    private static string Says(VmLog log, DateTimeOffset at) => string.Create(
        CultureInfo.InvariantCulture,
        $"vmware.log of {at.UtcDateTime:yyyy-MM-dd HH:mm} UTC has the guest's TSC at {log.GuestHz}{(log.HostHz is { } host ? $", its host's at {host}" : "")}");

    private (int VCenter, VirtualMachineFacts Machine)? Find(VmLog log)
    {
        var uuid = GuestUuid.Normal(log.Uuid);
        var byName = log.Name is { } name ? _byName[name].ToList() : [];
        var byUuid = uuid is null
            ? []
            : _byUuid[uuid].Concat(_byUuid[GuestUuid.Swapped(log.Uuid)!]).DistinctBy(each => (each.VCenter, each.Machine.Id)).ToList();
        if (byUuid.Count > 1)
        {
            // Clones may share a UUID: the name may tell them apart.
            byUuid = [.. byUuid.Where(each => byName.Contains(each))];
            return byUuid is [var alike] ? alike : null;
        }

        return byUuid is [var one] ? one
            : byName is [var named] && (uuid is null || GuestUuid.Normal(named.Machine.Uuid) is null) ? named
            : null;
    }
}
