using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;

namespace TimerProbe.SqlServer.Inspection;

/// <summary>What a server reports of itself.</summary>
public sealed record ServerReading
{
    /// <summary>The engine and its names.</summary>
    public required ServerIdentity Identity { get; init; }

    /// <summary>Null when it reports none.</summary>
    public ServerTime? Time { get; init; }

    /// <summary>What the login may do.</summary>
    public required ServerRights Rights { get; init; }

    /// <summary>The figures of its machine; null when they may not be seen.</summary>
    public SystemFigures? System { get; init; }

    /// <summary>
    /// Running sessions that note each plan or statement, each with the event: <c>name (event)</c>; null when they may not be seen.
    /// </summary>
    public IReadOnlyList<string>? ProfilingSessions { get; init; }

    /// <summary>Running SQL traces of statements with the event: <c>2 (SP:StmtCompleted)</c>; null when they may not be seen.</summary>
    public IReadOnlyList<string>? StatementTraces { get; init; }

    /// <summary>True when trace flag 7412 is on; null on servers on which it means nothing.</summary>
    public bool? LiveQueryStatistics { get; init; }

    /// <summary>What the database's Query Store captures; null when the server does not say.</summary>
    public string? QueryStoreCapture { get; init; }

    /// <summary>The smallest step of the time in T-SQL; null when it was not seen to move.</summary>
    public Duration? ClockStep { get; init; }

    /// <summary>What could not be read, such as rights, system or profilingSessions, and the server's word on it.</summary>
    public IReadOnlyList<Unavailable> Unavailable { get; init; } = [];
}

/// <summary>What a login may do; null where the server knows no such right.</summary>
public sealed record ServerRights
{
    /// <summary>VIEW SERVER STATE.</summary>
    public bool? ViewServerState { get; init; }

    /// <summary>VIEW SERVER PERFORMANCE STATE, from 2022.</summary>
    public bool? ViewServerPerformanceState { get; init; }
}

/// <summary>Figures of <c>sys.dm_os_sys_info</c>; null where the server gave none or a zero.</summary>
public sealed record SystemFigures
{
    /// <summary>The timestamp counter.</summary>
    public long? CpuTicks { get; init; }

    /// <summary>Milliseconds since the machine started.</summary>
    public long? MillisecondTicks { get; init; }

    /// <summary>Logical processors.</summary>
    public int? Processors { get; init; }

    /// <summary>Schedulers for user work.</summary>
    public int? Schedulers { get; init; }

    /// <summary>QUERY_PERFORMANCE_COUNTER or MULTIMEDIA_TIMER.</summary>
    public string? TimeSource { get; init; }

    /// <summary>NONE, HYPERVISOR or OTHER.</summary>
    public string? VirtualMachineType { get; init; }

    /// <summary>Seconds since the instance started, by its own clock.</summary>
    public long? UpSeconds { get; init; }
}

/// <summary>A server's time beside this machine's.</summary>
/// <param name="Said">The server's time.</param>
/// <param name="Asked">This machine's time right before.</param>
/// <param name="Answered">This machine's time right after.</param>
public sealed record ServerTime(DateTimeOffset Said, DateTimeOffset Asked, DateTimeOffset Answered)
{
    /// <summary>How far the server's clock is from this machine's at least; zero where both may be one.</summary>
    public TimeSpan Apart => Said < Asked ? Asked - Said : Said > Answered ? Said - Answered : TimeSpan.Zero;
}
