namespace TimerProbe.Guest.Services;

/// <summary>What the service manager asks of a service, and what it is answered.</summary>
internal static class ServiceControls
{
    // SERVICE_CONTROL_... of winsvc.h.
    public const uint Stop = 1;
    public const uint Interrogate = 4;
    public const uint Shutdown = 5;

    private const uint NoError = 0;
    private const uint CallNotImplemented = 120;

    /// <summary>Answers, and asks the service to end when that is wanted.</summary>
    /// <param name="control">The control.</param>
    /// <param name="life">The service's life; the manager knows the state it was told last.</param>
    /// <param name="stop">Asks the work to end, without waiting for it.</param>
    public static uint Answer(uint control, ServiceLife life, Action stop)
    {
        switch (control)
        {
            case Stop or Shutdown:
                life.GoTo(ServiceState.Stopping);
                stop();
                return NoError;
            case Interrogate:
                return NoError;
            default:
                return CallNotImplemented;
        }
    }
}
