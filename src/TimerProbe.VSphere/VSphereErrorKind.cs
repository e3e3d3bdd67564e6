namespace TimerProbe.VSphere;

/// <summary>What went wrong between this program and a vSphere server.</summary>
public enum VSphereErrorKind
{
    Configuration,
    UnknownHost,
    Unreachable,
    Timeout,
    UntrustedServer,
    NotVSphere,
    LoginRefused,
    SessionLimit,
    NotAuthenticated,
    NoPermission,
    Busy,
    CutAnswer,
    AnswerTooLarge,
    BadAnswer,
    IncompleteInventory,
    Fault,
}
