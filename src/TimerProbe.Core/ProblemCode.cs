namespace TimerProbe.Core;

/// <summary>What could not be read of a fleet, a SQL Server or VMware Tools, or not be run, besides what a server itself refused.</summary>
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
    NotApplicable,
    Refused,
    ConnectionLost,
    NoFigure,
    NotTold,
    Failed,
    NotUnderstood,
}
