namespace TimerProbe.Core.Tests.Documents;

/// <summary>A scan with nothing in it but what a test gives it.</summary>
internal static class SampleScan
{
    public static ScanDocument Of(params IReadOnlyList<VCenterFacts> vcenters) => new()
    {
        Id = Guid.Empty,
        Tool = new ToolInfo("1.0.0"),
        StartedAt = DateTimeOffset.UnixEpoch,
        TolerancePpm = FrequencyRules.DefaultTolerance,
        VCenters = vcenters,
        Findings = [],
        Timing = new ScanTiming(0, 0, []),
    };
}
