namespace TimerProbe.Guest.Services;

/// <summary>Reports a service's states to its manager. They come from several threads; none is reported after a later one.</summary>
internal sealed class ServiceLife(Action<ServiceStatus> report)
{
    /// <summary>The wait in ms that the manager is asked for: a store in a database may take as long to answer.</summary>
    public const uint WaitHintMs = 60_000;

    /// <summary>ERROR_SERVICE_SPECIFIC_ERROR: the code is the program's own.</summary>
    public const uint SpecificError = 1066;

    // As winsvc.h numbers them.
    private const uint Win32OwnProcess = 0x10;
    private const uint AcceptStop = 1;
    private const uint AcceptShutdown = 4;
    private const uint ControlStop = 1;
    private const uint ControlInterrogate = 4;
    private const uint ControlShutdown = 5;

    private const uint NoError = 0;
    private const uint CallNotImplemented = 120;

    private readonly Lock _turn = new();
    private ServiceState _state;

    public ServiceState State
    {
        get
        {
            lock (_turn)
            {
                return _state;
            }
        }
    }

    /// <summary>
    /// Does nothing when the service is in that state, or beyond. The exit code is of <see cref="ServiceState.Stopped"/>.
    /// </summary>
    public void GoTo(ServiceState state, int exitCode = 0)
    {
        lock (_turn)
        {
            if (state > _state)
            {
                _state = state;
                report(StatusOf(state, exitCode));
            }
        }
    }

    /// <summary>Does not wait for the work to end. Interrogating takes no more: the manager knows the last state reported.</summary>
    public uint Answer(uint control, Action stop)
    {
        switch (control)
        {
            case ControlStop or ControlShutdown:
                GoTo(ServiceState.Stopping);
                stop();
                return NoError;
            case ControlInterrogate:
                return NoError;
            default:
                return CallNotImplemented;
        }
    }

    private static ServiceStatus StatusOf(ServiceState state, int exitCode)
    {
        var pending = state is ServiceState.Starting or ServiceState.Stopping;
        return new ServiceStatus
        {
            ServiceType = Win32OwnProcess,
            CurrentState = state switch
            {
                ServiceState.Starting => 2,
                ServiceState.Running => 4,
                ServiceState.Stopping => 3,
                _ => 1,
            },
            ControlsAccepted = state == ServiceState.Running ? AcceptStop | AcceptShutdown : 0,
            Win32ExitCode = exitCode == 0 ? 0 : SpecificError,
            ServiceSpecificExitCode = (uint)exitCode,
            CheckPoint = pending ? 1u : 0,
            WaitHint = pending ? WaitHintMs : 0,
        };
    }
}
