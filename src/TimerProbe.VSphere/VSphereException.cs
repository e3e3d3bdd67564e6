namespace TimerProbe.VSphere;

/// <summary>An error that was to be expected from a vSphere server. The message is a sentence the user can act on.</summary>
public sealed class VSphereException : Exception
{
    internal VSphereException(VSphereErrorKind kind, string message, ProblemSubject? subject = null, Exception? innerException = null)
        : this(kind, Problem.Create(kind, message, subject), innerException)
    {
    }

    internal VSphereException(VSphereErrorKind kind, Problem problem, Exception? innerException = null)
        : base(problem.ToString(), innerException)
    {
        Kind = kind;
        Problem = problem;
    }

    public VSphereErrorKind Kind { get; }

    public Problem Problem { get; }

    /// <summary>The server's fault; null when the error is not the server's own word.</summary>
    internal VSphereFault? Fault { get; init; }

    /// <summary>The certificate that was refused before anything was sent; null when that is not what went wrong.</summary>
    public PresentedCertificate? Certificate { get; internal init; }

    internal bool IsPassing => Kind is VSphereErrorKind.Busy or VSphereErrorKind.CutAnswer;

    internal bool MayPass => Kind is VSphereErrorKind.BadAnswer
        || (Kind == VSphereErrorKind.Fault && Fault is not
        {
            Type: "InvalidProperty" or "InvalidName" or "NotSupported" or "MethodNotFound" or "RestrictedByAdministrator" or "RestrictedVersion"
        });
}

/// <summary>
/// A fault as the server words it: its type, such as <c>NoPermission</c>, and a message that may be empty. All text comes from
/// the server: control characters are taken out, nothing else.
/// </summary>
internal sealed record VSphereFault(string Type, string Message)
{
    public string? Name { get; init; }

    public string? PrivilegeId { get; init; }

    public ManagedObjectReference? Obj { get; init; }
}
