namespace TimerProbe.Application;

/// <summary>Why a use case could not do what it was asked to.</summary>
public enum Failure
{
    Usage,

    NotPossible,

    NoTarget,

    Locked,

    Cancelled,

    BrokenPipe,
}
