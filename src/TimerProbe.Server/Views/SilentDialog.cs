using TimerProbe.Application;

namespace TimerProbe.Server.Views;

/// <summary>What reading a history complains of is no news to a node.</summary>
internal sealed class SilentDialog : NonInteractiveDialog
{
    /// <inheritdoc/>
    public override void Complain(string message)
    {
    }
}
