namespace TimerProbe.Guest.Services;

/// <summary>What a service tells its manager. Its states come from several threads; none is told after a later one.</summary>
internal sealed class ServiceLife(Action<ServiceStatus> tell)
{
    /// <summary>How long the manager is asked to wait, ms: a store in a database may take as long to answer.</summary>
    public const uint WaitHintMs = 60_000;

    /// <summary>ERROR_SERVICE_SPECIFIC_ERROR: the code is the program's own.</summary>
    public const uint SpecificError = 1066;

    // As winsvc.h numbers them.
    private const uint Win32OwnProcess = 0x10;
    private const uint AcceptStop = 1;
    private const uint AcceptShutdown = 4;

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

    /// <summary>Goes on to a state; nothing when it is there, or beyond.</summary>
    /// <param name="state">The state.</param>
    /// <param name="exitCode">The program's exit code, of <see cref="ServiceState.Stopped"/>.</param>
    public void GoTo(ServiceState state, int exitCode = 0)
    {
        lock (_turn)
        {
            if (state > _state)
            {
                _state = state;
                tell(StatusOf(state, exitCode));
            }
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
