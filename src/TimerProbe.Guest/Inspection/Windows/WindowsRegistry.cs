using System.Runtime.Versioning;
using System.Security;
using Microsoft.Win32;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Reads texts under HKEY_LOCAL_MACHINE.</summary>
[SupportedOSPlatform("windows")]
internal static class WindowsRegistry
{
    /// <summary>False when the key has no value, is absent, or not for this user.</summary>
    public static bool HasValues(string key)
    {
        try
        {
            using var opened = Registry.LocalMachine.OpenSubKey(key);
            return opened is { ValueCount: > 0 };
        }
        catch (Exception refused) when (refused is SecurityException or UnauthorizedAccessException or IOException)
        {
            return false;
        }
    }

    /// <summary>The text of a value; null when it is absent, of another type, or not for this user.</summary>
    public static string? Text(string key, string value)
    {
        try
        {
            using var opened = Registry.LocalMachine.OpenSubKey(key);
            return opened?.GetValue(value) as string;
        }
        catch (Exception refused) when (refused is SecurityException or UnauthorizedAccessException or IOException)
        {
            return null;
        }
    }
}

[SupportedOSPlatform("windows")]
internal static class VMwareToolsFolderReader
{
    public static string Read() => WindowsRegistry.Text(@"SOFTWARE\VMware, Inc.\VMware Tools", "InstallPath")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.ProgramFiles), "VMware", "VMware Tools");
}
