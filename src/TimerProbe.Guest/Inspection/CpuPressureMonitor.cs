namespace TimerProbe.Guest.Inspection;

/// <summary>
/// Watches what keeps this process from its processors. Make one when the process starts and read it after measuring: its
/// figures are of the time between. Linux only; Windows reports none of them without rights, so there they are null.
/// </summary>
public sealed class CpuPressureMonitor
{
    private readonly CpuPressureSnapshot _start = CpuPressureSnapshot.Take();
    private readonly long _startedAt = TimeProvider.System.GetTimestamp();

    /// <summary>
    /// Quota as of now, and throttling, steal and waiting since this monitor was made. Waiting is that of the calling thread: read
    /// on the thread that measured. A figure the system does not report is null, and so is <see cref="CpuPressureFacts.LimitHz"/>:
    /// <see cref="MachineInspector.AddSlow"/> fills it.
    /// </summary>
    public CpuPressureFacts Read() => CpuPressureSnapshot.Take().Since(_start) with
    {
        OverMs = Math.Round(TimeProvider.System.GetElapsedTime(_startedAt).TotalMilliseconds, 3),
    };
}
