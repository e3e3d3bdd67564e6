using System.Runtime.Versioning;

namespace TimerProbe.Guest.Inspection.Windows;

[SupportedOSPlatform("windows")]
internal static class VMwareToolsFolderReader
{
    public static string Read() =>
        WindowsRegistry.Text(@"SOFTWARE\VMware, Inc.\VMware Tools", "InstallPath") ??
        Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ProgramFiles), "VMware", "VMware Tools");
}
