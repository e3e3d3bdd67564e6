namespace TimerProbe.SqlServer;

/// <summary>What went wrong between this program and a SQL Server.</summary>
public enum SqlServerErrorKind
{
    /// <summary>An option makes no sense: no server's name, an argument out of range.</summary>
    Configuration,

    NotPossibleHere,

    UnknownHost,

    Unreachable,

    UntrustedServer,

    /// <summary>The user name or password is wrong, or the login may not connect (18456 and its neighbors).</summary>
    LoginRefused,

    /// <summary>The database is missing, offline, or closed to the login (4060).</summary>
    NoDatabase,

    /// <summary>The database only reads (3906).</summary>
    ReadOnlyDatabase,

    /// <summary>The login lacks a right (229, 262, 297, 300 and their neighbors).</summary>
    NoPermission,

    /// <summary>The server chose the run as a deadlock's victim (1205).</summary>
    Deadlock,

    Timeout,

    ConnectionLost,

    LeftBehind,

    Refused,
}
