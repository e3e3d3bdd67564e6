namespace TimerProbe.Core.Placement;

/// <summary>Finds the host a virtual machine was powered on at from vCenter's events; it never assumes one.</summary>
public static class HomeFinder
{
    public static readonly TimeSpan BootTimeSlack = TimeSpan.FromSeconds(120);

    public const string EventGone = "its power-on event is no longer kept";
    public const string NoEvent = EventGone + ", or it came from another vCenter";

    private const string LaterBoot = "vCenter reports a boot time later than its last power-on event, and no power-off between them";

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
            { EarlierPowerOn: { } earlier } => Home.Unknown(LaterBoot) with { IsBootTimeWrong = true, Other = earlier },
            _ when bootTime is null => Home.Unknown("vCenter reports neither a boot time nor a power-on event") with { Other = life.Reset },
            _ => Home.Unknown(NoEvent) with { Other = life.Reset },
        };
        return home with { LastPowerEventAt = life.LastPowerEventAt };
    }

    /// <summary>
    /// Whether a machine has been on without a break since a moment at which it was on; null where nothing shows it. The boot time
    /// is one witness among others: vCenter may leave it unset after a migration, and may move it.
    /// </summary>
    internal static bool? HasBeenOnSince(VirtualMachineFacts machine, DateTimeOffset moment)
    {
        // The event of the boot itself comes from another clock than the boot time, which is then the one to compare with.
        var boot = machine.Power.IsBootTimeWrong ? null : machine.BootTime;
        var happened = machine.Power.LastEventAt - boot <= BootTimeSlack ? null : machine.Power.LastEventAt;
        return machine.Placement == Facts.Placement.Off || happened - moment > BootTimeSlack ? false
            : machine.Power.OnSince <= moment ? true
            : boot is { } on ? on - moment <= BootTimeSlack
            : machine.HomeSource == HomeSource.Event && machine.HomeSince is { } since ? since - moment <= BootTimeSlack
            : machine.Power.EventsSince <= moment ? true
            : null;
    }
}

/// <summary>
/// Weighs what several sources say of the frequency that a machine was powered on at. The strongest counts; where another source
/// has another frequency, it counts only if it was measured or recorded. What was concluded and is contradicted leaves the home
/// unknown.
/// </summary>
internal static class HomeJudge
{
    private static readonly HomeSource[] Strength =
        [HomeSource.Guest, HomeSource.Log, HomeSource.Event, HomeSource.History, HomeSource.Statistics, HomeSource.OnlyClass];

    public static IReadOnlyList<HomeEvidence> InOrder(IEnumerable<HomeEvidence> evidence) =>
        [.. evidence.OrderBy(item => item.Certainty).ThenBy(item => Array.IndexOf(Strength, item.Source))];

    /// <summary>The evidence that counts; null where there is none, or the strongest was only concluded and is contradicted.</summary>
    public static HomeEvidence? Choose(IReadOnlyList<HomeEvidence> ordered, FrequencyRules rules) => ordered switch
    {
        [] => null,
        [{ Certainty: EvidenceCertainty.Inferred }, ..] when Contradicting(ordered, rules) is not null => null,
        [var strongest, ..] => strongest,
    };

    /// <summary>The strongest evidence of another frequency than the very strongest; null when all agree.</summary>
    public static HomeEvidence? Contradicting(IReadOnlyList<HomeEvidence> ordered, FrequencyRules rules) =>
        ordered.Skip(1).FirstOrDefault(item => !Agree(ordered[0], item, rules));

    public static bool Agree(HomeEvidence one, HomeEvidence other, FrequencyRules rules)
    {
        var (lower, upper) = one.HighHz.Hertz < other.LowHz.Hertz ? (one, other) : (other, one);
        return lower.HighHz.Hertz >= upper.LowHz.Hertz || rules.IsHarmless(upper.LowHz, lower.HighHz);
    }

    public static Frequency Nearest(HomeEvidence evidence, Frequency? to) =>
        to is { } other ? new(Math.Clamp(other.Hertz, evidence.LowHz.Hertz, evidence.HighHz.Hertz)) : evidence.LowHz;
}
