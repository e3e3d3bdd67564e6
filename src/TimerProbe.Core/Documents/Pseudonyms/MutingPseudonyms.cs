using TimerProbe.Core.Advice;
using TimerProbe.Core.Names;

namespace TimerProbe.Core.Documents;

/// <summary>
/// Mutes again what was muted once names are pseudonyms, which no pattern matches: a finding is known by its rule, its vCenter and the
/// id there. The reasons are left out: they are a person's words.
/// </summary>
/// <param name="pseudonyms">What makes the pseudonyms.</param>
public sealed class MutingPseudonyms(Pseudonyms pseudonyms)
{
    /// <summary>Findings divided as they were under their own names.</summary>
    /// <param name="findings">All findings of a document of pseudonyms.</param>
    /// <param name="muting">What was muted under the own names; null when nothing was.</param>
    public (IReadOnlyList<Finding> Heard, MutingFacts? Muting) Divide(IReadOnlyList<Finding> findings, MutingFacts? muting)
    {
        ArgumentNullException.ThrowIfNull(findings);
        if (muting is null)
        {
            return (findings, null);
        }

        var reasons = muting.Muted.ToLookup(muted =>
            (muted.Finding.Rule, muted.Finding.Subject.Kind, Server(muted.Finding.Subject), Id(muted.Finding.Subject)));
        var divided = findings
            .Where(finding => !muting.RulesOff.Contains(finding.Rule, StringComparer.Ordinal))
            .ToLookup(finding => reasons.Contains((finding.Rule, finding.Subject.Kind, finding.Subject.Server ?? "", finding.Subject.Id)));
        return ([.. divided[false]], muting with
        {
            Muted = [
                .. divided[true].Select(finding =>
                    Muted(finding, reasons[(finding.Rule, finding.Subject.Kind, finding.Subject.Server ?? "", finding.Subject.Id)].First()))
            ],
            Expired = [
                .. muting.Expired.Select(mute =>
                    mute with
                    {
                        Subject = mute.Subject is { } subject ? pseudonyms.Name("name", subject) : null,
                        Reason = ProblemPseudonyms.LeftOut
                    })
            ],
        });
    }

    private static MutedFinding Muted(Finding finding, MutedFinding muted) => new(ProblemPseudonyms.LeftOut, muted.Expires, finding);

    /// <summary>Managed object ids stay, a vCenter's UUID does not.</summary>
    private string? Id(Subject subject) => subject is { Kind: SubjectKind.Vcenter, Id: { } uuid } ? pseudonyms.Uuid(uuid) : subject.Id;

    private string Server(Subject subject) => subject.Server is { } server ? pseudonyms.Name(NameKind.Vcenter, server) : "";
}
