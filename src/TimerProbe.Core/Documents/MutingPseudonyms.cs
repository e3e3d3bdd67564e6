using TimerProbe.Core.Advice;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Documents;

/// <summary>
/// Mutes again what was muted once names are pseudonyms, which no pattern matches: a finding is known by its rule, its vCenter and the
/// id there.
/// </summary>
/// <param name="pseudonyms">What makes the pseudonyms.</param>
/// <param name="vcenters">The vCenters under their own names: a reason may name what is in them.</param>
/// <param name="guests">Names of machines besides those of the vCenters, that a reason may name too.</param>
public sealed class MutingPseudonyms(Pseudonyms pseudonyms, IReadOnlyList<VCenterFacts> vcenters, params IEnumerable<string> guests)
{
    private readonly SentencePseudonyms _sentences = new(pseudonyms, vcenters, guests);

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

        var reasons = muting.Muted.ToLookup(muted => (muted.Finding.Rule, muted.Finding.Subject.Kind, Server(muted.Finding.Subject), Id(muted.Finding.Subject)));
        var divided = findings
            .Where(finding => !muting.RulesOff.Contains(finding.Rule, StringComparer.Ordinal))
            .ToLookup(finding => reasons.Contains((finding.Rule, finding.Subject.Kind, finding.Subject.Server ?? "", finding.Subject.Id)));
        return ([.. divided[false]], muting with
        {
            Muted = [.. divided[true].Select(finding => With(finding, reasons[(finding.Rule, finding.Subject.Kind, finding.Subject.Server ?? "", finding.Subject.Id)].First()))],
            Expired = [.. muting.Expired.Select(mute => mute with { Subject = mute.Subject is { } subject ? pseudonyms.Name("name", subject) : null, Reason = _sentences.Apply(mute.Reason) })],
        });
    }

    private MutedFinding With(Finding finding, MutedFinding muted) => new(_sentences.Apply(muted.Reason), muted.Expires, finding);

    /// <summary>Managed object ids stay, a vCenter's UUID does not.</summary>
    private string? Id(Subject subject) => subject is { Kind: SubjectKind.Vcenter, Id: { } uuid } ? pseudonyms.Uuid(uuid) : subject.Id;

    private string Server(Subject subject) => subject.Server is { } server ? pseudonyms.Server(server) : "";
}
