namespace TimerProbe.Server.Api;

/// <summary>The fleet in short.</summary>
/// <param name="Headline">The most severe result, in a sentence.</param>
/// <param name="Severity">How severe that is; null when all is well.</param>
/// <param name="Who">How many machines are affected, and how sure that is.</param>
/// <param name="NotAffected">How many are away and not affected; empty for none.</param>
/// <param name="Settle">How many are undecided, and how few measurements decide it; empty for none.</param>
/// <param name="Classes">The hosts by processor and release on which machines are undecided, the most first.</param>
/// <param name="Fix">What ends it; empty where nothing is affected.</param>
/// <param name="Prevent">What keeps it from coming back; empty where nothing is to be done.</param>
/// <param name="Machines">All machines, counted.</param>
/// <param name="VCenters">How many vCenters a scan is saved of.</param>
/// <param name="Unread">The vCenters that were tried, and never read.</param>
/// <param name="Failing">The vCenters that did not answer the last time they were tried, also those of <c>unread</c>.</param>
/// <param name="Hosts">How many hosts there are.</param>
/// <param name="Clusters">How many clusters there are.</param>
/// <param name="Findings">How many findings there are.</param>
/// <param name="UnknownGuests">How many guests saved or submitted a check, and are no virtual machine of the latest scans.</param>
public sealed record FleetAnswer(
    string Headline,
    string? Severity,
    string Who,
    string NotAffected,
    string Settle,
    IReadOnlyList<ClassToSettle> Classes,
    string Fix,
    string Prevent,
    MachineCounts Machines,
    int VCenters,
    IReadOnlyList<string> Unread,
    IReadOnlyList<VCenterView> Failing,
    int Hosts,
    int Clusters,
    int Findings,
    int UnknownGuests)
{
    internal static FleetAnswer From(FleetView fleet) => new(
        fleet.Report.Summary.Headline,
        fleet.Report.Summary.Severity?.ToDocumentName(),
        fleet.Report.FixSummary.Who,
        fleet.Report.FixSummary.NotAffected,
        fleet.Report.FixSummary.Settle,
        fleet.Report.FixSummary.ToSettle,
        fleet.Report.FixSummary.Fix,
        fleet.Report.FixSummary.Prevent,
        fleet.Report.Counts,
        fleet.Scans.Count,
        fleet.Unread,
        [.. VCenterView.From(fleet).Where(vcenter => vcenter.IsFailing)],
        fleet.Report.Document.VCenters.Sum(vcenter => vcenter.Hosts.Count),
        fleet.Report.Clusters.Count,
        fleet.Report.Document.Findings.Count,
        fleet.UnknownGuests.Count);
}

/// <summary>A guest that is in no scan.</summary>
/// <param name="Name">The name it calls itself by.</param>
/// <param name="SmbiosUuid">Its SMBIOS UUID, of its two byte orders in the one that sorts first; null when it reported none.</param>
/// <param name="State">What its newest check measured: <c>healthy</c>, <c>suspicious</c>, <c>slow</c> or <c>unclear</c>.</param>
/// <param name="Cause">Why.</param>
/// <param name="MeasuredAt">When.</param>
/// <param name="DocumentId">The document of that check.</param>
public sealed record GuestAnswer(string Name, string? SmbiosUuid, string State, string Cause, DateTimeOffset MeasuredAt, Guid DocumentId)
{
    public static GuestAnswer From(Core.Placement.GuestResult guest) =>
        new(guest.Name,
            guest.SmbiosUuid,
            guest.Measured.State.ToDocumentName(),
            guest.Measured.Cause.ToDocumentName(),
            guest.MeasuredAt,
            guest.Measured.DocumentId);
}

/// <summary>A machine with what was found about it, and what was so before.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="Findings">What was found, the most severe first.</param>
/// <param name="Story">What happened in the last 30 days, in the order of time.</param>
public sealed record MachineAnswer(MachineView Machine, IReadOnlyList<Finding> Findings, IReadOnlyList<HistoryEntry> Story);

/// <summary>What acknowledging did.</summary>
/// <param name="Acknowledged">On how many channels it was not acknowledged before.</param>
public sealed record AcknowledgeAnswer(int Acknowledged);

internal sealed record DocumentAccepted(Guid Id);
