using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Placement;

/// <summary>
/// vCenter's clock dates events, its hosts' clocks date boots: where the two are apart, no power-on event lies at its boot. An uptime
/// counted back from vCenter's time is the same moment as the boot time by the host's clock, and says how far apart they are.
/// </summary>
internal static class EventClock
{
    /// <summary>An uptime begins anew at some moves: a difference counts where so many machines, and half of all, agree on it.</summary>
    private const int FewestAgreeing = 3;

    /// <summary>The reading with vCenter's times by its hosts' clocks, and a problem that says so; unchanged where they agree.</summary>
    public static InventoryReading ByHosts(InventoryReading reading)
    {
        if (Ahead(reading.VCenter.VirtualMachines) is not { } ahead)
        {
            return reading;
        }

        var vcenter = reading.VCenter;
        return reading with
        {
            VCenter = vcenter.With([.. vcenter.ProblemDetails, ClockSkew.OfHosts(vcenter.Server, ahead)]) with
            {
                VirtualMachines = [.. vcenter.VirtualMachines.Select(
                    machine => machine with { Power = machine.Power with { OnSince = machine.Power.OnSince?.Before(ahead) } })],
            },
            Events = reading.Events.ToDictionary(
                each => each.Key,
                IReadOnlyList<MachineEvent> (each) => [.. each.Value.Select(happened => happened with { At = happened.At.Before(ahead) })],
                StringComparer.Ordinal),
            EventsSince = reading.EventsSince?.Before(ahead),
        };
    }

    /// <summary>How far vCenter's clock is ahead of its hosts', where that is more than events and boot times may differ by.</summary>
    private static TimeSpan? Ahead(IReadOnlyList<VirtualMachineFacts> machines)
    {
        var apart = machines.Select(machine => machine.Power.OnSince - machine.BootTime).OfType<TimeSpan>().Order().ToList();
        if (apart.Count == 0 || apart[apart.Count / 2] is var median && median.Duration() <= HomeFinder.BootTimeSlack)
        {
            return null;
        }

        var agreeing = apart.Count(each => (each - median).Duration() <= HomeFinder.BootTimeSlack);
        return agreeing >= FewestAgreeing && agreeing * 2 >= apart.Count ? median : null;
    }
}
