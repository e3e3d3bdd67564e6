namespace TimerProbe.Core;

/// <summary>What could not be read of a fleet, besides what a server itself refused.</summary>
public enum ProblemCode
{
    /// <summary>The time limit ended before something was read.</summary>
    TimeLimit,

    /// <summary>Folders and datacenters could not be read.</summary>
    FoldersUnread,

    /// <summary>Clusters could not be read.</summary>
    ClustersUnread,

    /// <summary>Events could not be read.</summary>
    EventsUnread,

    /// <summary>Snapshot reverts could not be looked for, or not all of them.</summary>
    RevertsUnread,

    /// <summary>Performance figures could not be read.</summary>
    PerformanceUnread,

    /// <summary>A server does not know a property.</summary>
    PropertyUnknown,

    /// <summary>Some objects did not report everything.</summary>
    ObjectsIncomplete,

    /// <summary>Virtual machines run on hosts that the account does not see, or it sees none.</summary>
    HostsUnseen,

    /// <summary>A filter matches nothing.</summary>
    FilterUnmet,

    /// <summary>A server reported a value that cannot be; it was left out.</summary>
    ValueRefused,

    /// <summary>A file of a guest's result could not be read, or is not one.</summary>
    ResultUnread,

    /// <summary>There are more files of guests' results than are read.</summary>
    ResultsCapped,

    /// <summary>A guest's result was joined to no virtual machine.</summary>
    ResultUnmatched,

    /// <summary>A result that a guest published was not believed.</summary>
    ResultRefused,

    /// <summary>A result that a guest published says nothing of now.</summary>
    ResultStale,

    /// <summary>A log of the hypervisor could not be read, or is not one.</summary>
    LogUnread,

    /// <summary>There are more logs of the hypervisor than are read.</summary>
    LogsCapped,

    /// <summary>Logs of the hypervisor belong to no virtual machine, or to several.</summary>
    LogUnmatched,

    /// <summary>The clock of a server or of the store does not agree with this machine's.</summary>
    ClockApart,
}

/// <summary>What could not be read from a SQL Server, or not be run there.</summary>
public enum SqlProblem
{
    /// <summary>It makes no sense there, or the server lacks what it takes.</summary>
    NotApplicable,

    /// <summary>The server refused it, or took too long.</summary>
    Refused,

    /// <summary>The connection was lost before its turn.</summary>
    ConnectionLost,

    /// <summary>It ran, and its runs give no figure.</summary>
    NoFigure,

    /// <summary>The server does not report it, or has no such thing.</summary>
    NotTold,
}

/// <summary>Why VMware Tools did not report a value.</summary>
public enum ToolsProblem
{
    /// <summary>Their command failed, and said why.</summary>
    Failed,

    /// <summary>Their command answered something else than it was asked for.</summary>
    NotUnderstood,
}
