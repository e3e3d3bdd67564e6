namespace TimerProbe.Server.Api;

/// <summary>A machine as programs see it.</summary>
/// <param name="Id">What names it in addresses, the same in every scan.</param>
/// <param name="VCenter">Its vCenter.</param>
/// <param name="Severity">How severe its case is; null when nothing was found.</param>
/// <param name="Rules">The rules of its findings, the most severe first.</param>
/// <param name="AwaySince">Since when it is away.</param>
/// <param name="Facts">The machine as the document of the scan has it.</param>
public sealed record MachineView(
    string Id,
    string VCenter,
    Severity? Severity,
    IReadOnlyList<string> Rules,
    DateTimeOffset? AwaySince,
    VirtualMachineFacts Facts)
{
    public static MachineView From(MachineRow row) =>
        new(FleetView.GetId(row), row.Server, row.Severity, row.Rules, row.AwaySince, row.Facts);
}
