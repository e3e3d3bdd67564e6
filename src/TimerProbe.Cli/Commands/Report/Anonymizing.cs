using TimerProbe.Cli.Commands.Scan;
using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Cli.Commands.Report;

/// <summary>Documents with pseudonyms. Findings name things all over, so they are concluded anew from facts that have pseudonyms.</summary>
internal static class Anonymizing
{
    public static ScanDocument Apply(ScanDocument document, Pseudonyms pseudonyms)
    {
        if (document.Anonymized)
        {
            return document;
        }

        var concluded = FleetFindings.Conclude(document with
        {
            Anonymized = true,
            Scope = pseudonyms.Apply(document.Scope),
            VCenters = pseudonyms.Apply(document.VCenters),
            GuestResults = document.GuestResults is { } results ? pseudonyms.Apply(results) : null,
            Timing = pseudonyms.Apply(document.Timing),
        });
        var (heard, muting) = new MutingPseudonyms(pseudonyms, document.VCenters).Divide(concluded.Findings, document.Muting);
        return concluded with { Findings = heard, Muting = muting };
    }

    public static CheckDocument Apply(CheckDocument document, Pseudonyms pseudonyms)
    {
        var facts = new GuestFacts
        {
            Machine = pseudonyms.Apply(document.Machine),
            Clocks = document.Clocks,
            Control = document.Control,
            Verdict = document.Verdict,
            PerProcessor = document.PerProcessor,
            Scaling = document.Scaling,
            Drift = pseudonyms.Apply(document.Drift),
        };
        var (heard, muting) = new MutingPseudonyms(pseudonyms, [], document.Machine.Name).Divide(RuleCatalogue.Evaluate(facts), document.Muting);
        return document with { Machine = facts.Machine, Drift = facts.Drift, Findings = heard, Muting = muting };
    }

    public static SqlDocument Apply(SqlDocument document, Pseudonyms pseudonyms)
    {
        if (document.Anonymized)
        {
            return document;
        }

        var applied = document with
        {
            Anonymized = true,
            Server = pseudonyms.Apply(document.Server),
            Workloads = pseudonyms.Apply(document.Workloads, document.Server),
            Check = document.Check is { } check ? Apply(check, pseudonyms) : null,
            CheckAfter = document.CheckAfter is { } after ? Apply(after, pseudonyms) : null,
            ComparedWith = document.ComparedWith is { } earlier ? earlier with { Workloads = pseudonyms.Apply(earlier.Workloads, document.Server) } : null,
        };
        var findings = RuleCatalogue.Evaluate(new SqlFacts(SqlMeasurement.Of(applied), applied.Verdict));
        var (heard, muting) = new MutingPseudonyms(pseudonyms, [], document.Server.Name).Divide(findings, document.Muting);
        return applied with { Findings = heard, Muting = muting };
    }
}
