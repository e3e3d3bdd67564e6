namespace TimerProbe.VSphere;

/// <summary>An error that was to be expected from a vSphere server. The message is a sentence the user can act on.</summary>
public sealed class VSphereException : Exception
{
    internal VSphereException(VSphereErrorKind kind, string message, Exception? innerException = null)
        : base(message, innerException) => Kind = kind;

    internal VSphereException(VSphereErrorKind kind, string message, VSphereFault fault)
        : base(message)
    {
        Kind = kind;
        Fault = fault;
    }

    /// <summary>What went wrong.</summary>
    public VSphereErrorKind Kind { get; }

    /// <summary>The server's fault; null when the error is not the server's own word.</summary>
    public VSphereFault? Fault { get; }

    /// <summary>Whether the same read may succeed a little later.</summary>
    internal bool IsPassing => Kind is VSphereErrorKind.Busy or VSphereErrorKind.CutAnswer;
}
