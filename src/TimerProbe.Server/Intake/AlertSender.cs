using System.Threading.Channels;

namespace TimerProbe.Server.Intake;

/// <summary>Sends alerts when there may be new ones, and when those that were not delivered are due again.</summary>
internal sealed class AlertSender : NodePart
{
    private const string Subject = "alerts";

    private static readonly TimeSpan MaxPause = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan MinPause = TimeSpan.FromSeconds(1);

    private readonly ServerContext _context;
    private readonly DigestMaker _digests;
    private readonly Channel<bool> _made = Channel.CreateBounded<bool>(
        new BoundedChannelOptions(1) { FullMode = BoundedChannelFullMode.DropWrite });
    private string _said = "";

    public AlertSender(ServerContext context, DigestMaker digests)
        : base(context.Faults, context.Time)
    {
        (_context, _digests) = (context, digests);
        digests.Made = Wake;
    }

    public void Wake() => _made.Writer.TryWrite(true);

    public RunAlerts? OfConfiguration()
    {
        var configuration = _context.Configuration;
        var start = _context.Time.GetTimestamp();
        return RunAlerts.Create(
            configuration.Alerts ?? new AlertSettings(),
            configuration.Muting,
            configuration.Server?.PublicAddress,
            configuration.SecretVariables,
            saves: true,
            new UseCaseContext(ServerContext.Tool, _context.Time, _context.Log.About(Subject), () => _context.Time.GetElapsedTime(start)));
    }

    protected override async Task RoundAsync(CancellationToken stopping) =>
        await WaitAsync(await SendAsync(stopping), stopping);

    /// <summary>Waits until alerts were made since the last wait, at most so long.</summary>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    private async Task WaitAsync(TimeSpan most, CancellationToken cancellationToken)
    {
        using var enough = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        await Task.WhenAny(_made.Reader.WaitToReadAsync(enough.Token).AsTask(), Task.Delay(most, Time, enough.Token));
        await enough.CancelAsync();
        cancellationToken.ThrowIfCancellationRequested();
        _made.Reader.TryRead(out _);
    }

    private async Task<TimeSpan> SendAsync(CancellationToken stopping)
    {
        if (OfConfiguration() is not { } alerts)
        {
            return MaxPause;
        }

        var report = await alerts.TryDeliverAsync(_context.Store, stopping, _digests.GetChannels(_context.Configuration));
        var complaints = string.Join('\n', report.Complaints);
        foreach (var complaint in complaints != _said ? report.Complaints : [])
        {
            _context.Log.Say(LogLevel.Warning, Subject, complaint);
        }

        if (_said.Length > 0 && complaints.Length == 0 && report.Delivered > 0)
        {
            _context.Log.Say(LogLevel.Information, Subject, "over: alerts are delivered again");
        }

        _said = complaints.Length > 0 ? complaints : report.Delivered > 0 ? "" : _said;
        return report.NextAttemptIn is { } next ? Within(next) : MaxPause;
    }

    private static TimeSpan Within(TimeSpan pause) => pause < MinPause ? MinPause : pause > MaxPause ? MaxPause : pause;
}
