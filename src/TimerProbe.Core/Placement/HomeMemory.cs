namespace TimerProbe.Core.Placement;

/// <summary>
/// Adds what earlier scans knew of homes. A remembered home counts only while it must still hold: the machine is of the same
/// power-on, and a revert to a snapshot since then would have been seen. Where events show that no power-on gave the frequency
/// (a revert, an instant clone), only what the guest itself or the hypervisor's log reported is remembered.
/// </summary>
public sealed class HomeMemory(FrequencyRules rules, IHomeHistory history)
{
    /// <summary>
    /// A revert shows in vCenter's events, which are kept for 30 days by default. A machine that was last seen longer ago may have
    /// been reverted without a trace.
    /// </summary>
    public static readonly TimeSpan MaxGap = TimeSpan.FromDays(30);

    public VCenterFacts Fill(VCenterFacts vcenter, string? eventsMissing, DateTimeOffset now)
    {
        if (eventsMissing is not null)
        {
            return vcenter;
        }

        var placement = new MachinePlacement(rules, FleetPlacement.HostsById(vcenter.Hosts));
        return vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(machine => Fill(vcenter, machine, placement, now))] };
    }

    private VirtualMachineFacts Fill(VCenterFacts vcenter, VirtualMachineFacts machine, MachinePlacement placement, DateTimeOffset now) =>
        machine.Placement != Facts.Placement.Off && history.Find(vcenter, machine) is { } home
            && GetEvidence(home, machine, now) is { } found && !IsReported(machine, found) ? placement.With(machine, found) : machine;

    private static bool IsReported(VirtualMachineFacts machine, HomeEvidence found)
    {
        bool TellsTheSame(HomeEvidence each) => each.Certainty <= found.Certainty
            && each.LowHz.DifferenceFrom(found.LowHz).Magnitude.Value <= FrequencyRules.EqualLimit.Value;
        return machine.HomeEvidence?.Any(TellsTheSame) == true;
    }

    /// <summary>What an earlier scan knew; null where the home is of another power-on, or may have changed unseen.</summary>
    private static HomeEvidence? GetEvidence(RememberedHome home, VirtualMachineFacts machine, DateTimeOffset now)
    {
        if (!IsOfThisPowerOn(home, machine) || !StillHolds(home, machine, now))
        {
            return null;
        }

        var certainty = home switch
        {
            { Certainty: HomeCertainty.Inferred } => EvidenceCertainty.Inferred,
            { Source: HomeSource.Guest } => EvidenceCertainty.Measured,
            _ => EvidenceCertainty.Recorded,
        };
        if (machine.Power.IsFrequencyRestored)
        {
            return new(home.Source!.Value, home.Hz, home.Hz, home.SeenAt, certainty, "an earlier scan knew it from the guest");
        }

        var at = home.KnownAt ?? home.SavedAt ?? home.SeenAt;
        var says = home.Says is null ? "an earlier scan knew it of the same power-on"
            : home.KnownAt is null ? $"{home.Says} (read by the scan of {at:yyyy-MM-dd HH:mm} UTC)"
            : home.Says;
        return new HomeEvidence(HomeSource.History, home.Hz, home.Hz, home.Since, certainty, says)
        {
            Host = home.Host,
            KnownBy = home.Source == HomeSource.History ? null : home.Source,
            KnownAt = at,
        };
    }

    private static bool IsOfThisPowerOn(RememberedHome home, VirtualMachineFacts machine) =>
        (home.BootTime - machine.BootTime)?.Duration() <= HomeFinder.BootTimeSlack
            || HomeFinder.HasBeenOnSince(machine, home.SeenAt) == true;

    private static bool StillHolds(RememberedHome home, VirtualMachineFacts machine, DateTimeOffset now) =>
        (!machine.Power.IsFrequencyRestored || home.Source is HomeSource.Guest or HomeSource.Log)
        && now - home.SeenAt <= MaxGap && !(machine.RevertedAt > home.SeenAt) && !(home.RevertedAt > home.SeenAt);
}

/// <summary>What earlier scans knew of homes.</summary>
public interface IHomeHistory
{
    /// <summary>The last home that was known of a machine, by the vCenter it is in now; null when none ever was.</summary>
    RememberedHome? Find(VCenterFacts vcenter, VirtualMachineFacts machine);

    /// <summary>What earlier scans saw of a host, by its managed object id, in any order; empty when none did.</summary>
    IReadOnlyList<HostRecord> FindHost(VCenterFacts vcenter, string host);
}

/// <summary>A home as an earlier scan knew it.</summary>
/// <param name="Host">The name of the host it was powered on at; null when only the frequency was known.</param>
/// <param name="Since">When it was powered on there; null when not reported.</param>
/// <param name="BootTime">The boot time it then had; null when vCenter did not report it.</param>
/// <param name="RevertedAt">When a later scan saw it reverted to a snapshot; null when none did.</param>
public sealed record RememberedHome(
    string? Host, Frequency Hz, DateTimeOffset? Since, DateTimeOffset? BootTime, DateTimeOffset SeenAt, DateTimeOffset? RevertedAt)
{
    /// <summary>Why it was believed then; null when not reported.</summary>
    public HomeSource? Source { get; init; }

    /// <summary>How sure it was then; null when not reported.</summary>
    public HomeCertainty? Certainty { get; init; }

    /// <summary>What said so then, as a sentence; null when not reported.</summary>
    public string? Says { get; init; }

    /// <summary>When the scan that knew it by itself read it; null for the one that saved it.</summary>
    public DateTimeOffset? KnownAt { get; init; }

    /// <summary>When it was saved first.</summary>
    public DateTimeOffset? SavedAt { get; init; }
}

/// <summary>A host as earlier scans saw it, the last of them at a time.</summary>
public sealed record HostRecord(Frequency Hz, string? CpuModel, DateTimeOffset BootTime, DateTimeOffset SeenUntil)
{
    /// <summary>Calibration differs by some ppm from start to start, classes by per cent: more is another processor or setting.</summary>
    private static readonly PartsPerMillion CalibrationLimit = new(50);

    /// <summary>
    /// The record of the latest run that was seen to begin before a moment; null where the moment lies in the run just read, which
    /// began at <paramref name="present"/> if that is reported. A moment after the record was last seen may lie in a later run,
    /// which no scan saw.
    /// </summary>
    internal static HostRecord? At(IEnumerable<HostRecord> records, DateTimeOffset moment, DateTimeOffset? present) =>
        present - moment <= HomeFinder.BootTimeSlack
            ? null
            : records.Where(record => record.BootTime - moment <= HomeFinder.BootTimeSlack)
                .OrderBy(record => record.BootTime)
                .ThenBy(record => record.SeenUntil)
                .LastOrDefault();

    internal static HostFacts WithEarlier(HostFacts host, IEnumerable<HostRecord> records) =>
        host is { Hz: { } hz, BootTime: { } boot }
        && records.Where(record => boot - record.BootTime > HomeFinder.BootTimeSlack).MaxBy(record => record.BootTime) is { } before
        && hz.DifferenceFrom(before.Hz).Magnitude.Value > CalibrationLimit.Value
            ? host with { EarlierHz = before.Hz, ChangedAt = boot }
            : host;
}
