using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Fleet.Store.Saving;

internal sealed record RunRow(
    Guid DocumentId,
    string Kind,
    string Schema,
    DateTimeOffset StartedAt,
    string Subject,
    string? SubjectUuid,
    string State,
    string? Cause,
    IReadOnlyList<Finding> Findings)
{
    public static RunRow From(CheckDocument document) => new(
        document.Id, RunKinds.Check, document.Schema, document.StartedAt, document.Machine.Name, GuestIdentity.Canonical(
            document.Machine.SmbiosUuid),
        document.Verdict.State.ToDocumentName(), document.Verdict.Cause.ToDocumentName(), document.Findings);

    public static RunRow From(SqlDocument document) => new(
        document.Id, RunKinds.Sql, document.Schema, document.StartedAt, document.Server.Name, SubjectUuid: null,
        document.Verdict.State.ToDocumentName(), document.Verdict.Cause.ToDocumentName(), document.Findings);

    public static RunRow From(ScanDocument document) => new(
        document.Id, RunKinds.Scan, document.Schema, document.StartedAt, string.Join(
            ", ", document.VCenters.Select(vcenter => vcenter.Server)), SubjectUuid: null,
        StatusOf(document.VCenters).ToDocumentName(), Cause: null, document.Findings);

    /// <summary>Of several vCenters of which some failed there is a part.</summary>
    private static ReadStatus StatusOf(IReadOnlyList<VCenterFacts> vcenters) =>
        vcenters.All(vcenter => vcenter.Status == ReadStatus.Failed) ? ReadStatus.Failed
        : vcenters.All(vcenter => vcenter.Status == ReadStatus.Complete) ? ReadStatus.Complete
        : ReadStatus.Partial;

    public long Count(Severity severity) => Findings.Count(finding => finding.Severity == severity);
}
