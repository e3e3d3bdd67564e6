using TimerProbe.Application;

namespace TimerProbe.Server.Views;

/// <summary>Reading a history asks nobody anything.</summary>
internal sealed class NobodyToAsk : IDialog
{
    /// <inheritdoc/>
    public bool CanAnswer => false;

    /// <inheritdoc/>
    public void Complain(string message)
    {
    }

    /// <inheritdoc/>
    public void Progress(string message)
    {
    }

    /// <inheritdoc/>
    public bool Confirm(string question, CancellationToken cancel) => false;

    /// <inheritdoc/>
    public bool Confirm(CertificateQuestion question, CancellationToken cancel) => false;
}
