namespace TimerProbe.Guest.Services;

/// <summary>An event as the event log takes it. docs/watching.md lists the ids.</summary>
/// <param name="Kind">Its kind.</param>
/// <param name="Id">Its id: 1 to 1000, for which EventCreate.exe of Windows has messages that are the text alone.</param>
/// <param name="Text">What it says.</param>
public sealed record WindowsEvent(WindowsEventKind Kind, int Id, string Text)
{
    /// <summary>The id of why a service ended that failed.</summary>
    public const int Failed = 1;

    /// <summary>The id of what a service complains of while it goes on.</summary>
    public const int Complaint = 2;
}
