using System.Runtime.InteropServices;

namespace TimerProbe.Guest.Services;

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

/// <summary>The functions of winsvc.h that install services, and look at them.</summary>
internal static unsafe partial class Advapi32
{
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
