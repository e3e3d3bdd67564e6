namespace TimerProbe.Fleet.Store;

/// <summary>A machine, host, cluster or guest that the store knows.</summary>
/// <param name="Subject">What it is. A SMBIOS UUID is in the byte order of <see cref="Changes.GuestIdentity"/>.</param>
public sealed record KnownSubject(long Key, HistorySubject Subject, string? GuestHostName = null);

public sealed record TimeWindow(DateTimeOffset From, DateTimeOffset To)
{
    public static readonly TimeWindow Everything = new(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(1000));
}

/// <summary>What the history of anything is read into.</summary>
public sealed record HistoryFrame(TimeWindow Window, DateTimeOffset WrittenAt, ToolInfo Tool)
{
    internal (string Name, object? Value)[] Parameters =>
        [("from", Window.From.ToUnixTimeMilliseconds()), ("to", Window.To.ToUnixTimeMilliseconds())];

    public HistoryDocument About(HistorySubject subject) => new()
    {
        Tool = Tool,
        WrittenAt = WrittenAt,
        From = Window.From,
        To = Window.To,
        Subject = subject,
        MachineStates = [],
        HostStates = [],
        Changes = [],
        Measurements = [],
        Scans = [],
    };

    public HistoryDocument About(SubjectKind kind, string name, string? server = null) => About(HistoryRows.Undated(kind, name, server));
}
