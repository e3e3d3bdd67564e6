using System.ComponentModel;

namespace TimerProbe.Guest.Services;

/// <summary>This process as a service of Windows that has the process for itself.</summary>
public sealed unsafe partial class WindowsService : IDisposable
{
    // Windows calls back by bare function pointers, of which ServiceMain carries nothing of ours: a process is one service.
    private static WindowsService? _here;

    private readonly CancellationTokenSource _stop = new();
    private readonly Func<WindowsService, int> _work;
    private readonly ServiceLife _life;
    private nint _handle;
    private int _exitCode;

    private WindowsService(Func<WindowsService, int> work)
    {
        _work = work;
        _life = new ServiceLife(status => SetServiceStatus(_handle, &status));
    }

    public CancellationToken StopRequested => _stop.Token;

    public bool IsRunning => _life.State == ServiceState.Running;

    /// <summary>Serves the service manager until the work is done.</summary>
    /// <returns>That exit code; null when the service manager did not start this process, and nothing was done.</returns>
    [SupportedOSPlatform("windows")]
    public static int? Run(Func<WindowsService, int> work)
    {
        using var service = _here = new WindowsService(work);
        fixed (char* unused = "")
        {
            // A process of one service need not know the name it was given; its table is SERVICE_TABLE_ENTRYW, a name and
            // a function each, and ends with an empty entry.
            var table = stackalloc nint[] { (nint)unused, (nint)(delegate* unmanaged<uint, char**, void>)&ServiceMain, 0, 0 };
            return StartServiceCtrlDispatcherW(table) == 0 ? null : service._exitCode;
        }
    }

    public void Running() => _life.GoTo(ServiceState.Running);

    public void Stopping() => _life.GoTo(ServiceState.Stopping);

    public void Dispose() => _stop.Dispose();

    [UnmanagedCallersOnly]
    private static void ServiceMain(uint count, char** arguments) => _here!.Live();

    [UnmanagedCallersOnly]
    private static uint Handler(uint control, uint eventType, void* eventData, void* context) =>
        _here!._life.Answer(control, () => _ = _here._stop.CancelAsync());

    private void Live()
    {
        fixed (char* unused = "")
        {
            _handle = RegisterServiceCtrlHandlerExW(unused, &Handler, null);
        }

        if (_handle == 0)
        {
            throw new Win32Exception();
        }

        _life.GoTo(ServiceState.Starting);
        _exitCode = _work(this);
        _life.GoTo(ServiceState.Stopped, _exitCode);
    }

    [LibraryImport("advapi32", SetLastError = true)]
    private static partial int StartServiceCtrlDispatcherW(nint* table);

    [LibraryImport("advapi32", SetLastError = true)]
    private static partial nint RegisterServiceCtrlHandlerExW(
        char* serviceName, delegate* unmanaged<uint, uint, void*, void*, uint> handler, void* context);

    [LibraryImport("advapi32", SetLastError = true)]
    private static partial int SetServiceStatus(nint service, ServiceStatus* status);
}

/// <summary>Where a service is in its life, in the order that never goes back.</summary>
internal enum ServiceState
{
    Unknown,

    Starting,

    Running,

    Stopping,

    Stopped,
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
