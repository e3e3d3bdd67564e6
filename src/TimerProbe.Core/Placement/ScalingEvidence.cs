using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Placement;

/// <summary>
/// On which hosts a machine that is away was measured fast: such a host scales the TSC of that home's frequency in hardware, and every
/// other machine of it is expected to be fast there too. One that was measured slow there takes the evidence back.
/// </summary>
public sealed class ScalingEvidence
{
    private readonly FrequencyRules _rules;
    private readonly ILookup<string, VirtualMachineFacts> _measured;

    /// <summary>The vCenter's machines are placed, and guests' results joined.</summary>
    public ScalingEvidence(VCenterFacts vcenter, FrequencyRules rules)
    {
        _rules = rules;
        // A machine with the raw TSC is fast on every host, and a name may be another machine's: neither shows anything of the host. What
        // a guest published or handed in is for its own machine only: no guest acquits another.
        _measured = vcenter.VirtualMachines
            .Where(machine => machine is
            {
                Placement: Facts.Placement.Away, HostId: not null, HomeHz: not null, Settings.VirtualRdtsc: not false,
                Guest: { State: ClockState.Healthy or ClockState.Slow, MatchedBy: not GuestCandidates.ByName },
            } && machine.Guest is not { State: ClockState.Healthy, Source: GuestSource.Published or GuestSource.Store })
            .ToLookup(machine => machine.HostId!, StringComparer.Ordinal);
    }

    /// <summary>
    /// Whether a machine away from home is expected to read its clock slowly: no measurement says that it is fast, its own or that of one
    /// like it on its host, and it does not read the raw TSC.
    /// </summary>
    public bool ExpectsSlow(VirtualMachineFacts machine) =>
        machine is { Placement: Facts.Placement.Away, Settings.VirtualRdtsc: not false }
            && machine.Guest?.State != ClockState.Healthy && WitnessOf(machine) is null;

    /// <summary>The machine measured fast on the same host that shows the same for this one; null where this was measured itself.</summary>
    public VirtualMachineFacts? WitnessOf(VirtualMachineFacts machine)
    {
        if (machine is not { Placement: Facts.Placement.Away, HostId: { } host, HomeHz: { } home }
            || machine.Guest?.State is ClockState.Healthy or ClockState.Slow)
        {
            return null;
        }

        var alike = _measured[host].Where(other => _rules.IsHarmless(other.HomeHz!.Value, home)).ToList();
        return alike.TrueForAll(other => other.Guest!.State == ClockState.Healthy)
            ? alike.MinBy(other => other.Id, StringComparer.Ordinal)
            : null;
    }
}
