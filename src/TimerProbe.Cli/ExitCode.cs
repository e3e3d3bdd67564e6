namespace TimerProbe.Cli;

/// <summary>How the process ends; docs/exit-codes.md is the reference.</summary>
internal enum ExitCode
{
    Done = 0,

    Bug = 1,

    Usage = 2,

    /// <summary>Not possible here: the platform, rights, a full disk.</summary>
    NotPossible = 3,

    /// <summary>No target could be reached, or all refused.</summary>
    NoTarget = 4,

    /// <summary>Done in part, and nothing at or above --fail-on.</summary>
    Partial = 5,

    /// <summary>Another scan holds every server that was to be read.</summary>
    Locked = 6,

    Findings = 10,

    Cancelled = 130,
}
