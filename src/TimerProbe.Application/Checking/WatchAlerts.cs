namespace TimerProbe.Application.Checking;

/// <summary>
/// Sends the alerts of a watch: those of earlier runs at its start, then after each change, and what was not taken when it is
/// due again. What cannot be sent is reported once, until something was.
/// </summary>
internal sealed class WatchAlerts : IAsyncDisposable
{
    // Other processes deliver as well.
    private static readonly TimeSpan MaxPause = TimeSpan.FromHours(1);
    private static readonly TimeSpan MinPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan FinalTimeout = TimeSpan.FromSeconds(15);

    private readonly RunStorage _saved;
    private readonly RunAlerts _alerts;
    private readonly UseCaseContext _context;
    private readonly BackgroundSender _sender;
    private string _said = "";

    public WatchAlerts(RunStorage saved, RunAlerts alerts, UseCaseContext context)
    {
        (_saved, _alerts, _context) = (saved, alerts, context);
        _sender = new BackgroundSender(DeliverAsync, keepsPause: false, FinalTimeout, context.Time);
        _sender.Start();
    }

    public void Wake() => _sender.Wake();

    public ValueTask DisposeAsync() => _sender.DisposeAsync();

    private async Task<TimeSpan?> DeliverAsync(CancellationToken cancellationToken)
    {
        if (_saved.Target is not { } store)
        {
            return null;
        }

        var report = await _alerts.TryDeliverAsync(store, cancellationToken);
        _said = report.Delivered > 0 ? "" : _said;
        var warnings = string.Join('\n', report.Warnings);
        if (warnings.Length > 0 && warnings != _said)
        {
            _said = warnings;
            foreach (var warning in report.Warnings)
            {
                _context.Dialog.ReportProblem(warning);
            }
        }

        return report.NextAttemptIn is { } next ? TimeSpan.FromTicks(Math.Clamp(next.Ticks, MinPause.Ticks, MaxPause.Ticks)) : null;
    }
}
