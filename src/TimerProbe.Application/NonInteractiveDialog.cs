namespace TimerProbe.Application;

/// <summary>
/// Where nobody is there who could be asked: every question is answered by no. What takes a while is not shown unless said otherwise.
/// </summary>
public abstract class NonInteractiveDialog : IDialog
{
    /// <summary>Always false.</summary>
    public bool CanAnswer => false;

    /// <inheritdoc/>
    public abstract void Complain(string message);

    /// <inheritdoc/>
    public virtual void Progress(string message)
    {
    }

    /// <summary>Always false.</summary>
    public bool Confirm(string question, CancellationToken cancel) => false;

    /// <inheritdoc cref="Confirm(string, CancellationToken)"/>
    public bool Confirm(CertificateQuestion question, CancellationToken cancel) => false;
}
