namespace TimerProbe.Server.Intake;

/// <summary>Sends alerts when there may be new ones, and when those that were not delivered are due again.</summary>
/// <param name="channels">Those for what is no alert of a run.</param>
internal sealed class AlertSender(ServerContext context, Func<FileConfiguration, IReadOnlyList<IAlertChannel>> channels)
    : NodePart(context.Faults, context.Time)
{
    private const string Subject = "alerts";

    private static readonly TimeSpan MaxPause = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan MinPause = TimeSpan.FromSeconds(1);

    private string _said = "";

    public RunAlerts? OfConfiguration()
    {
        var configuration = context.Configuration;
        var start = Time.GetTimestamp();
        return RunAlerts.Create(
            configuration.Alerts ?? new AlertSettings(),
            configuration.Muting,
            configuration.Server?.PublicAddress,
            configuration.SecretVariables,
            saves: true,
            new UseCaseContext(ServerContext.Tool, Time, context.Log.About(Subject), () => Time.GetElapsedTime(start)));
    }

    protected override async Task RoundAsync(CancellationToken stopping) =>
        await WaitAsync(await SendAsync(stopping), stopping);

    /// <summary>Waits until alerts were made since the last wait, at most so long.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    private async Task WaitAsync(TimeSpan maxPause, CancellationToken cancellationToken)
    {
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await Task.WhenAny(context.MadeAlerts.Reader.WaitToReadAsync(enough.Token).AsTask(), Task.Delay(maxPause, Time, enough.Token));
        await enough.CancelAsync();
        cancellationToken.ThrowIfCancellationRequested();
        context.MadeAlerts.Reader.TryRead(out _);
    }

    private async Task<TimeSpan> SendAsync(CancellationToken stopping)
    {
        if (OfConfiguration() is not { } alerts)
        {
            return MaxPause;
        }

        var report = await alerts.TryDeliverAsync(context.Store, stopping, channels(context.Configuration));
        var warnings = string.Join('\n', report.Warnings);
        foreach (var warning in warnings != _said ? report.Warnings : [])
        {
            context.Log.Say(LogLevel.Warning, Subject, warning);
        }

        if (_said.Length > 0 && warnings.Length == 0 && report.Delivered > 0)
        {
            context.Log.Say(LogLevel.Information, Subject, "over: alerts are delivered again");
        }

        _said = warnings.Length > 0 ? warnings : report.Delivered > 0 ? "" : _said;
        return report.NextAttemptIn is { } next ? Within(next) : MaxPause;
    }

    private static TimeSpan Within(TimeSpan pause) => pause < MinPause ? MinPause : pause > MaxPause ? MaxPause : pause;
}
