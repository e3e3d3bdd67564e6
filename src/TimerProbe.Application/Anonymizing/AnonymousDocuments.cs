using TimerProbe.Application.Concluding;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Advice.Rules;
using TimerProbe.Core.Documents;

namespace TimerProbe.Application.Anonymizing;

/// <summary>
/// Documents with pseudonyms. Findings name things all over, so they are concluded again from facts that have pseudonyms.
/// </summary>
public static class AnonymousDocuments
{
    /// <summary>The scan with pseudonyms.</summary>
    public static ScanDocument Anonymize(ScanDocument document, Pseudonyms pseudonyms)
    {
        if (document.Anonymized)
        {
            return document;
        }

        var (problems, details) = pseudonyms.Apply(document.Problems, document.ProblemDetails);
        var concluded = FleetFindings.Conclude(document with
        {
            Anonymized = true,
            Scope = pseudonyms.Apply(document.Scope),
            VCenters = pseudonyms.Apply(document.VCenters),
            GuestResults = document.GuestResults is { } results ? pseudonyms.Apply(results) : null,
            Published = document.Published is { } published ? pseudonyms.Apply(published) : null,
            Problems = problems,
            ProblemDetails = details,
            LeftOut = pseudonyms.Apply(document.LeftOut),
            Timing = pseudonyms.Apply(document.Timing),
        });
        return concluded.WithFindings(new MutingPseudonyms(pseudonyms).Divide(concluded.Findings, document.Muting));
    }

    /// <summary>The check with pseudonyms.</summary>
    public static CheckDocument Anonymize(CheckDocument document, Pseudonyms pseudonyms)
    {
        var applied = document with { Machine = pseudonyms.Apply(document.Machine), Drift = pseudonyms.Apply(document.Drift) };
        var findings = RuleCatalogue.Evaluate(applied.Facts());
        return applied.WithFindings(new MutingPseudonyms(pseudonyms).Divide(findings, document.Muting));
    }

    /// <summary>The document about a SQL Server with pseudonyms.</summary>
    public static SqlDocument Anonymize(SqlDocument document, Pseudonyms pseudonyms)
    {
        if (document.Anonymized)
        {
            return document;
        }

        var applied = document with
        {
            Anonymized = true,
            Server = pseudonyms.Apply(document.Server),
            Workloads = pseudonyms.Apply(document.Workloads),
            Check = document.Check is { } check ? Anonymize(check, pseudonyms) : null,
            CheckAfter = document.CheckAfter is { } after ? Anonymize(after, pseudonyms) : null,
            ComparedWith = document.ComparedWith is { } earlier ? earlier with { Workloads = pseudonyms.Apply(earlier.Workloads) } : null,
        };
        var findings = RuleCatalogue.Evaluate(new SqlFacts(applied.Measurement(), applied.Verdict));
        return applied.WithFindings(new MutingPseudonyms(pseudonyms).Divide(findings, document.Muting));
    }
}
