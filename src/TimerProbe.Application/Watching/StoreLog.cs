using TimerProbe.Application.Keeping;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Watching;
using TimerProbe.Fleet.Changes;

namespace TimerProbe.Application.Watching;

/// <summary>
/// Keeps levels and changes in a store. A store that refuses does not end the watch: what it does not take waits for it on the disk, or where
/// it cannot, here up to a number, and that is told once.
/// </summary>
internal sealed class StoreLog(KeptRun kept, MachineFacts machine, WatchAlerts? alerts, UseCaseContext context) : IWatchLog
{
    private const int MostWaiting = 1_000;

    private readonly List<GuestMeasurement> _measurements = [];
    private readonly List<FleetChange> _changes = [];
    private bool _refused;

    public void Append(WatchLine line)
    {
        switch (line)
        {
            case WatchLevelFound found:
                _measurements.Add(Measurement(found.At, found.Level));
                break;
            case WatchChanged changed:
                _measurements.AddRange([Measurement(changed.LastBefore.At, changed.From), Measurement(changed.At, changed.To)]);
                break;
            case WatchHostChanged { SessionId: { } session } moved when session != moved.SessionIdBefore:
                _changes.Add(new FleetChange { Kind = ChangeKind.SessionChanged, At = moved.At, Subject = ChangeSubject.Guest, Name = machine.Name });
                break;
            case WatchEnded or WatchSummary:
                kept.DrainAsync(CancellationToken.None).GetAwaiter().GetResult();
                break;
            default:
                return;
        }

        Keep();
    }

    private void Keep()
    {
        if (_measurements.Count + _changes.Count == 0)
        {
            return;
        }

        try
        {
            var found = new WatchFindings(Guid.CreateVersion7(context.Time.GetUtcNow()), machine.Name, machine.SmbiosUuid, [.. _measurements], [.. _changes]);
            if (kept.SaveAsync(new WatchResult(found), CancellationToken.None).GetAwaiter().GetResult() is { Changes.Count: > 0 })
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

    private static GuestMeasurement Measurement(DateTimeOffset at, WatchLevel level) => new()
    {
        At = at,
        Source = MeasurementSource.Watch,
        State = level.State,
        Cause = level.Cause,
        Median = level.PreciseTimeNs,
    };
}
