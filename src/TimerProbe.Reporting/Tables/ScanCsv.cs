using static TimerProbe.Reporting.Tables.Csv;

namespace TimerProbe.Reporting.Tables;

/// <summary>A scan as RFC 4180 CSV: a row a virtual machine, with its most severe finding; the same in every culture.</summary>
public static class ScanCsv
{
    internal static readonly (string Name, Func<MachineRow, object?> Of)[] Columns =
    [
        ("server", row => row.Server),
        ("serverStatus", row => row.VCenter.Status),
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
        ("sqlServerExpected", row => row.Facts.SqlServerExpected),
        ("processorCount", row => row.Facts.ProcessorCount),
        ("powerState", row => row.Facts.PowerState),
        ("bootTime", row => row.Facts.BootTime),
        ("placement", row => row.Facts.Placement),
        ("host", row => row.Facts.Host),
        ("hostId", row => row.Facts.HostId),
        ("hostHz", row => row.Facts.HostHz),
        ("homeHost", row => row.Facts.HomeHost),
        ("homeHz", row => row.Facts.HomeHz),
        ("homeSource", row => row.Facts.HomeSource),
        ("homeSince", row => row.Facts.HomeSince),
        ("differencePpm", row => row.Facts.DifferencePpm),
        ("comparison", row => row.Facts.Comparison),
        ("movedAt", row => row.Facts.MovedAt),
        ("resumedAt", row => row.Facts.ResumedAt),
        ("revertedAt", row => row.Facts.RevertedAt),
        ("unknownReason", row => row.Facts.UnknownReason),
        ("harmlessHosts", row => List(row.Facts.HarmlessHosts)),
        ("drs", row => row.Facts.Drs),
        ("boundTo", row => List(row.Facts.BoundTo)),
        ("virtualRdtsc", row => row.Facts.Settings.VirtualRdtsc),
        ("hardwareVersion", row => row.Facts.Settings.HardwareVersion),
        ("rebootPowerCycle", row => row.Facts.Settings.RebootPowerCycle),
        ("latencySensitivity", row => row.Facts.Settings.LatencySensitivity),
        ("cpuLimitMhz", row => row.Facts.Settings.CpuLimitMhz),
        ("otherSettings", row => Pairs(row.Facts.Settings.Other)),
        ("guestDocumentId", row => row.Facts.Guest?.DocumentId.ToString()),
        ("guestState", row => row.Facts.Guest?.State),
        ("guestCause", row => row.Facts.Guest?.Cause),
        ("guestMatchedBy", row => row.Facts.Guest?.MatchedBy),
        ("guestMeasuredAt", row => row.Facts.Guest?.MeasuredAt),
        ("guestPreciseTimeNs", row => row.Facts.Guest?.PreciseTimeNs),
        ("guestVirtualTscHz", row => row.Facts.Guest?.VirtualTscHz),
        ("readyPercent", row => row.Facts.Pressure?.ReadyPercent),
        ("coStopPercent", row => row.Facts.Pressure?.CoStopPercent),
        ("usagePercent", row => row.Facts.Pressure?.UsagePercent),
        ("limitedPercent", row => row.Facts.Pressure?.LimitedPercent),
        ("severity", row => row.Findings.Count == 0 ? null : row.Findings[0].Severity),
        ("rules", row => row.Findings.Count == 0 ? null : List(row.Rules)),
        ("guestSource", row => row.Facts.GuestResult?.Source),
        ("guestStale", row => row.Facts.GuestResult?.Stale),
        ("homeCertainty", row => row.Facts.HomeCertainty),
        ("homeEvidence", row =>
            List(row.Facts.HomeEvidence?.Select(item =>
                $"{item.Source.ToDocumentName()} {item.LowHz.Hertz}-{item.HighHz.Hertz} {item.Certainty.ToDocumentName()}") ?? [])),
        ("stretches", row => List(row.Facts.Stretches?.Select(stretch => $"{Csv.Time(stretch.From)} {stretch.Hz.Hertz}") ?? [])),
        ("clockExpectation", row => row.Facts.ClockExpectation),
        ("tscScaling", row => GetHost(row)?.TscScaling),
        ("tscScalingSource", row => GetHost(row)?.TscScalingSource),
    ];

    private static HostFacts? GetHost(MachineRow row) => row.VCenter.Hosts.FirstOrDefault(host => host.Id == row.Facts.HostId);

    public static void Write(ScanDocument document, TextWriter output) => Csv.Write(
        output,
        [("id", _ => document.Id.ToString()), ("startedAt", _ => document.StartedAt), .. Columns],
        new ScanReport(document).Machines);
}
