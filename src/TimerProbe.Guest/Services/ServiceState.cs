namespace TimerProbe.Guest.Services;

/// <summary>Where a service is in its life, in the order that never goes back.</summary>
internal enum ServiceState
{
    Unknown,

    /// <summary>SERVICE_START_PENDING.</summary>
    Starting,

    /// <summary>SERVICE_RUNNING.</summary>
    Running,

    /// <summary>SERVICE_STOP_PENDING.</summary>
    Stopping,

    /// <summary>SERVICE_STOPPED.</summary>
    Stopped,
}
