using TimerProbe.Application;

namespace TimerProbe.Server.Hosting;

/// <summary>Says what goes wrong on standard error; nobody is there who could be asked.</summary>
internal sealed class ErrorDialog(TextWriter error) : IDialog
{
    /// <inheritdoc/>
    public bool CanAnswer => false;

    /// <inheritdoc/>
    public void Complain(string message) => error.WriteLine($"timerprobe-server: {message}");

    /// <inheritdoc/>
    public void Progress(string message)
    {
    }

    /// <inheritdoc/>
    public bool Confirm(string question, CancellationToken cancel) => false;

    /// <inheritdoc/>
    public bool Confirm(CertificateQuestion question, CancellationToken cancel) => false;
}
