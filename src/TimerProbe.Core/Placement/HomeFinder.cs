namespace TimerProbe.Core.Placement;

/// <summary>Finds the host a virtual machine was powered on at from vCenter's events; it never assumes one.</summary>
public static class HomeFinder
{
    /// <summary>An event may lie this long before the boot time that the host tells: the two come from different clocks.</summary>
    public static readonly TimeSpan BootTimeSlack = TimeSpan.FromSeconds(120);

    /// <summary>The home, or why it is not known.</summary>
    /// <param name="events">The machine's events, in any order.</param>
    /// <param name="bootTime">When it was powered on by the host's clock; null when not told.</param>
    public static Home Find(IEnumerable<MachineEvent> events, DateTimeOffset? bootTime)
    {
        var ordered = events.OrderBy(happened => happened.At).ThenBy(happened => happened.Key).ToList();
        var start = FindPowerOn(ordered, bootTime);
        if (start < 0)
        {
            return Home.Unknown(bootTime is null ? "vCenter tells neither a boot time nor a power-on event" : "its power-on event is no longer kept, or it came from another vCenter");
        }

        var poweredOn = ordered[start];
        if (ordered.Skip(start).Any(happened => happened.Kind == MachineEventKind.Reverted))
        {
            return Home.Unknown("it was reverted to a snapshot, whose memory brings back the frequency it was taken at");
        }

        return poweredOn.Host is { } host
            ? new Home(host, poweredOn.At, UnknownReason: null)
            : Home.Unknown("its power-on event names no host");
    }

    /// <summary>The newest power-on of this boot. A resume may post an event of a power-on too, which is none.</summary>
    private static int FindPowerOn(List<MachineEvent> ordered, DateTimeOffset? bootTime)
    {
        var found = -1;
        var isAsleep = false;
        for (var i = 0; i < ordered.Count; i++)
        {
            switch (ordered[i].Kind)
            {
                case MachineEventKind.Suspended or MachineEventKind.Resumed:
                    isAsleep = true;
                    break;
                case MachineEventKind.PoweredOff:
                    isAsleep = false;
                    break;
                case MachineEventKind.PoweredOn when isAsleep && !IsAtBoot(ordered[i], bootTime):
                    break;
                case MachineEventKind.PoweredOn or MachineEventKind.Restarted:
                    isAsleep = false;
                    found = IsOfThisBoot(ordered[i], bootTime) ? i : found;
                    break;
            }
        }

        return found;
    }

    private static bool IsOfThisBoot(MachineEvent happened, DateTimeOffset? bootTime) => bootTime is not { } boot || boot - happened.At <= BootTimeSlack;

    private static bool IsAtBoot(MachineEvent happened, DateTimeOffset? bootTime) => (happened.At - bootTime)?.Duration() <= BootTimeSlack;
}

/// <summary>A home, or why there is none.</summary>
/// <param name="Host">The managed object id of the host; null when unknown.</param>
/// <param name="Since">When the machine was powered on there.</param>
/// <param name="UnknownReason">Why it is unknown; null when it is known.</param>
public sealed record Home(string? Host, DateTimeOffset? Since, string? UnknownReason)
{
    /// <summary>No home, for a reason.</summary>
    public static Home Unknown(string reason) => new(Host: null, Since: null, reason);
}
