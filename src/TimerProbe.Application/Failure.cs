namespace TimerProbe.Application;

/// <summary>Why a use case could not do what it was asked to.</summary>
public enum Failure
{
    /// <summary>What was asked for makes no sense: an option, a configuration, an input.</summary>
    Usage,

    /// <summary>Not possible here: the platform, rights, a full disk.</summary>
    NotPossible,

    /// <summary>No target could be reached, or all refused.</summary>
    NoTarget,

    /// <summary>Another scan holds every server that was to be read, or another process serves the store.</summary>
    Locked,

    /// <summary>The person who was asked did not agree.</summary>
    Cancelled,

    /// <summary>Nobody reads standard output any more, as after <c>| head -1</c>: it is no error, and nothing is said.</summary>
    BrokenPipe,
}
