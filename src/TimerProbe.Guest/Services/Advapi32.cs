using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Services;

internal static unsafe partial class Advapi32
{
    [LibraryImport("advapi32", SetLastError = true)]
    public static partial int StartServiceCtrlDispatcherW(ServiceTableEntry* table);

    [LibraryImport("advapi32", SetLastError = true)]
    public static partial nint RegisterServiceCtrlHandlerExW(
        char* serviceName, delegate* unmanaged<uint, uint, void*, void*, uint> handler, void* context);

    [LibraryImport("advapi32", SetLastError = true)]
    public static partial int SetServiceStatus(nint service, ServiceStatus* status);

    [LibraryImport("advapi32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint RegisterEventSourceW(string? server, string source);

    [LibraryImport("advapi32", SetLastError = true)]
    public static partial int ReportEventW(
        nint log, ushort type, ushort category, uint id, void* user, ushort stringCount, uint dataSize, char** strings, void* data);

    [LibraryImport("advapi32", SetLastError = true)]
    public static partial int DeregisterEventSource(nint log);
}

/// <summary>SERVICE_STATUS of winsvc.h.</summary>
[StructLayout(LayoutKind.Sequential)]
internal record struct ServiceStatus
{
    public uint ServiceType;
    public uint CurrentState;
    public uint ControlsAccepted;
    public uint Win32ExitCode;
    public uint ServiceSpecificExitCode;
    public uint CheckPoint;
    public uint WaitHint;
}

/// <summary>SERVICE_TABLE_ENTRYW.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ServiceTableEntry
{
    public char* ServiceName;
    public delegate* unmanaged<uint, char**, void> ServiceMain;
}
