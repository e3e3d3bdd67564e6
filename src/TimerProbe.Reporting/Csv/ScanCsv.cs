using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Reporting.Scans;
using static TimerProbe.Reporting.Csv.CsvCell;

namespace TimerProbe.Reporting.Csv;

/// <summary>A scan document as RFC 4180 CSV: a row a virtual machine, with its most severe finding; the same in every culture.</summary>
public static class ScanCsv
{
    private static readonly (string Name, Func<MachineRow, string?> Of)[] Columns =
    [
        ("server", row => row.Server),
        ("serverStatus", row => Member(row.VCenter.Status)),
        ("datacenter", row => row.Facts.Datacenter),
        ("folder", row => row.Facts.Folder),
        ("cluster", row => row.Facts.Cluster),
        ("clusterId", row => row.Facts.ClusterId),
        ("virtualMachine", row => row.Facts.Name),
        ("virtualMachineId", row => row.Facts.Id),
        ("uuid", row => row.Facts.Uuid),
        ("instanceUuid", row => row.Facts.InstanceUuid),
        ("guestHostName", row => row.Facts.GuestHostName),
        ("guestId", row => row.Facts.GuestId),
        ("sqlServerExpected", row => Flag(row.Facts.SqlServerExpected)),
        ("processorCount", row => Number(row.Facts.ProcessorCount)),
        ("powerState", row => row.Facts.PowerState),
        ("bootTime", row => Time(row.Facts.BootTime)),
        ("placement", row => Member(row.Facts.Placement)),
        ("host", row => row.Facts.Host),
        ("hostId", row => row.Facts.HostId),
        ("hostHz", row => Number(row.Facts.HostHz?.Hertz)),
        ("homeHost", row => row.Facts.HomeHost),
        ("homeHz", row => Number(row.Facts.HomeHz?.Hertz)),
        ("homeSource", row => Member(row.Facts.HomeSource)),
        ("homeSince", row => Time(row.Facts.HomeSince)),
        ("differencePpm", row => Number(row.Facts.DifferencePpm is { } ppm ? Math.Round(ppm.Value, 3) : null)),
        ("comparison", row => Member(row.Facts.Comparison)),
        ("movedAt", row => Time(row.Facts.MovedAt)),
        ("resumedAt", row => Time(row.Facts.ResumedAt)),
        ("revertedAt", row => Time(row.Facts.RevertedAt)),
        ("unknownReason", row => row.Facts.UnknownReason),
        ("harmlessHosts", row => List(row.Facts.HarmlessHosts)),
        ("drs", row => row.Facts.Drs),
        ("boundTo", row => List(row.Facts.BoundTo)),
        ("virtualRdtsc", row => Flag(row.Facts.Settings.VirtualRdtsc)),
        ("hardwareVersion", row => row.Facts.Settings.HardwareVersion),
        ("rebootPowerCycle", row => Flag(row.Facts.Settings.RebootPowerCycle)),
        ("latencySensitivity", row => row.Facts.Settings.LatencySensitivity),
        ("cpuLimitMhz", row => Number(row.Facts.Settings.CpuLimitMhz)),
        ("otherSettings", row => Pairs(row.Facts.Settings.Other)),
        ("guestDocumentId", row => row.Facts.Guest?.DocumentId.ToString()),
        ("guestState", row => Member(row.Facts.Guest?.State)),
        ("guestCause", row => Member(row.Facts.Guest?.Cause)),
        ("guestMatchedBy", row => row.Facts.Guest?.MatchedBy),
        ("guestMeasuredAt", row => Time(row.Facts.Guest?.MeasuredAt)),
        ("guestPreciseTimeNs", row => Number(row.Facts.Guest?.PreciseTimeNs?.Nanoseconds)),
        ("guestVirtualTscHz", row => Number(row.Facts.Guest?.VirtualTscHz?.Hertz)),
        ("readyPercent", row => Number(row.Facts.Pressure?.ReadyPercent)),
        ("coStopPercent", row => Number(row.Facts.Pressure?.CoStopPercent)),
        ("usagePercent", row => Number(row.Facts.Pressure?.UsagePercent)),
        ("limitedPercent", row => Number(row.Facts.Pressure?.LimitedPercent)),
        ("severity", row => row.Findings.Count == 0 ? null : Member(row.Findings[0].Severity)),
        ("rules", row => List(row.Findings.Select(finding => finding.Rule).Distinct(StringComparer.Ordinal))),
        ("guestSource", row => Member(row.Facts.GuestResult?.Source)),
        ("guestStale", row => row.Facts.GuestResult?.Stale),
        ("homeCertainty", row => Member(row.Facts.HomeCertainty)),
        ("homeEvidence", row =>
            List(row.Facts.HomeEvidence?.Select(each =>
                $"{Member(each.Source)} {each.LowHz.Hertz}-{each.HighHz.Hertz} {Member(each.Certainty)}") ?? [])),
        ("stretches", row => List(row.Facts.Stretches?.Select(each => $"{Time(each.From)} {each.Hz.Hertz}") ?? [])),
        ("clockExpectation", row => Member(row.Facts.ClockExpectation)),
        ("tscScaling", row => Member(HostOf(row)?.TscScaling)),
        ("tscScalingSource", row => Member(HostOf(row)?.TscScalingSource)),
    ];

    private static HostFacts? HostOf(MachineRow row) => row.VCenter.Hosts.FirstOrDefault(host => host.Id == row.Facts.HostId);

    /// <summary>Writes the table with its header, the most severe machine first.</summary>
    public static void Write(ScanDocument document, TextWriter output) => CsvTable.Write(
        output,
        [("id", _ => document.Id.ToString()), ("startedAt", _ => Time(document.StartedAt)), .. Columns],
        new ScanReport(document).Machines);
}
