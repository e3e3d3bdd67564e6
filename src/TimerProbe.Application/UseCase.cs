namespace TimerProbe.Application;

/// <summary>
/// What a use case says while it works, and asks. A message is one sentence without a full stop; its display keeps whatever
/// is named in it from beginning a line of its own. Members may be called by several threads at once.
/// </summary>
public interface IDialog
{
    /// <summary>Whether somebody is there who can be asked.</summary>
    bool CanAnswer { get; }

    /// <summary>Says what went wrong, or what readers of the result have to know.</summary>
    void Complain(string message);

    /// <summary>Says what to know beforehand, whatever comes of it.</summary>
    void Warn(string message) => Complain(message);

    /// <summary>Says what takes a while; it may be shown or not.</summary>
    void Progress(string message);

    /// <summary>Says what was done; it may be shown or not.</summary>
    void Done(string message) => Progress(message);

    /// <summary>Asks for consent; false where nobody can be asked.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    bool Confirm(string question, CancellationToken cancel);

    /// <summary>Shows the certificate of a server, and asks whether to trust it from now on; false where nobody can be asked.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    bool Confirm(CertificateQuestion question, CancellationToken cancel);
}

/// <summary>Whether a person trusts a server's certificate that the system does not.</summary>
/// <param name="Server">The server, as it was asked by.</param>
/// <param name="Certificate">What it presented.</param>
/// <param name="Trusted">The SHA-256 thumbprint of another certificate that this person trusted for it before; null for none.</param>
public sealed record CertificateQuestion(string Server, PresentedCertificate Certificate, string? Trusted);

/// <summary>
/// For runs without a person to ask: every question is answered by no. What takes a while is not shown unless said otherwise.
/// </summary>
public abstract class NonInteractiveDialog : IDialog
{
    /// <summary>Always false.</summary>
    public bool CanAnswer => false;

    /// <inheritdoc/>
    public abstract void Complain(string message);

    /// <inheritdoc/>
    public virtual void Warn(string message) => Complain(message);

    /// <inheritdoc/>
    public virtual void Progress(string message)
    {
    }

    /// <summary>Always false.</summary>
    public bool Confirm(string question, CancellationToken cancel) => false;

    /// <inheritdoc cref="Confirm(string, CancellationToken)"/>
    public bool Confirm(CertificateQuestion question, CancellationToken cancel) => false;
}
