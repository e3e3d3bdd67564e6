using System.Runtime.Versioning;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Reads where VMware Tools are installed.</summary>
[SupportedOSPlatform("windows")]
internal static class VMwareToolsFolderReader
{
    public static string Read() =>
        WindowsRegistry.Text(@"SOFTWARE\VMware, Inc.\VMware Tools", "InstallPath") ??
        Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ProgramFiles), "VMware", "VMware Tools");
}
