using TimerProbe.Core.Problems;

namespace TimerProbe.VSphere;

/// <summary>An error that was to be expected from a vSphere server. The message is a sentence the user can act on.</summary>
public sealed class VSphereException : Exception
{
    internal VSphereException(VSphereErrorKind kind, Wording message, Exception? innerException = null)
        : this(kind, Problem.Create(kind, message), innerException)
    {
    }

    internal VSphereException(VSphereErrorKind kind, Wording message, VSphereFault fault)
        : this(kind, Problem.Create(kind, message)) => Fault = fault;

    internal VSphereException(VSphereErrorKind kind, Problem problem, Exception? innerException = null)
        : base(problem.Text, innerException)
    {
        Kind = kind;
        Problem = problem;
    }

    /// <summary>What went wrong.</summary>
    public VSphereErrorKind Kind { get; }

    /// <summary>The message as data.</summary>
    public Problem Problem { get; }

    /// <summary>The server's fault; null when the error is not the server's own word.</summary>
    public VSphereFault? Fault { get; }

    /// <summary>The certificate that was refused before anything was sent; null when that is not what went wrong.</summary>
    public PresentedCertificate? Certificate { get; internal init; }

    /// <summary>Whether the same read may succeed a little later.</summary>
    internal bool IsPassing => Kind is VSphereErrorKind.Busy or VSphereErrorKind.CutAnswer;
}
