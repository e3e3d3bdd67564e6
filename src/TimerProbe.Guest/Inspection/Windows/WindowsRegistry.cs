using System.Runtime.Versioning;
using System.Security;
using Microsoft.Win32;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Reads texts under HKEY_LOCAL_MACHINE.</summary>
[SupportedOSPlatform("windows")]
internal static class WindowsRegistry
{
    /// <summary>False when the key has no value, is absent, or not for this user.</summary>
    public static bool HasValues(string key) => Read(key, opened => opened is { ValueCount: > 0 });

    /// <summary>The text of a value; null when it is absent, of another type, or not for this user.</summary>
    public static string? Text(string key, string value) => Read(key, opened => opened?.GetValue(value) as string);

    private static T? Read<T>(string key, Func<RegistryKey?, T> read)
    {
        try
        {
            using var opened = Registry.LocalMachine.OpenSubKey(key);
            return read(opened);
        }
        catch (Exception refused) when (refused is SecurityException or UnauthorizedAccessException or IOException)
        {
            return default;
        }
    }
}

[SupportedOSPlatform("windows")]
internal static class VMwareToolsFolderReader
{
    public static string Read() => WindowsRegistry.Text(@"SOFTWARE\VMware, Inc.\VMware Tools", "InstallPath")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ProgramFiles), "VMware", "VMware Tools");
}
