namespace TimerProbe.Reporting.Tests.Html;

/// <summary>A scan in which every hostile name stands wherever a name can stand, a vCenter for each.</summary>
public static class HostileScan
{
    public static ScanDocument Document { get; } = SampleScan.Empty with
    {
        VCenters = [.. Scans().SelectMany(scan => scan.VCenters)],
        Findings = [.. Scans().SelectMany(scan => scan.Findings)],
        Timing = new ScanTiming(1, 1, [.. Scans().SelectMany(scan => scan.Timing.Steps)]),
    };

    private static IEnumerable<ScanDocument> Scans() =>
        HostileNames.All.Select((row, at) => Numbered(SampleScan.With(row.Data.Item1), row.Data.Item1, at));

    private static ScanDocument Numbered(ScanDocument scan, string name, int at)
    {
        var id = $"vm-{at}";
        return scan with
        {
            VCenters = [scan.VCenters[0] with { VirtualMachines = [scan.VCenters[0].VirtualMachines[0] with { Id = id }] }],
            Findings = [scan.Findings[0] with { Subject = scan.Findings[0].Subject with { Id = id, Server = name } }],
        };
    }
}
