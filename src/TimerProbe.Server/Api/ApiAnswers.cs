using TimerProbe.Core.Json;
using TimerProbe.Reporting.Findings;
using TimerProbe.Reporting.Scans;
using TimerProbe.Server.Views;

namespace TimerProbe.Server.Api;

/// <summary>The fleet in short.</summary>
/// <param name="Headline">The worst there is to say.</param>
/// <param name="Severity">How severe that is; null when all is well.</param>
/// <param name="Who">How many machines are affected, and how sure that is.</param>
/// <param name="NotAffected">How many are away and not affected; empty where none is.</param>
/// <param name="Settle">How many are to settle, and by how few results; empty where none is.</param>
/// <param name="Classes">The hosts by processor and release on which machines are to settle, the most first.</param>
/// <param name="Fix">What ends it; empty where nothing is affected.</param>
/// <param name="Prevent">What keeps it from coming back; empty where nothing is to be done.</param>
/// <param name="Machines">All machines, counted.</param>
/// <param name="VCenters">How many vCenters a scan is saved of.</param>
/// <param name="Unread">The vCenters that were tried, and never read.</param>
/// <param name="Failing">The vCenters that did not answer the last time they were tried, also those of <c>unread</c>.</param>
/// <param name="Hosts">How many hosts there are.</param>
/// <param name="Clusters">How many clusters there are.</param>
/// <param name="Findings">How many findings there are.</param>
/// <param name="UnknownGuests">How many guests saved or handed in a check, and are no virtual machine of the latest scans.</param>
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
    IReadOnlyList<FailingAnswer> Failing,
    int Hosts,
    int Clusters,
    int Findings,
    int UnknownGuests)
{
    /// <summary>The answer of a view.</summary>
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
        [.. ScanView.From(fleet)
            .Where(scan => scan.IsFailing)
            .Select(scan => new FailingAnswer(scan.VCenter, scan.TriedAt, scan.ReadAt, scan.FailingSince, scan.Failures, scan.Problem))],
        fleet.Report.Document.VCenters.Sum(vcenter => vcenter.Hosts.Count),
        fleet.Report.Clusters.Count,
        fleet.Report.Document.Findings.Count,
        fleet.UnknownGuests.Count);
}

/// <summary>A guest that no scan knows.</summary>
/// <param name="Name">The name it calls itself by.</param>
/// <param name="SmbiosUuid">Its SMBIOS UUID, of its two byte orders in the one that sorts first; null when it told none.</param>
/// <param name="State">What its newest check measured: <c>healthy</c>, <c>suspicious</c>, <c>slow</c> or <c>unclear</c>.</param>
/// <param name="Cause">Why.</param>
/// <param name="MeasuredAt">When.</param>
/// <param name="DocumentId">The document of that check.</param>
public sealed record GuestAnswer(string Name, string? SmbiosUuid, string State, string Cause, DateTimeOffset MeasuredAt, Guid DocumentId)
{
    /// <summary>The answer of a check.</summary>
    public static GuestAnswer From(Core.Placement.GuestResult guest) =>
        new(guest.Name,
            guest.SmbiosUuid,
            guest.Measured.State.ToDocumentName(),
            guest.Measured.Cause.ToDocumentName(),
            guest.MeasuredAt,
            guest.Measured.DocumentId);
}

/// <summary>A vCenter that did not answer.</summary>
/// <param name="Server">The name it is asked by.</param>
/// <param name="TriedAt">When it was tried last.</param>
/// <param name="ReadAt">When it was read last, which is what is shown of it; null when it never was.</param>
/// <param name="FailingSince">Since when it was not read any more, which is when it answered last; null where it never did.</param>
/// <param name="Failures">How many times in a row it did not answer.</param>
/// <param name="Problem">What went wrong the last time.</param>
public sealed record FailingAnswer(
    string Server, DateTimeOffset? TriedAt, DateTimeOffset? ReadAt, DateTimeOffset? FailingSince, int Failures, string? Problem);

/// <summary>A vCenter in short.</summary>
/// <param name="Server">The name it is asked by.</param>
/// <param name="Version">Its version; null when it is not known.</param>
/// <param name="Status">How much could be read the last time it was tried: <c>complete</c>, <c>partial</c> or <c>failed</c>.</param>
/// <param name="TriedAt">When it was tried last.</param>
/// <param name="ReadAt">When it was read last, which is what the rest tells of; null when it never was.</param>
/// <param name="FailingSince">Since when it was not read any more, which is when it answered
/// last; null while it answers, and where it never did.</param>
/// <param name="Failures">How many times in a row it did not answer.</param>
/// <param name="Problem">What went wrong the last time, or could not be read.</param>
/// <param name="DocumentId">The document of the scan that read it; null when it never was read.</param>
/// <param name="Hosts">How many hosts it has.</param>
/// <param name="Machines">Its machines; null when it never was read.</param>
/// <param name="Problems">What the scan that read it could not read.</param>
public sealed record VCenterAnswer(
    string Server,
    string? Version,
    string Status,
    DateTimeOffset? TriedAt,
    DateTimeOffset? ReadAt,
    DateTimeOffset? FailingSince,
    int Failures,
    string? Problem,
    Guid? DocumentId,
    int Hosts,
    MachineCounts? Machines,
    IReadOnlyList<string> Problems)
{
    /// <summary>The vCenters of a view that were ever tried, by name.</summary>
    internal static IReadOnlyList<VCenterAnswer> From(FleetView fleet)
    {
        var read = fleet.Scans.ToDictionary(each => each.Server, StringComparer.Ordinal);
        return [.. ScanView.From(fleet).Select(scan => From(scan, read.GetValueOrDefault(scan.VCenter)))];
    }

    private static VCenterAnswer From(ScanView scan, SavedScan? read) => new(
        scan.VCenter,
        read?.VCenter.Version,
        scan.Result,
        scan.TriedAt,
        scan.ReadAt,
        scan.FailingSince,
        scan.Failures,
        scan.Problem,
        scan.DocumentId,
        read?.VCenter.Hosts.Count ?? 0,
        scan.Machines,
        read?.Problems ?? []);
}

/// <summary>A finding.</summary>
/// <param name="Rule">The rule's id.</param>
/// <param name="Severity">How severe it is.</param>
/// <param name="Confidence">How sure it is.</param>
/// <param name="Title">What it is.</param>
/// <param name="Kind">What kind of thing it is about.</param>
/// <param name="Name">Its name.</param>
/// <param name="ManagedObjectId">What its vCenter knows it by.</param>
/// <param name="VCenter">Its vCenter.</param>
/// <param name="Evidence">What shows it.</param>
/// <param name="Remedies">What to do, in the order in which to try it.</param>
public sealed record FindingAnswer(
    string Rule,
    string Severity,
    string Confidence,
    string Title,
    string Kind,
    string Name,
    string? ManagedObjectId,
    string? VCenter,
    IReadOnlyList<EvidenceAnswer> Evidence,
    IReadOnlyList<RemedyAnswer> Remedies)
{
    /// <summary>The answer of a finding of a document.</summary>
    public static FindingAnswer From(Core.Advice.Finding finding) => new(
        finding.Rule,
        finding.Severity.ToDocumentName(),
        finding.Confidence.ToDocumentName(),
        finding.Title,
        finding.Subject.Kind.ToDocumentName(),
        finding.Subject.Name,
        finding.Subject.Id,
        finding.Subject.Server,
        [.. finding.Evidence.Select(item => new EvidenceAnswer(item.What, Figure.Format(item), item.Source))],
        [.. finding.Remedies.Select(remedy => new RemedyAnswer(
            remedy.Action,
            [.. remedy.Steps.Select(step => new StepAnswer(step.Tool, step.Text))],
            remedy.Caveats,
            remedy.Verify))]);
}

/// <summary>What shows a finding.</summary>
/// <param name="What">What it is.</param>
/// <param name="Value">Its value, for people.</param>
/// <param name="Source">Where it comes from.</param>
public sealed record EvidenceAnswer(string What, string Value, string Source);

/// <summary>What to do about a finding.</summary>
/// <param name="Action">What.</param>
/// <param name="Steps">How, with each tool; any one is enough.</param>
/// <param name="Caveats">What to know before.</param>
/// <param name="Verify">How to see whether it helped.</param>
public sealed record RemedyAnswer(string Action, IReadOnlyList<StepAnswer> Steps, IReadOnlyList<string> Caveats, string Verify);

/// <summary>How to do something with a tool.</summary>
/// <param name="Tool">The tool.</param>
/// <param name="Text">The commands.</param>
public sealed record StepAnswer(string Tool, string Text);

/// <summary>A machine with what was found about it, and what was so before.</summary>
/// <param name="Machine">The machine.</param>
/// <param name="Findings">What was found, the most severe first.</param>
/// <param name="Story">What happened in the last 30 days, in the order of time.</param>
public sealed record MachineAnswer(MachineView Machine, IReadOnlyList<FindingAnswer> Findings, IReadOnlyList<StoryAnswer> Story);

/// <summary>Something that happened.</summary>
/// <param name="At">When.</param>
/// <param name="When">What that time is: <c>from</c>, <c>at</c> or <c>by</c>.</param>
/// <param name="What">What it was.</param>
/// <param name="Detail">The rest.</param>
public sealed record StoryAnswer(DateTimeOffset At, string When, string What, string Detail);

/// <summary>What acknowledging did.</summary>
/// <param name="Acknowledged">On how many channels it was not acknowledged before.</param>
public sealed record AcknowledgeAnswer(int Acknowledged);
