namespace TimerProbe.Application;

/// <summary>
/// What a use case says while it works, and asks. A message is one sentence without a full stop; its display keeps whatever is
/// named in it from beginning a line of its own. Members may be called by several threads at once.
/// </summary>
public interface IDialog
{
    bool CanAnswer { get; }

    void ReportProblem(string message);

    void Warn(string message) => ReportProblem(message);

    void Progress(string message);

    void Done(string message) => Progress(message);

    /// <summary>Asks for consent; false where nobody can be asked.</summary>
    bool Confirm(string question, CancellationToken cancellationToken);

    /// <summary>Shows the certificate of a server, and asks whether to trust it from now on; false where nobody can be asked.</summary>
    /// <param name="trusted">The SHA-256 thumbprint of another certificate that this person trusted for it before; null for none.</param>
    bool Confirm(string server, PresentedCertificate certificate, string? trusted, CancellationToken cancellationToken);
}

/// <summary>
/// For runs without a person to ask: every question is answered by no. What takes a while is not shown unless said otherwise.
/// </summary>
public abstract class NonInteractiveDialog : IDialog
{
    public bool CanAnswer => false;

    public abstract void ReportProblem(string message);

    public virtual void Warn(string message) => ReportProblem(message);

    public virtual void Progress(string message)
    {
    }

    public bool Confirm(string question, CancellationToken cancellationToken) => false;

    public bool Confirm(string server, PresentedCertificate certificate, string? trusted, CancellationToken cancellationToken) => false;
}
