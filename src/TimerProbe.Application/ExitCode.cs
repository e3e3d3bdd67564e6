namespace TimerProbe.Application;

/// <summary>How a program ends; docs/exit-codes.md is the reference.</summary>
public enum ExitCode
{
    Done = 0,
    Bug = 1,
    Usage = 2,
    NotPossible = 3,
    NoTarget = 4,
    Partial = 5,
    Locked = 6,
    Findings = 10,
    Cancelled = 130,
}
