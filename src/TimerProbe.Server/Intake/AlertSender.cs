using TimerProbe.Application;
using TimerProbe.Application.Alerting;

namespace TimerProbe.Server.Intake;

/// <summary>Sends alerts beside what makes them: when there may be new ones, and when those that were not taken are due again.</summary>
internal sealed class AlertSender(ServerContext context, ILogger<AlertSender> log) : BackgroundService
{
    private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);

    private readonly Arrivals _made = new();
    private string _said = "";

    /// <summary>There may be something to send.</summary>
    public void Wake() => _made.Tell();

    /// <summary>Who is told, by what the configuration says now; null for nobody.</summary>
    /// <param name="dialog">Where is said what is not delivered.</param>
    public RunAlerts? OfConfiguration(IDialog dialog)
    {
        var configuration = context.Configuration;
        var start = context.Time.GetTimestamp();
        return RunAlerts.Of(
            configuration.Alerts, configuration.Muting, configuration.SecretVariables, saves: true,
            new UseCaseContext(ServerContext.Tool, context.Time, dialog, () => context.Time.GetElapsedTime(start)));
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var dialog = new LogDialog(log);
        while (true)
        {
            await _made.WaitAsync(await SendAsync(dialog, stoppingToken), context.Time, stoppingToken);
        }
    }

    private async Task<TimeSpan> SendAsync(LogDialog dialog, CancellationToken stopping)
    {
        if (OfConfiguration(dialog) is not { } alerts)
        {
            return LongestPause;
        }

        var report = await alerts.TryDeliverAsync(context.Store, stopping);
        var complaints = string.Join('\n', report.Complaints);
        if (complaints.Length > 0 && complaints != _said)
        {
            dialog.Complain(complaints);
        }

        _said = report.Delivered > 0 ? "" : complaints;
        return report.NextAttemptIn is { } next ? Within(next) : LongestPause;
    }

    private static TimeSpan Within(TimeSpan pause) => pause < ShortestPause ? ShortestPause : pause > LongestPause ? LongestPause : pause;
}
