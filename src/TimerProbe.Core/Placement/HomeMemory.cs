using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.Core.Placement;

/// <summary>
/// Fills in homes that vCenter's events no longer tell from what earlier scans knew. A remembered home counts only while it must
/// still hold: the machine is of the same power-on by its boot time, and a revert to a snapshot since then would have been seen.
/// Where an event tells the home, the frequency counts that its host had at an earlier scan of that power-on: another processor in
/// the host changes no clock of a machine that left it. Where events tell that no power-on gave the frequency (a revert, an instant clone),
/// only what the guest itself told is remembered.
/// </summary>
/// <param name="rules">How frequencies are compared.</param>
/// <param name="history">What earlier scans knew.</param>
public sealed class HomeMemory(FrequencyRules rules, IHomeHistory history)
{
    /// <summary>
    /// A revert shows in vCenter's events, which are kept for 30 days by default. A machine that was last seen longer ago may have been
    /// reverted without a trace.
    /// </summary>
    public static readonly TimeSpan LongestGap = TimeSpan.FromDays(30);

    /// <summary>The vCenter with the homes that are remembered; one that is known otherwise keeps its host.</summary>
    /// <param name="vcenter">What <see cref="FleetPlacement.Place"/> made of the reading, guests' results joined or not.</param>
    /// <param name="eventsMissing">Why there are no events; then nothing is remembered, since a revert could not be seen.</param>
    /// <param name="now">When the scan started.</param>
    public VCenterFacts Fill(VCenterFacts vcenter, string? eventsMissing, DateTimeOffset now)
    {
        if (eventsMissing is not null)
        {
            return vcenter;
        }

        var placement = new MachinePlacement(rules, FleetPlacement.HostsById(vcenter.Hosts), eventsMissing);
        return vcenter with { VirtualMachines = [.. vcenter.VirtualMachines.Select(machine => Fill(vcenter, machine, placement, now))] };
    }

    private VirtualMachineFacts Fill(VCenterFacts vcenter, VirtualMachineFacts machine, MachinePlacement placement, DateTimeOffset now)
    {
        var isOpen = IsOpen(machine);
        if ((!isOpen && machine.HomeSource != HomeSource.Event) || history.Find(vcenter, machine) is not { } home || !IsOfThisBoot(home, machine))
        {
            return machine;
        }

        if (isOpen)
        {
            return StillHolds(home, machine, now)
                ? placement.At(machine with { HomeHost = home.Host, HomeSince = home.Since }, home.Hz, machine.IsHomeDoubted ? HomeSource.Guest : HomeSource.History)
                : machine;
        }

        return IsOfAnotherProcessor(home, machine) ? placement.At(machine, home.Hz, HomeSource.History) : machine;
    }

    private static bool IsOpen(VirtualMachineFacts machine) =>
        machine.Placement == Facts.Placement.Unknown && machine.HomeHz is null && machine.BootTime is not null;

    private static bool IsOfThisBoot(RememberedHome home, VirtualMachineFacts machine) =>
        (home.BootTime - machine.BootTime)?.Duration() <= HomeFinder.BootTimeSlack;

    private static bool StillHolds(RememberedHome home, VirtualMachineFacts machine, DateTimeOffset now) =>
        (!machine.IsHomeDoubted || home.Source == HomeSource.Guest)
        && now - home.SeenAt <= LongestGap && !(machine.RevertedAt > home.SeenAt) && !(home.RevertedAt > home.SeenAt);

    private static bool IsOfAnotherProcessor(RememberedHome home, VirtualMachineFacts machine) =>
        home.Host == machine.HomeHost && machine.HomeHz is { } present && present.DifferenceFrom(home.Hz).Magnitude.Value > FrequencyRules.EqualLimit.Value;
}

/// <summary>What earlier scans knew of homes.</summary>
public interface IHomeHistory
{
    /// <summary>The last home that was known of a machine; null when none ever was.</summary>
    /// <param name="vcenter">The vCenter the machine is in now.</param>
    /// <param name="machine">The machine.</param>
    RememberedHome? Find(VCenterFacts vcenter, VirtualMachineFacts machine);
}

/// <summary>A home as an earlier scan knew it.</summary>
/// <param name="Host">The name of the host it was powered on at; null when only the frequency was known.</param>
/// <param name="Hz">The frequency it was powered on at.</param>
/// <param name="Since">When it was powered on there; null when not told.</param>
/// <param name="BootTime">The boot time it then had.</param>
/// <param name="SeenAt">The last scan that is known to have seen it so.</param>
/// <param name="RevertedAt">When a later scan saw it reverted to a snapshot; null when none did.</param>
public sealed record RememberedHome(
    string? Host, Frequency Hz, DateTimeOffset? Since, DateTimeOffset BootTime, DateTimeOffset SeenAt, DateTimeOffset? RevertedAt)
{
    /// <summary>Why it was believed then; null when not told.</summary>
    public HomeSource? Source { get; init; }
}
