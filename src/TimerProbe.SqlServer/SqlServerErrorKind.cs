namespace TimerProbe.SqlServer;

/// <summary>What went wrong between this program and a SQL Server.</summary>
public enum SqlServerErrorKind
{
    /// <summary>An option makes no sense: no server's name, an argument out of range.</summary>
    Configuration,

    /// <summary>It cannot be done on this platform: integrated security outside Windows.</summary>
    NotPossibleHere,

    /// <summary>The name of the server does not resolve.</summary>
    UnknownHost,

    /// <summary>No connection could be made.</summary>
    Unreachable,

    /// <summary>The server's certificate is not trusted.</summary>
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

    /// <summary>The server took longer than allowed.</summary>
    Timeout,

    /// <summary>The connection was lost while the server worked.</summary>
    ConnectionLost,

    /// <summary>An object of the run could not be dropped; <see cref="SqlServerException.Leftovers"/> has the statements.</summary>
    LeftBehind,

    /// <summary>The server refused with another error.</summary>
    Refused,
}
