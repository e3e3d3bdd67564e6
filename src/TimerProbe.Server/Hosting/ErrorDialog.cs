using TimerProbe.Application;
using TimerProbe.Core.Names;

namespace TimerProbe.Server.Hosting;

/// <summary>Says what goes wrong on standard error: what is named in it begins no line of its own.</summary>
internal sealed class ErrorDialog(TextWriter error) : NonInteractiveDialog
{
    /// <inheritdoc/>
    public override void Complain(string message) => error.WriteLine($"timerprobe-server: {PlainText.Lines(message.ReplaceLineEndings("\n  "))}");
}
