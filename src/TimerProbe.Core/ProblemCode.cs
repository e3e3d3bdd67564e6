namespace TimerProbe.Core;

/// <summary>What could not be read of a fleet, besides what a server itself refused.</summary>
public enum ProblemCode
{
    TimeLimit,

    FoldersUnread,

    ClustersUnread,

    EventsUnread,

    RevertsUnread,

    PerformanceUnread,

    PropertyUnknown,

    ObjectsIncomplete,

    HostsUnseen,

    FilterUnmet,

    ValueRefused,

    ResultUnread,

    ResultsCapped,

    ResultUnmatched,

    ResultRefused,

    ResultStale,

    LogUnread,

    LogsCapped,

    LogUnmatched,

    ClockApart,
}

/// <summary>What could not be read from a SQL Server, or not be run there.</summary>
public enum SqlProblem
{
    NotApplicable,

    Refused,

    ConnectionLost,

    NoFigure,

    NotTold,
}

/// <summary>Why VMware Tools did not report a value.</summary>
public enum ToolsProblem
{
    Failed,

    NotUnderstood,
}
