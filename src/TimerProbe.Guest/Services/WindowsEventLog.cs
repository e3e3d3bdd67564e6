namespace TimerProbe.Guest.Services;

/// <summary>The event log Application of Windows.</summary>
public static class WindowsEventLog
{
    /// <summary>The source of the program's events. It is not made here: that takes an administrator.</summary>
    public const string Source = "TimerProbe";

    /// <summary>Writes an event. A log that takes none is passed over: there is nobody left to tell.</summary>
    /// <param name="kind">Its kind; its id is the kind's number.</param>
    /// <param name="text">What it says.</param>
    public static unsafe void Write(WindowsEventKind kind, string text)
    {
        var log = Advapi32.RegisterEventSourceW(server: null, Source);
        if (log == 0)
        {
            return;
        }

        fixed (char* only = EventText.Of(text))
        {
            _ = Advapi32.ReportEventW(log, (ushort)kind, category: 0, (uint)kind, user: null, stringCount: 1, dataSize: 0, &only, data: null);
        }

        _ = Advapi32.DeregisterEventSource(log);
    }
}
