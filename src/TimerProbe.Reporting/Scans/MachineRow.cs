using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;

namespace TimerProbe.Reporting.Scans;

/// <summary>How a machine stands, the worst first; each kind is drawn and counted apart.</summary>
public enum Standing
{
    /// <summary>Measured slow in the guest, wherever it is.</summary>
    Slow,

    /// <summary>On a host with a different frequency than it was powered on at.</summary>
    Away,

    /// <summary>Its home is unknown.</summary>
    Unknown,

    /// <summary>At home.</summary>
    Home,

    /// <summary>Powered off or suspended.</summary>
    Off,
}

/// <summary>A virtual machine with the findings about it.</summary>
/// <param name="VCenter">Its vCenter.</param>
/// <param name="Facts">The machine.</param>
/// <param name="Findings">What was found, the most severe first.</param>
public sealed record MachineRow(VCenterFacts VCenter, VirtualMachineFacts Facts, IReadOnlyList<Finding> Findings)
{
    /// <summary>Its vCenter, as it was given.</summary>
    public string Server => VCenter.Server;

    /// <summary>How it stands.</summary>
    public Standing Standing => StandingOf(Facts);

    /// <summary>
    /// What is expected of its clock or was measured, in words: <c>time expected 7.71 %
    /// off</c>, <c>measured slow, 1,650 ns</c> or <c>expected slow</c>.
    /// </summary>
    public string Clock => Facts switch
    {
        { IsTimeExpectedWrong: true, DifferencePpm: { } off } => $"time expected {off.Magnitude.ToString().TrimStart('+')} off",
        { Guest: { State: ClockState.Slow, PreciseTimeNs: var cost } } => $"measured slow{(cost is { } known ? $", {known}" : "")}",
        _ => "expected slow",
    };

    /// <summary>
    /// How severe its case is: a clock that was measured slow costs work now, though its finding may be muted; null when nothing was found.
    /// </summary>
    public Severity? Severity => IsSlow(Facts) ? Core.Advice.Severity.Critical : Findings is [var gravest, ..] ? gravest.Severity : null;

    /// <summary>Whether it is one to tell of in every form: away from home, or measured slow.</summary>
    public bool IsAwayOrSlow => Standing <= Standing.Away;

    /// <summary>What was measured in its guest, and that it is the guest itself that said so; empty when nothing was.</summary>
    public string Measured =>
        Facts.Guest is not { } guest ? "" : guest.State.ToDocumentName() + (guest.Source == GuestSource.Published ? " (published)" : "");

    /// <summary>Since when it is away; null when it is not, or no event tells.</summary>
    public DateTimeOffset? AwaySince => Facts.Placement == Placement.Away ? new[] { Facts.MovedAt, Facts.ResumedAt }.Max() : null;

    /// <summary>How a machine stands.</summary>
    public static Standing StandingOf(VirtualMachineFacts machine) => machine.Placement switch
    {
        _ when IsSlow(machine) => Standing.Slow,
        Placement.Away => Standing.Away,
        Placement.Home => Standing.Home,
        Placement.Off => Standing.Off,
        _ => Standing.Unknown,
    };

    internal static bool IsSlow(VirtualMachineFacts machine) => machine.Guest?.State == ClockState.Slow;

    /// <summary>Its place among machines.</summary>
    public MachineRank Rank => new(
        Severity is { } severity ? (int)severity : -1,
        Standing,
        IsAwayOrSlow ? Facts.DifferencePpm?.Magnitude.Value ?? 0 : 0,
        Facts.Name,
        Server,
        Facts.Id)
    {
        WrongTime = Facts.IsTimeExpectedWrong,
    };

    internal static IReadOnlyList<MachineRow> InOrder(IEnumerable<MachineRow> rows) => [.. rows.OrderBy(row => row.Rank)];
}
