using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Placement;

namespace TimerProbe.Cli.Commands;

/// <summary>Documents with pseudonyms. Findings name things all over, so they are concluded anew from facts that have pseudonyms.</summary>
internal static class Anonymizing
{
    public static ScanDocument Apply(ScanDocument document, Pseudonyms pseudonyms)
    {
        var vcenters = pseudonyms.Apply(document.VCenters);
        return document with
        {
            Anonymized = true,
            Scope = pseudonyms.Apply(document.Scope),
            VCenters = vcenters,
            GuestResults = document.GuestResults is { } results ? pseudonyms.Apply(results, document.VCenters) : null,
            Findings = RuleCatalogue.Evaluate(new FleetFacts { VCenters = vcenters, Frequencies = new FrequencyRules(document.TolerancePpm) }),
            Timing = pseudonyms.Apply(document.Timing),
        };
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
            Drift = document.Drift,
        };
        return document with { Machine = facts.Machine, Findings = RuleCatalogue.Evaluate(facts) };
    }
}
