namespace TimerProbe.Application;

/// <summary>
/// What a use case says while it works, and asks. A message is one sentence without a full stop; its display keeps whatever is
/// named in it from beginning a line of its own. Members may be called by several threads at once. Unless said otherwise there is
/// nobody to ask, every question is answered by no, and what takes a while is not shown.
/// </summary>
public interface IDialog
{
    bool CanAnswer => false;

    void ReportProblem(string message);

    void Warn(string message) => ReportProblem(message);

    void Progress(string message)
    {
    }

    void Done(string message) => Progress(message);

    /// <summary>Asks for consent; false where nobody can be asked.</summary>
    bool Confirm(string question, CancellationToken cancellationToken) => false;

    /// <summary>Shows the certificate of a server, and asks whether to trust it from now on; false where nobody can be asked.</summary>
    /// <param name="trusted">The SHA-256 thumbprint of another certificate that this person trusted for it before; null for none.</param>
    bool Confirm(string server, PresentedCertificate certificate, string? trusted, CancellationToken cancellationToken) => false;
}

/// <summary>For runs without a person to ask: what goes wrong is handed on.</summary>
public sealed class ReportingDialog(Action<string> report) : IDialog
{
    public void ReportProblem(string message) => report(message);
}
