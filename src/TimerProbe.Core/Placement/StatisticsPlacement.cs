namespace TimerProbe.Core.Placement;

/// <summary>Which homes statistics are asked for, and what becomes of them. Hosts outside of the scope count too.</summary>
public sealed class StatisticsPlacement(FrequencyRules rules, IReadOnlyCollection<HostFacts> hosts)
{
    private readonly MachinePlacement _placement = new(rules, FleetPlacement.HostsById(hosts));

    public static IReadOnlyList<VirtualMachineFacts> Open(VCenterFacts vcenter) => [.. vcenter.VirtualMachines.Where(IsOpen)];

    /// <summary>
    /// When a machine was powered on, as statistics are asked; null where that is not known. An uptime shows it where it goes back
    /// beyond a move: what counts it may begin anew when a machine changes hosts, and here did not.
    /// </summary>
    public static DateTimeOffset? PoweredOn(VirtualMachineFacts machine) =>
        (machine.Power is { IsBootTimeWrong: true, OtherAt: null } ? null : machine.BootTime)
        ?? (machine.MovedAt - machine.Power.OnSince > HomeFinder.BootTimeSlack ? machine.Power.OnSince : null);

    /// <summary>Since when at least a machine has been on its present host, by events; null when none were read.</summary>
    public static DateTimeOffset? OnHostSince(VirtualMachineFacts machine) => machine.Power.EventsSince is null
        ? null
        : new[] { machine.Power.EventsSince, machine.Power.LastEventAt, machine.MovedAt, machine.ResumedAt, machine.RevertedAt }.Max();

    public static IReadOnlyList<VirtualMachineFacts> Affected(VCenterFacts judged) =>
        [.. judged.VirtualMachines.Where(
            machine => machine is { Placement: Facts.Placement.Away, IsUnaffected: false } or { Guest.State: ClockState.Slow })];

    public VCenterFacts Fill(VCenterFacts vcenter, IReadOnlyDictionary<string, StatisticsHome> homes)
    {
        if (homes.Count == 0)
        {
            return vcenter;
        }

        var filled = vcenter.VirtualMachines.Select(machine => homes.TryGetValue(machine.Id, out var home) ? Fill(machine, home) : machine);
        return vcenter with { VirtualMachines = [.. filled] };
    }

    public static StatisticsHome OfStretches(VirtualMachineFacts machine, IReadOnlyList<FrequencyStretch> stretches)
    {
        var eventsSince = machine.Power.LastEventAt is null ? machine.Power.EventsSince : null;
        IReadOnlyList<FrequencyStretch> before = [.. stretches.Where(stretch => stretch.From < eventsSince)];
        if (before.Count == 0 && stretches.Count > 0 && eventsSince is not null)
        {
            // What began within the time of the events, with no power-on among them, came from elsewhere.
            return StatisticsHome.None(StatisticsGap.Arrived);
        }

        var counted = before.Count > 0 ? before : stretches;
        if (counted.Select(stretch => stretch.Hz).Distinct().Count() != 1)
        {
            return StatisticsHome.None(stretches.Count == 0 ? StatisticsGap.NoSamples : StatisticsGap.Changed);
        }

        var says = counted.Count == stretches.Count
            ? "by vCenter's CPU statistics it has run at no other frequency since there are any of it"
            : $"by vCenter's CPU statistics it ran at no other frequency until {eventsSince:yyyy-MM-dd HH:mm} UTC, and no event reports a power-on since";
        var (hz, since) = (counted[0].Hz, counted[0].From);
        var evidence = new HomeEvidence(HomeSource.Statistics, hz, hz, since, EvidenceCertainty.Inferred, says);
        return new StatisticsHome(evidence, Until: null, Gap: null);
    }

    private static bool IsOpen(VirtualMachineFacts machine) =>
        machine is { Placement: not Facts.Placement.Off, Power.IsFrequencyRestored: false }
            and ({ HomeEvidence: null } or { HomeEvidence: [{ Source: HomeSource.OnlyClass }] })
        && !machine.IsSecondary;

    private VirtualMachineFacts Fill(VirtualMachineFacts machine, StatisticsHome home) =>
        home.Evidence is { } evidence ? _placement.With(machine, evidence)
        : home.Gap == StatisticsGap.Arrived && machine.HomeEvidence is [{ Source: HomeSource.OnlyClass }]
            ? MachinePlacement.Unknown(machine with { HomeEvidence = null }, $"{HomeFinder.NoEvent}; {InWords(home.Gap)}")
        : machine is not { Placement: Facts.Placement.Unknown, UnknownReason: { } reason } ? machine
        : machine with { UnknownReason = $"{reason}; {InWords(home.Gap)}" };

    private static string InWords(StatisticsGap? gap) => gap switch
    {
        StatisticsGap.TooLate => "its CPU statistics begin too long after it",
        StatisticsGap.Arrived => "by its CPU statistics it was not here yet when it was powered on",
        StatisticsGap.Changed => "its CPU statistics show more than one frequency",
        StatisticsGap.TooWide => "it was too idle for its CPU statistics to show the frequency",
        StatisticsGap.Turbo => "it may have used all of its processors: turbo then lifts its CPU statistics above its host's frequency",
        StatisticsGap.OtherProcessors => "its CPU statistics fit several frequencies, since it had another number of processors",
        StatisticsGap.Unknown => "its number of processors is not known",
        _ => "vCenter keeps no CPU statistics of that time",
    };
}

/// <summary>
/// What statistics show of the frequency that a machine was powered on at: evidence and the end of the last sample it took,
/// before which a move may have gone unseen, or why there is none.
/// </summary>
public sealed record StatisticsHome(HomeEvidence? Evidence, DateTimeOffset? Until, StatisticsGap? Gap)
{
    internal int Samples { get; init; }

    internal int SamplesCutOnce { get; init; }

    internal static StatisticsHome None(StatisticsGap gap) => new(Evidence: null, Until: null, gap);

    internal static StatisticsHome Found(FrequencyRange range, CpuSample first, DateTimeOffset last, string fit = "fit")
    {
        if (!range.IsOfClock)
        {
            return None(StatisticsGap.TooWide);
        }

        var (low, high) = (new Frequency((long)Math.Round(range.Low)), new Frequency((long)Math.Round(range.High)));
        var says = $"vCenter's CPU statistics of {first.From.UtcDateTime:yyyy-MM-dd HH:mm} to {last.UtcDateTime:yyyy-MM-dd HH:mm} UTC {fit} {(low == high ? $"{low}" : $"{low} to {high}")}";
        return new(new HomeEvidence(HomeSource.Statistics, low, high, first.From, EvidenceCertainty.Inferred, says), last, Gap: null);
    }
}

/// <summary>Why statistics do not show a home.</summary>
public enum StatisticsGap { Unknown, NoSamples, TooLate, Arrived, Changed, TooWide, Turbo, OtherProcessors }
