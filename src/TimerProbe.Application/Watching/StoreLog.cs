using TimerProbe.Application.Alerting;
using TimerProbe.Application.Saving;
using TimerProbe.Core.Watching;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Application.Watching;

/// <summary>
/// Keeps levels and changes in a store. A store that refuses does not end the watch: what it does not take waits
/// here, up to a number, and is saved with the next; that is reported once.
/// </summary>
internal sealed class StoreLog(RunStorage saved, WatchLineFilter news, WatchAlerts? alerts, UseCaseContext context) : IWatchLog
{
    private const int MostWaiting = 1_000;

    private readonly List<GuestMeasurement> _measurements = [];
    private readonly List<FleetChange> _changes = [];

    public void Append(WatchLine line)
    {
        if (news.Of(line) is { } found)
        {
            _measurements.AddRange(found.Measurements);
            _changes.AddRange(found.Changes);
        }
        else if (line is not (WatchEnded or WatchSummary))
        {
            return;
        }

        Save();
    }

    private void Save()
    {
        if (_measurements.Count + _changes.Count == 0)
        {
            return;
        }

        try
        {
            var result = RunResult.From(news.Found([.. _measurements], [.. _changes]));
            if (saved.SaveAsync(result, CancellationToken.None).GetAwaiter().GetResult() is { Changes.Count: > 0 })
            {
                alerts?.Wake();
            }

            _measurements.Clear();
            _changes.Clear();
            saved.IsPartial = false;
        }
        catch (UseCaseException refused)
        {
            if (!saved.IsPartial)
            {
                context.Dialog.Complain($"not saved for now: {refused.Message}");
            }

            saved.IsPartial = true;
            _measurements.RemoveRange(0, Math.Max(0, _measurements.Count - MostWaiting));
            _changes.RemoveRange(0, Math.Max(0, _changes.Count - MostWaiting));
        }
    }
}

/// <summary>
/// Sends the alerts of a watch beside it, so that no receiver keeps it from measuring: those of earlier runs at its start, then after each
/// change, and what was not taken when it is due again. What cannot be sent is reported once, until something was.
/// </summary>
internal sealed class WatchAlerts : IAsyncDisposable
{
    // Other processes deliver as well.
    private static readonly TimeSpan LongestPause = TimeSpan.FromHours(1);
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LastWords = TimeSpan.FromSeconds(15);

    private readonly RunStorage _saved;
    private readonly RunAlerts _alerts;
    private readonly UseCaseContext _context;
    private readonly SemaphoreSlim _wake = new(1);
    private readonly CancellationTokenSource _end = new();
    private readonly Task _sending;
    private string _said = "";
    private volatile bool _isEnding;

    public WatchAlerts(RunStorage saved, RunAlerts alerts, UseCaseContext context)
    {
        (_saved, _alerts, _context) = (saved, alerts, context);
        _sending = Task.Run(SendAsync);
    }

    /// <summary>There may be something to send.</summary>
    public void Wake() => _wake.Release();

    /// <summary>Sends what is due, for a little while only, and ends.</summary>
    public async ValueTask DisposeAsync()
    {
        _isEnding = true;
        _end.CancelAfter(LastWords);
        Wake();
        await _sending;
        _wake.Dispose();
        _end.Dispose();
    }

    private async Task SendAsync()
    {
        try
        {
            var pause = Timeout.InfiniteTimeSpan;
            while (!_isEnding)
            {
                await _wake.WaitAsync(pause, _end.Token);
                pause = await DeliverAsync() is { } next ? Within(next) : Timeout.InfiniteTimeSpan;
            }
        }
        catch (OperationCanceledException)
        {
            // What was on its way is due again for the next run.
        }
    }

    private async Task<TimeSpan?> DeliverAsync()
    {
        if (_saved.Target is not { } store)
        {
            return null;
        }

        var report = await _alerts.TryDeliverAsync(store, _end.Token);
        _said = report.Delivered > 0 ? "" : _said;
        var complaints = string.Join('\n', report.Complaints);
        if (complaints.Length > 0 && complaints != _said)
        {
            _said = complaints;
            foreach (var complaint in report.Complaints)
            {
                _context.Dialog.Complain(complaint);
            }
        }

        return report.NextAttemptIn;
    }

    private static TimeSpan Within(TimeSpan pause) => pause < ShortestPause ? ShortestPause : pause > LongestPause ? LongestPause : pause;
}
