using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Placement;

namespace TimerProbe.Cli.Commands.Scan;

/// <summary>What the facts of a scan document lead to.</summary>
internal static class FleetFindings
{
    /// <summary>The document with the findings of its own facts.</summary>
    public static ScanDocument Conclude(ScanDocument document) => document with
    {
        Findings = RuleCatalogue.Evaluate(new FleetFacts
        {
            VCenters = document.VCenters,
            Frequencies = new FrequencyRules(document.TolerancePpm),
            Thresholds = document.Thresholds,
        }),
    };
}
