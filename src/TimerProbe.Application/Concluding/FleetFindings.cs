using TimerProbe.Core.Advice;
using TimerProbe.Core.Advice.Rules;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Placement;

namespace TimerProbe.Application.Concluding;

/// <summary>What the facts of a scan document lead to.</summary>
public static class FleetFindings
{
    /// <summary>The document with the destinations and the findings that its own facts lead to.</summary>
    public static ScanDocument Conclude(ScanDocument document)
    {
        var frequencies = new FrequencyRules(document.TolerancePpm);
        IReadOnlyList<VCenterFacts> vcenters = [.. document.VCenters.Select(vcenter => DestinationPlan.Apply(vcenter, frequencies))];
        return document with
        {
            VCenters = vcenters,
            Findings = RuleCatalogue.Evaluate(
                new FleetFacts { VCenters = vcenters, Frequencies = frequencies, Thresholds = document.Thresholds }),
        };
    }
}
