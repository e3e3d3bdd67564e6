namespace TimerProbe.Application;

/// <summary>What is concluded from the facts of a scan.</summary>
public static class FleetFindings
{
    private static readonly IReadOnlyDictionary<string, string> NothingPublished = new Dictionary<string, string>();

    /// <summary>Joins checks that were saved after a scan to the document of that scan, as the next scan will.</summary>
    public static ScanDocument Join(ScanDocument document, IReadOnlyList<GuestResult> checks, MuteList mutes, DateTimeOffset now)
    {
        if (checks.Count == 0 || document.Anonymized)
        {
            return document;
        }

        var join = new GuestJoin(new FrequencyRules(document.TolerancePpm), GuestJoin.DefaultMaxAge);
        var joined = join.Join(document.VCenters, [], [.. document.VCenters.Select(_ => NothingPublished)], checks, now).VCenters;
        if (joined.Zip(document.VCenters)
            .All(item => item.First.VirtualMachines.SequenceEqual(item.Second.VirtualMachines, ReferenceEqualityComparer.Instance)))
        {
            return document;
        }

        var findings = Conclude(document with { VCenters = joined });
        return findings with
        {
            Findings = [.. mutes.Split(findings.Findings, DateOnly.FromDateTime(now.UtcDateTime)).Active.Where(IsActive(document.Muting))]
        };
    }

    internal static ScanDocument Conclude(ScanDocument document)
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

    private static Func<Finding, bool> IsActive(MutingFacts? muting)
    {
        if (muting is null)
        {
            return _ => true;
        }

        var muted = muting.Muted.Select(item => Key(item.Finding)).ToHashSet();
        return finding => !muting.RulesOff.Contains(finding.Rule) && !muted.Contains(Key(finding));
    }

    private static (string Rule, SubjectKind Kind, string? Server, string? Id, string Name) Key(Finding finding) =>
        (finding.Rule, finding.Subject.Kind, finding.Subject.Server, finding.Subject.Id, finding.Subject.Name);
}
