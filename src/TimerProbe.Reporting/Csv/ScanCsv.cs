using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using static TimerProbe.Reporting.Csv.CsvCell;

namespace TimerProbe.Reporting.Csv;

/// <summary>
/// A scan document as RFC 4180 CSV, a row a virtual machine with all that the document says of it, and its gravest finding.
/// Figures have an invariant decimal point in every culture.
/// </summary>
public static class ScanCsv
{
    private static readonly (string Name, Func<Row, string?> Of)[] Columns =
    [
        ("id", row => row.Document.Id.ToString()),
        ("startedAt", row => Time(row.Document.StartedAt)),
        ("server", row => row.VCenter.Server),
        ("serverStatus", row => Member(row.VCenter.Status)),
        ("datacenter", row => row.Machine.Datacenter),
        ("folder", row => row.Machine.Folder),
        ("cluster", row => row.Machine.Cluster),
        ("clusterId", row => row.Machine.ClusterId),
        ("virtualMachine", row => row.Machine.Name),
        ("virtualMachineId", row => row.Machine.Id),
        ("uuid", row => row.Machine.Uuid),
        ("instanceUuid", row => row.Machine.InstanceUuid),
        ("guestHostName", row => row.Machine.GuestHostName),
        ("guestId", row => row.Machine.GuestId),
        ("sqlServerExpected", row => Flag(row.Machine.SqlServerExpected)),
        ("processorCount", row => Number(row.Machine.ProcessorCount)),
        ("powerState", row => row.Machine.PowerState),
        ("bootTime", row => Time(row.Machine.BootTime)),
        ("placement", row => Member(row.Machine.Placement)),
        ("host", row => row.Machine.Host),
        ("hostId", row => row.Machine.HostId),
        ("hostHz", row => Number(row.Machine.HostHz?.Hertz)),
        ("homeHost", row => row.Machine.HomeHost),
        ("homeHz", row => Number(row.Machine.HomeHz?.Hertz)),
        ("homeSource", row => Member(row.Machine.HomeSource)),
        ("homeSince", row => Time(row.Machine.HomeSince)),
        ("differencePpm", row => Number(row.Machine.DifferencePpm is { } ppm ? Math.Round(ppm.Value, 3) : null)),
        ("comparison", row => Member(row.Machine.Comparison)),
        ("movedAt", row => Time(row.Machine.MovedAt)),
        ("resumedAt", row => Time(row.Machine.ResumedAt)),
        ("revertedAt", row => Time(row.Machine.RevertedAt)),
        ("unknownReason", row => row.Machine.UnknownReason),
        ("harmlessHosts", row => List(row.Machine.HarmlessHosts)),
        ("drs", row => row.Machine.Drs),
        ("boundTo", row => List(row.Machine.BoundTo)),
        ("virtualRdtsc", row => Flag(row.Machine.Settings.VirtualRdtsc)),
        ("hardwareVersion", row => row.Machine.Settings.HardwareVersion),
        ("rebootPowerCycle", row => Flag(row.Machine.Settings.RebootPowerCycle)),
        ("latencySensitivity", row => row.Machine.Settings.LatencySensitivity),
        ("cpuLimitMhz", row => Number(row.Machine.Settings.CpuLimitMhz)),
        ("otherSettings", row => Pairs(row.Machine.Settings.Other)),
        ("guestDocumentId", row => row.Machine.Guest?.DocumentId.ToString()),
        ("guestState", row => Member(row.Machine.Guest?.State)),
        ("guestCause", row => Member(row.Machine.Guest?.Cause)),
        ("guestMatchedBy", row => row.Machine.Guest?.MatchedBy),
        ("guestMeasuredAt", row => Time(row.Machine.Guest?.MeasuredAt)),
        ("guestPreciseTimeNs", row => Number(row.Machine.Guest?.PreciseTimeNs?.Nanoseconds)),
        ("guestVirtualTscHz", row => Number(row.Machine.Guest?.VirtualTscHz?.Hertz)),
        ("readyPercent", row => Number(row.Machine.Pressure?.ReadyPercent)),
        ("coStopPercent", row => Number(row.Machine.Pressure?.CoStopPercent)),
        ("usagePercent", row => Number(row.Machine.Pressure?.UsagePercent)),
        ("limitedPercent", row => Number(row.Machine.Pressure?.LimitedPercent)),
        ("severity", row => row.Findings.Count == 0 ? null : Member(row.Findings[0].Severity)),
        ("rules", row => List(row.Findings.Select(finding => finding.Rule).Distinct(StringComparer.Ordinal))),
    ];

    /// <summary>The whole table with its header; nothing but the header where no virtual machine could be read.</summary>
    public static string Write(ScanDocument document)
    {
        var findings = new SubjectFindings(document);
        var rows = document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines.Select(machine =>
            new Row(document, vcenter, machine, findings.Of(vcenter.Server, SubjectKind.VirtualMachine, machine.Id))));
        return CsvTable.Write(Columns.Select(column => column.Name), rows.Select(row => Columns.Select(column => column.Of(row))));
    }

    private sealed record Row(ScanDocument Document, VCenterFacts VCenter, VirtualMachineFacts Machine, IReadOnlyList<Finding> Findings);
}
