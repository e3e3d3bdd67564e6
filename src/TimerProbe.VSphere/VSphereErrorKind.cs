namespace TimerProbe.VSphere;

/// <summary>What went wrong between this program and a vSphere server.</summary>
public enum VSphereErrorKind
{
    /// <summary>An option makes no sense: a thumbprint of the wrong length, a CA file that cannot be read.</summary>
    Configuration,

    /// <summary>The name of the server does not resolve.</summary>
    UnknownHost,

    /// <summary>No connection could be made, or it was lost before the server answered.</summary>
    Unreachable,

    /// <summary>The server took longer than allowed.</summary>
    Timeout,

    /// <summary>The server's certificate is not trusted, or not the pinned one, or TLS failed otherwise.</summary>
    UntrustedServer,

    /// <summary>What answers is no vSphere server.</summary>
    NotVSphere,

    /// <summary>The user name or password is wrong, or the account is locked.</summary>
    LoginRefused,

    /// <summary>The server accepts no more sessions.</summary>
    SessionLimit,

    /// <summary>The session is not, or no longer, logged in.</summary>
    NotAuthenticated,

    /// <summary>The account lacks a privilege.</summary>
    NoPermission,

    /// <summary>The server, or the proxy before it, is too busy or still starting.</summary>
    Busy,

    /// <summary>The answer ended too early.</summary>
    CutAnswer,

    /// <summary>The answer is larger, deeper or longer in one piece than allowed.</summary>
    OversizedAnswer,

    /// <summary>The answer is no SOAP, or not what the API promises.</summary>
    BadAnswer,

    /// <summary>The server left out objects it should have returned.</summary>
    IncompleteInventory,

    /// <summary>The server refused with another fault; <see cref="VSphereException.Fault"/> has it.</summary>
    Fault,
}
