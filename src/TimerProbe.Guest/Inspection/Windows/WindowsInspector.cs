using System.Runtime.Versioning;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Guest.Inspection.Readings;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Fills what Windows tells.</summary>
[SupportedOSPlatform("windows")]
internal static class WindowsInspector
{
    private const string CurrentVersion = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

    public static MachineFacts AddQuick(MachineFacts facts, UnavailableFacts unavailable)
    {
        unavailable.Add("stealMs", "Windows does not count the time its hypervisor runs something else; what VMware Tools count since the start is cpuStolenMs");
        unavailable.Add("waitedMs", "Windows does not count the time a thread waits for a processor");
        var page = KuserSharedDataReader.Read();
        var reference = unavailable.Note("referencePage", ReferencePageReader.Read());
        return FirmwareTableReader.Add(facts, unavailable) with
        {
            Os = Os(),
            Hypervisor = ReportedTsc.Add(facts.Hypervisor, reference, unavailable) with { Vbs = unavailable.Note("vbs", VbsReader.Read()) },
            Windows = new WindowsFacts
            {
                QpfHz = QueryPerformanceFrequency(),
                QpcBypass = page?.QpcBypassEnabled,
                QpcShift = page?.QpcShift,
                UsePlatformClock = unavailable.Note("usePlatformClock", UsePlatformClock()),
                Wine = WineReader.Read(),
                ReferencePage = reference,
            },
        };
    }

    private static string Os() => WindowsNameParser.Name(
        WindowsRegistry.Text(CurrentVersion, "ProductName"),
        WindowsRegistry.Text(CurrentVersion, "DisplayVersion"),
        WindowsRegistry.Text(CurrentVersion, "InstallationType"),
        Environment.OSVersion.Version);

    private static Reading<bool?> UsePlatformClock() =>
        WindowsRegistry.Text(@"SYSTEM\CurrentControlSet\Control", "SystemStartOptions") is { } options
            ? Reading.From<bool?>(StartOptionsParser.UsesPlatformClock(options))
            : Reading.Missing<bool?>("Windows does not report its boot options, and reading its boot store requires administrator rights");

    private static unsafe Frequency? QueryPerformanceFrequency()
    {
        long hertz = 0;
        _ = Kernel32.QueryPerformanceFrequency(&hertz);
        return Frequency.OfClock(hertz);
    }
}
