using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace TimerProbe.Guest.Inspection.Windows;

/// <summary>Asks whether this is Wine: only its ntdll exports wine_get_version.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe class WineReader
{
    /// <summary>Wine's version; null on Windows.</summary>
    public static string? Read() =>
        NativeLibrary.TryLoad("ntdll.dll", out var ntdll) && NativeLibrary.TryGetExport(ntdll, "wine_get_version", out var version)
            ? Marshal.PtrToStringUTF8(((delegate* unmanaged<nint>)version)())
            : null;
}
