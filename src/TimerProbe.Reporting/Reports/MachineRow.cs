namespace TimerProbe.Reporting.Reports;

/// <summary>A virtual machine with the findings about it.</summary>
public sealed record MachineRow(VCenterFacts VCenter, VirtualMachineFacts Facts, IReadOnlyList<Finding> Findings)
{
    public string Server => VCenter.Server;

    public Standing Standing => GetStanding(Facts);

    /// <summary>What is measured or expected of its clock, such as <c>measured slow, 1,650 ns</c>; empty where nothing is.</summary>
    public string Clock => ClockWithoutCost + (Facts is { IsTimeExpectedWrong: false }
        and ({ Guest.State: ClockState.Slow } or { ClockExpectation: ClockExpectation.Fast })
        ? Cost : "");

    public string ClockWithoutCost => Facts switch
    {
        { IsTimeExpectedWrong: true, DifferencePpm: { } off } => $"wrong time ({off.Magnitude.ToString().TrimStart('+')} off, expected)",
        { Guest.State: ClockState.Slow } => "measured slow",
        _ => Words(Facts.ClockExpectation),
    };

    /// <summary>Critical for a clock measured slow, even where its finding is muted; null when nothing was found.</summary>
    public Severity? Severity => IsSlow(Facts) ? Core.Advice.Severity.Critical
        : Findings is [var mostSevere, ..] ? mostSevere.Severity
        : null;

    public string Where => Facts switch
    {
        { Placement: Placement.Off, PowerState: "suspended" } => "off (suspended)",
        { Placement: Placement.Away } when Clock.Length > 0 => $"away, {Clock}",
        _ => Facts.Placement.ToDocumentName(),
    };

    public IReadOnlyList<string> Rules => [.. Findings.Select(finding => finding.Rule).Distinct()];

    public bool IsAwayOrSlow => Standing <= Standing.Unaffected;

    /// <summary>What was measured in its guest, and that it is the guest itself that said so; empty when nothing was.</summary>
    public string Measured =>
        Facts.Guest is not { } guest ? "" : guest.State.ToDocumentName() + Cost + (guest.Source == GuestSource.Published ? " (published)" : "");

    private string Cost => Facts.Guest?.PreciseTimeNs is { } cost ? $", {cost}" : "";

    public DateTimeOffset? AwaySince => Facts.AwaySince;

    public static Standing GetStanding(VirtualMachineFacts machine) => machine.Placement switch
    {
        _ when machine.IsTimeExpectedWrong => Standing.WrongTime,
        _ when IsSlow(machine) => Standing.Slow,
        Placement.Away => machine.ClockExpectation switch
        {
            ClockExpectation.ExpectedSlow => Standing.ExpectedSlow,
            ClockExpectation.Open => Standing.Open,
            _ => Standing.Unaffected,
        },
        Placement.Home when machine.ClockExpectation == ClockExpectation.ExpectedSlow => Standing.ExpectedSlow,
        Placement.Home => Standing.Home,
        Placement.Off => Standing.Off,
        _ => Standing.Unknown,
    };

    internal static bool IsSlow(VirtualMachineFacts machine) => machine.Guest?.State == ClockState.Slow;

    internal static IReadOnlyList<MachineRow> InOrder(IEnumerable<MachineRow> rows) =>
        [.. rows.OrderByDescending(row => row.Facts.IsTimeExpectedWrong)
            .ThenByDescending(row => (int?)row.Severity)
            .ThenBy(row => (int)row.Standing)
            .ThenByDescending(row => row.IsAwayOrSlow && row.Facts.HomeCertainty == HomeCertainty.Certain)
            .ThenByDescending(row => row.IsAwayOrSlow && row.Facts.SqlServerExpected)
            .ThenBy(row => row.AwaySince ?? DateTimeOffset.MaxValue)
            .ThenBy(row => row.Facts.Name, StringComparer.OrdinalIgnoreCase)
            .ThenBy(row => row.Server, StringComparer.Ordinal)
            .ThenBy(row => row.Facts.Id, StringComparer.Ordinal)];

    public static string Words(ClockExpectation? clock) => clock switch
    {
        ClockExpectation.Slow => "measured slow",
        ClockExpectation.ExpectedSlow => "expected slow",
        ClockExpectation.Open => "undecided",
        ClockExpectation.ExpectedFast => "not affected (expected)",
        ClockExpectation.Fast => "not affected: measured fast",
        _ => "",
    };
}
