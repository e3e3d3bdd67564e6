using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;

namespace TimerProbe.Reporting;

/// <summary>The findings of a scan by what they are about, as the vCenter and the id there tell it.</summary>
internal sealed class SubjectFindings(ScanDocument document)
{
    private readonly ILookup<(string Server, SubjectKind Kind, string Id), Finding> _findings = document.Findings
        .Where(finding => finding.Subject is { Server: not null, Id: not null })
        .ToLookup(finding => (finding.Subject.Server!, finding.Subject.Kind, finding.Subject.Id!));

    /// <summary>The findings about one thing, the gravest first.</summary>
    public IReadOnlyList<Finding> Of(string server, SubjectKind kind, string id) =>
        [.. _findings[(server, kind, id)].OrderByDescending(finding => finding.Severity).ThenBy(finding => finding.Rule, StringComparer.Ordinal)];
}
