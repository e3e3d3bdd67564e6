namespace TimerProbe.Application;

internal static class FleetFindings
{
    public static ScanDocument Conclude(ScanDocument document)
    {
        var frequencies = new FrequencyRules(document.TolerancePpm);
        IReadOnlyList<VCenterFacts> vcenters = [.. document.VCenters.Select(Judged)];
        return document with
        {
            VCenters = vcenters,
            Findings = RuleCatalogue.Evaluate(
                new FleetFacts { VCenters = vcenters, Frequencies = frequencies, Thresholds = document.Thresholds }),
        };

        VCenterFacts Judged(VCenterFacts vcenter) => DestinationPlan.Apply(
            ScalingJudge.Apply(vcenter, frequencies, document.Thresholds.SlowMachinesOfHost), frequencies);
    }
}
