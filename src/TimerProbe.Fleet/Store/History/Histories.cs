using TimerProbe.Core.Advice;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;

namespace TimerProbe.Fleet.Store.History;

/// <summary>A virtual machine that the store knows.</summary>
/// <param name="Key">Its number in this store.</param>
/// <param name="Server">Its vCenter, by the name it was last asked by.</param>
/// <param name="Id">Its managed object id there.</param>
/// <param name="Name">Its name.</param>
/// <param name="BiosUuid">Its SMBIOS UUID, in the byte order of <see cref="Changes.GuestIdentity"/>.</param>
/// <param name="GuestHostName">The name its guest calls itself by.</param>
/// <param name="FirstSeenAt">The first scan that saw it.</param>
/// <param name="GoneAt">The first scan that saw all of the vCenter without it; null while it is there.</param>
/// <param name="ScannedAt">The last scan of its vCenter.</param>
public sealed record KnownMachine(
    long Key,
    string Server,
    string Id,
    string Name,
    string? BiosUuid,
    string? GuestHostName,
    DateTimeOffset FirstSeenAt,
    DateTimeOffset? GoneAt,
    DateTimeOffset? ScannedAt);

/// <summary>A host that the store knows.</summary>
/// <param name="Key">Its number in this store.</param>
/// <param name="Server">Its vCenter, by the name it was last asked by.</param>
/// <param name="Id">Its managed object id there.</param>
/// <param name="Name">Its name.</param>
/// <param name="FirstSeenAt">The first scan that saw it.</param>
/// <param name="GoneAt">The first scan that saw all of the vCenter without it; null while it is there.</param>
/// <param name="ScannedAt">The last scan of its vCenter.</param>
public sealed record KnownHost(
    long Key, string Server, string Id, string Name, DateTimeOffset FirstSeenAt, DateTimeOffset? GoneAt, DateTimeOffset? ScannedAt);

/// <summary>A cluster that the store knows.</summary>
/// <param name="VCenterKey">Its vCenter's number in this store.</param>
/// <param name="Server">Its vCenter, by the name it was last asked by.</param>
/// <param name="Name">Its name, as it was spelled.</param>
public sealed record KnownCluster(long VCenterKey, string Server, string Name);

/// <summary>A guest that measured itself.</summary>
/// <param name="Key">Its number in this store.</param>
/// <param name="Name">Its name.</param>
/// <param name="SmbiosUuid">Its SMBIOS UUID, in the byte order of <see cref="Changes.GuestIdentity"/>; null where it has none.</param>
public sealed record KnownGuest(long Key, string Name, string? SmbiosUuid);

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
    public HistoryDocument About(SubjectKind kind, string name, string? server = null, string? smbiosUuid = null) =>
        About(new HistorySubject(kind, name, server, Id: null, smbiosUuid, FirstSeenAt: null, GoneAt: null, ScannedAt: null));
}
