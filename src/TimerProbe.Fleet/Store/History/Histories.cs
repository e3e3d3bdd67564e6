namespace TimerProbe.Fleet.Store;

/// <summary>A machine, host, cluster or guest that the store knows.</summary>
/// <param name="Key">Its number in this store; of a cluster that of its vCenter.</param>
/// <param name="Subject">What it is. A SMBIOS UUID is in the byte order of <see cref="Changes.GuestIdentity"/>.</param>
/// <param name="GuestHostName">The name that the guest of a machine calls itself by.</param>
public sealed record KnownSubject(long Key, HistorySubject Subject, string? GuestHostName = null);

/// <summary>A stretch of time.</summary>
/// <param name="From">Its beginning, inside.</param>
/// <param name="To">Its end, outside.</param>
public sealed record TimeWindow(DateTimeOffset From, DateTimeOffset To)
{
    /// <summary>All of it.</summary>
    public static readonly TimeWindow Everything = new(DateTimeOffset.UnixEpoch, DateTimeOffset.UnixEpoch.AddYears(1000));
}

/// <summary>What the history of anything is read into.</summary>
/// <param name="Window">The stretch of time.</param>
/// <param name="WrittenAt">When it is read.</param>
/// <param name="Tool">The program that reads.</param>
public sealed record HistoryFrame(TimeWindow Window, DateTimeOffset WrittenAt, ToolInfo Tool)
{
    internal (string Name, object? Value)[] Parameters =>
        [("from", Window.From.ToUnixTimeMilliseconds()), ("to", Window.To.ToUnixTimeMilliseconds())];

    /// <summary>A history in which nothing happened.</summary>
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

    /// <summary>A history in which nothing happened, of what no scan dates.</summary>
    public HistoryDocument About(SubjectKind kind, string name, string? server = null) => About(HistoryRows.Undated(kind, name, server));
}
