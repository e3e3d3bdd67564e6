namespace TimerProbe.Guest.Services;

/// <summary>Reports a service's states to its manager. They come from several threads; none is reported after a later one.</summary>
internal sealed class ServiceLife(Action<ServiceStatus> report)
{
    /// <summary>The wait in ms that the manager is asked for: a store in a database may take as long to answer.</summary>
    public const uint WaitHintMs = 60_000;

    public const uint SpecificError = 1066;

    // As winsvc.h numbers them.
    private const uint Win32OwnProcess = 0x10, AcceptStop = 1, AcceptShutdown = 4;
    private const uint ControlStop = 1, ControlInterrogate = 4, ControlShutdown = 5;

    private const uint NoError = 0, CallNotImplemented = 120;

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

    public void GoTo(ServiceState state, int exitCode = 0)
    {
        lock (_turn)
        {
            if (state > _state)
            {
                _state = state;
                report(GetStatus(state, exitCode));
            }
        }
    }

    public uint Answer(uint control, Action stop)
    {
        switch (control)
        {
            case ControlStop or ControlShutdown:
                GoTo(ServiceState.Stopping);
                stop();
                return NoError;
            case ControlInterrogate: return NoError;
            default: return CallNotImplemented;
        }
    }

    private static ServiceStatus GetStatus(ServiceState state, int exitCode)
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
