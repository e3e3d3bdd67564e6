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

    // Installing services, and looking at them.
    [LibraryImport("advapi32", SetLastError = true)]
    public static partial nint OpenSCManagerW(char* machine, char* database, uint access);

    [LibraryImport("advapi32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint CreateServiceW(
        ServiceHandle manager,
        string name,
        string displayName,
        uint access,
        uint type,
        uint start,
        uint errorControl,
        string binaryPath,
        char* group,
        uint* tag,
        char* dependencies,
        string account,
        char* password);

    [LibraryImport("advapi32", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    public static partial nint OpenServiceW(ServiceHandle manager, string name, uint access);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool ChangeServiceConfig2W(ServiceHandle service, uint level, void* value);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryServiceConfigW(ServiceHandle service, void* configuration, uint size, out uint needed);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryServiceStatus(ServiceHandle service, out ServiceStatus status);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool StartServiceW(ServiceHandle service, uint count, char** arguments);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool ControlService(ServiceHandle service, uint control, out ServiceStatus status);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool DeleteService(ServiceHandle service);

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool CloseServiceHandle(nint handle);
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

/// <summary>QUERY_SERVICE_CONFIGW of winsvc.h.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ServiceConfiguration
{
    public uint ServiceType;
    public uint StartType;
    public uint ErrorControl;
    public char* BinaryPathName;
    public char* LoadOrderGroup;
    public uint TagId;
    public char* Dependencies;
    public char* ServiceStartName;
    public char* DisplayName;
}

/// <summary>SC_ACTION.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct ServiceAction
{
    public int Type;
    public uint DelayMs;
}

/// <summary>SERVICE_FAILURE_ACTIONSW.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ServiceFailureActions
{
    public uint ResetSeconds;
    public char* RebootMessage;
    public char* Command;
    public uint Count;
    public ServiceAction* Actions;
}

/// <summary>SC_HANDLE: the service manager's, or one of a service.</summary>
internal sealed class ServiceHandle : SafeHandle
{
    public ServiceHandle(nint handle)
        : base(0, ownsHandle: true) => SetHandle(handle);

    public override bool IsInvalid => handle == 0;

    protected override bool ReleaseHandle() => Advapi32.CloseServiceHandle(handle);
}

internal static unsafe partial class Netapi32
{
    [LibraryImport("netapi32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint NetLocalGroupAddMembers(string? server, string group, uint level, nint* members, uint count);

    [LibraryImport("netapi32", StringMarshalling = StringMarshalling.Utf16)]
    public static partial uint NetLocalGroupDelMembers(string? server, string group, uint level, nint* members, uint count);
}
