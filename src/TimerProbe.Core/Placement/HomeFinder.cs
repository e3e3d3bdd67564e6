namespace TimerProbe.Core.Placement;

/// <summary>Finds the host a virtual machine was powered on at from vCenter's events; it never assumes one.</summary>
public static class HomeFinder
{
    /// <summary>An event may lie this long before the boot time that the host tells: the two come from different clocks.</summary>
    public static readonly TimeSpan BootTimeSlack = TimeSpan.FromSeconds(120);

    /// <summary>The reason of a home of which no event tells.</summary>
    public const string NoEvent = "its power-on event is no longer kept, or it came from another vCenter";

    /// <summary>The home, or why it is not known.</summary>
    /// <param name="events">The machine's events, in any order.</param>
    /// <param name="bootTime">When it was powered on by the host's clock; null when not told.</param>
    public static Home Find(IEnumerable<MachineEvent> events, DateTimeOffset? bootTime)
    {
        var life = new MachineLife(bootTime);
        foreach (var happened in events.OrderBy(happened => happened.At).ThenBy(happened => happened.Key))
        {
            life.Add(happened);
        }

        var home = life switch
        {
            { Doubt: { } doubt } => Home.Unknown(doubt) with { IsDoubted = true },
            { PoweredOn: { Host: { } host, At: var since } } =>
                new Home(host, since, UnknownReason: null) { IsUnconfirmed = life.IsUnconfirmed, Other = life.Reset },
            { PoweredOn: not null } => Home.Unknown("its power-on event names no host"),
            { EarlierPowerOn: { } earlier } =>
                Home.Unknown("vCenter reports a boot time later than its last power-on event, and no power-off between them") with
                {
                    IsBootTimeWrong = true,
                    Other = earlier
                },
            _ when bootTime is null => Home.Unknown("vCenter reports neither a boot time nor a power-on event") with { Other = life.Reset },
            _ => Home.Unknown(NoEvent) with { Other = life.Reset },
        };
        return home with { LastPowerEventAt = life.LastPowerEventAt };
    }
}
