using TimerProbe.Application.Saving;
using TimerProbe.Core.Watching;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Application.Watching;

/// <summary>
/// Keeps levels and changes in a store. A store that refuses does not end the watch: what it does not take waits for it on the disk, or where
/// it cannot, here up to a number, and that is told once.
/// </summary>
internal sealed class StoreLog(RunStorage saved, WatchLineFilter news, WatchAlerts? alerts, UseCaseContext context) : IWatchLog
{
    private const int MostWaiting = 1_000;

    private readonly List<GuestMeasurement> _measurements = [];
    private readonly List<FleetChange> _changes = [];
    private bool _refused;

    public void Append(WatchLine line)
    {
        if (news.Of(line) is { } found)
        {
            _measurements.AddRange(found.Measurements);
            _changes.AddRange(found.Changes);
        }
        else if (line is WatchEnded or WatchSummary)
        {
            saved.DrainAsync(CancellationToken.None).GetAwaiter().GetResult();
        }
        else
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
            if (saved.SaveAsync(new WatchResult(news.Found([.. _measurements], [.. _changes])), CancellationToken.None).GetAwaiter().GetResult() is { Changes.Count: > 0 })
            {
                alerts?.Wake();
            }

            _measurements.Clear();
            _changes.Clear();
            _refused = false;
        }
        catch (UseCaseException refused)
        {
            if (!_refused)
            {
                context.Dialog.Complain($"not saved for now: {refused.Message}");
            }

            _refused = true;
            _measurements.RemoveRange(0, Math.Max(0, _measurements.Count - MostWaiting));
            _changes.RemoveRange(0, Math.Max(0, _changes.Count - MostWaiting));
        }
    }
}
