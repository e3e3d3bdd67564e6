namespace TimerProbe.Guest.Services;

/// <summary>The kind of an event, numbered as EVENTLOG_..._TYPE.</summary>
public enum WindowsEventKind
{
    /// <summary>It failed.</summary>
    Error = 1,

    /// <summary>Something is wrong, and it goes on.</summary>
    Warning = 2,

    /// <summary>Something is well, or well again.</summary>
    Information = 4,
}
