using TimerProbe.Application;
using TimerProbe.Application.Alerting;

namespace TimerProbe.Server.Intake;

/// <summary>Sends alerts beside what makes them: when there may be new ones, and when those that were not taken are due again.</summary>
internal sealed class AlertSender(ServerContext context) : BackgroundService
{
    private const string Subject = "alerts";

    private static readonly TimeSpan LongestPause = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);

    private readonly Arrivals _made = new();
    private string _said = "";

    /// <summary>There may be something to send.</summary>
    public void Wake() => _made.Tell();

    /// <summary>Who is told, by what the configuration says now. Without receivers alerts are made and kept, for the page.</summary>
    public RunAlerts? OfConfiguration()
    {
        var configuration = context.Configuration;
        var start = context.Time.GetTimestamp();
        return RunAlerts.Of(
            configuration.Alerts ?? new AlertSettings(), configuration.Muting, configuration.SecretVariables, saves: true,
            new UseCaseContext(ServerContext.Tool, context.Time, context.Log.About(Subject), () => context.Time.GetElapsedTime(start)));
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (true)
        {
            await _made.WaitAsync(await SendAsync(stoppingToken), context.Time, stoppingToken);
        }
    }

    private async Task<TimeSpan> SendAsync(CancellationToken stopping)
    {
        if (OfConfiguration() is not { } alerts)
        {
            return LongestPause;
        }

        var report = await alerts.TryDeliverAsync(context.Store, stopping);
        var complaints = string.Join('\n', report.Complaints);
        foreach (var complaint in complaints != _said ? report.Complaints : [])
        {
            context.Log.Say(LogLevel.Warning, Subject, complaint);
        }

        if (_said.Length > 0 && complaints.Length == 0 && report.Delivered > 0)
        {
            context.Log.Say(LogLevel.Information, Subject, "over: alerts are delivered again");
        }

        _said = complaints.Length > 0 ? complaints : report.Delivered > 0 ? "" : _said;
        return report.NextAttemptIn is { } next ? Within(next) : LongestPause;
    }

    private static TimeSpan Within(TimeSpan pause) => pause < ShortestPause ? ShortestPause : pause > LongestPause ? LongestPause : pause;
}
