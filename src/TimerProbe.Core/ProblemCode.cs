using System.Globalization;

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

/// <summary>The problem of a clock that does not agree with the one of this machine.</summary>
public static class ClockSkew
{
    /// <summary>As far apart two clocks may be without a word: how long a request took is within it.</summary>
    public static readonly TimeSpan Tolerance = TimeSpan.FromSeconds(60);

    /// <summary>The problem with the clock of a server; null when it agrees.</summary>
    /// <param name="server">The server, as it was asked by.</param>
    /// <param name="ahead">How far its clock is ahead of this machine's; negative when it is behind.</param>
    public static Problem? Of(string server, TimeSpan ahead) => !Is(ahead) ? null
        : Problem.Create(
            ProblemCode.ClockApart, $"the clock of {ProblemArgument.Server(server)} is {Amount(ahead)} {Side(ahead)} this machine's");

    /// <summary>The problem with the clock of a store; null when it agrees.</summary>
    /// <param name="ahead">How far its clock is ahead of this machine's; negative when it is behind.</param>
    public static Problem? OfStore(TimeSpan ahead) => !Is(ahead) ? null
        : Problem.Create(
            ProblemCode.ClockApart,
            $"the clock of the store is {Amount(ahead)} {Side(ahead)} this machine's: what is saved is dated by the store's");

    /// <summary>The problem with the clock of a vCenter that dates events otherwise than its hosts date boots.</summary>
    /// <param name="server">The server, as it was asked by.</param>
    /// <param name="ahead">How far its clock is ahead of its hosts'; negative when it is behind.</param>
    public static Problem OfHosts(string server, TimeSpan ahead) => Problem.Create(
        ProblemCode.ClockApart,
        $"the clock of {ProblemArgument.Server(server)} is {Amount(ahead)} {Side(ahead)} its hosts': times of events are shown by the hosts' clocks");

    /// <summary>
    /// A step of a clock as the end of a sentence, such as <c>was set back by 40.0 days</c>; null when it is within the tolerance.
    /// </summary>
    public static string? StepText(TimeSpan step) =>
        Is(step) ? $"was set {(step > TimeSpan.Zero ? "ahead" : "back")} by {Amount(step).Value}" : null;

    /// <summary>Whether two clocks do not agree.</summary>
    public static bool Is(TimeSpan apart) => apart.Duration() > Tolerance;

    /// <summary>The difference in whole seconds, without a negative zero, which JSON would write as <c>-0</c>.</summary>
    public static double WholeSeconds(TimeSpan apart) => Math.Round(apart.TotalSeconds) + 0.0;

    private static ProblemArgument Side(TimeSpan ahead) => ProblemArgument.Term(ahead > TimeSpan.Zero ? "ahead of" : "behind");

    private static ProblemArgument Amount(TimeSpan ahead) => ProblemArgument.Term(ahead.Duration() switch
    {
        { TotalDays: >= 2 } days => string.Create(CultureInfo.InvariantCulture, $"{days.TotalDays:N1} days"),
        { TotalHours: >= 2 } hours => string.Create(CultureInfo.InvariantCulture, $"{hours.TotalHours:N1} hours"),
        { TotalMinutes: >= 2 } minutes => string.Create(CultureInfo.InvariantCulture, $"{minutes.TotalMinutes:N1} minutes"),
        var seconds => string.Create(CultureInfo.InvariantCulture, $"{seconds.TotalSeconds:N0} seconds"),
    });
}
