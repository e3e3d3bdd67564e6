using TimerProbe.Application;

namespace TimerProbe.Server.Intake;

/// <summary>Says what goes wrong in the log; nobody is there who could be asked.</summary>
internal sealed partial class LogDialog(ILogger log) : IDialog
{
    /// <inheritdoc/>
    public bool CanAnswer => false;

    /// <inheritdoc/>
    public void Complain(string message) => Warn(log, message);

    /// <inheritdoc/>
    public void Progress(string message) => Inform(log, message);

    /// <inheritdoc/>
    public bool Confirm(string question, CancellationToken cancel) => false;

    /// <inheritdoc/>
    public bool Confirm(CertificateQuestion question, CancellationToken cancel) => false;

    [LoggerMessage(LogLevel.Warning, "{Message}")]
    private static partial void Warn(ILogger log, string message);

    [LoggerMessage(LogLevel.Information, "{Message}")]
    private static partial void Inform(ILogger log, string message);
}
