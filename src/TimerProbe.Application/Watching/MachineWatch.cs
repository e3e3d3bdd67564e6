using TimerProbe.Application.Alerting;
using TimerProbe.Application.Checking;
using TimerProbe.Application.Publishing;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Submitting;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Fleet.Changes;
using TimerProbe.Guest.Inspection;
using TimerProbe.Guest.Watching;

namespace TimerProbe.Application.Watching;

/// <summary>Measures this machine's clocks again and again, and tells what changes.</summary>
public sealed class MachineWatch(WatchSettings settings, RunStorage saved, RunSubmission? submission, UseCaseContext context)
{
    /// <summary>Watches on a thread of its own until the time is up or it is cancelled; both are its usual end.</summary>
    /// <exception cref="UseCaseException">This machine's clocks cannot be measured.</exception>
    public async Task RunAsync(IWatchLog log, Action<WatchState> sampled, CancellationToken cancel)
    {
        await using var alerts = saved is { Saves: true, Alerts: { } receivers } ? new WatchAlerts(saved, receivers, context) : null;
        var machine = MachineInspector.ReadQuick();
        var news = new WatchLineFilter(machine, context.Time);
        await using var submitting = submission is null ? null : new WatchSubmission(submission, news.Of, context.Time);
        IWatchLog?[] logs = [submitting, saved.Saves ? new StoreLog(saved, news, alerts, context) : null, log];
        await Task.Factory.StartNew(
            () => Run(machine, [.. logs.OfType<IWatchLog>()], sampled, cancel),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
    }

    private void Run(MachineFacts machine, IReadOnlyList<IWatchLog> logs, Action<WatchState> sampled, CancellationToken cancel)
    {
        using var clocks = GuestClocks.Open(settings.UseStub);
        var reference = settings.Reference is { } server
            ? ReferenceMeter.Open(server, clocks.All, context.Time, context.Dialog.Complain)
            : null;
        var source = new MachineSource(clocks.All, context.Time, reference);
        var heap = new SmallHeap();
        var start = new WatchStart
        {
            Run = Guid.CreateVersion7(context.Time.GetUtcNow()),
            Tool = context.Tool,
            Machine = settings.Pseudonyms?.Apply(machine) ?? machine,
            Moment = source.Now(),
            CpuTime = source.CpuTime(),
            Every = settings.Every,
            SummaryEvery = settings.SummaryEvery,
            Samples = settings.Samples,
        };
        using var publisher = settings.Publish is { } publish
            ? new WatchPublisher(new HypervisorPublisher(publish, context), start.Run, context.Time)
            : null;
        var everywhere = new AllLogs(publisher is null ? logs : [publisher, .. logs]);
        new WatchLoop(source, HostReader.Open(source.Now), everywhere, context.Time).Run(
            start, ClockPath.From(machine), settings.For, Sampled, cancel);

        void Sampled(WatchState state)
        {
            sampled(state);
            publisher?.Sampled(state);
            heap.Tidy();
        }
    }

    private sealed class AllLogs(IReadOnlyList<IWatchLog> logs) : IWatchLog
    {
        public void Append(WatchLine line)
        {
            foreach (var log in logs)
            {
                log.Append(line);
            }
        }
    }
}

/// <summary>
/// Keeps levels and changes in a store. A store that refuses does not end the watch: what it does not take waits
/// for it on the disk, or where it cannot, here up to a number, and that is told once.
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
            var result = new WatchResult(news.Found([.. _measurements], [.. _changes]));
            if (saved.SaveAsync(result, CancellationToken.None).GetAwaiter().GetResult() is { Changes.Count: > 0 })
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

/// <summary>
/// Sends the alerts of a watch beside it, so that no receiver keeps it from measuring: those of earlier runs at its start, then after each
/// change, and what was not taken when it is due again. What cannot be sent is said once, until something was.
/// </summary>
public sealed class WatchAlerts : IAsyncDisposable
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

    /// <summary>Begins.</summary>
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

/// <summary>What of the lines of a watch is worth keeping: its levels, and what changed besides them.</summary>
internal sealed class WatchLineFilter(MachineFacts machine, TimeProvider time)
{
    /// <summary>What of a line is; null for nothing.</summary>
    public WatchFindings? Of(WatchLine line) => line switch
    {
        WatchLevelFound found => Found([Measurement(found.At, found.Level)], []),
        WatchChanged changed => Found([Measurement(changed.LastBefore.At, changed.From), Measurement(changed.At, changed.To)], []),
        WatchHostChanged { SessionId: { } session } moved when session != moved.SessionIdBefore =>
            Found([], [
                new FleetChange { Kind = ChangeKind.SessionChanged, At = moved.At, Subject = ChangeSubject.Guest, Name = machine.Name }
            ]),
        _ => null,
    };

    public WatchFindings Found(IReadOnlyList<GuestMeasurement> measurements, IReadOnlyList<FleetChange> changes) =>
        new(Guid.CreateVersion7(time.GetUtcNow()), machine.Name, machine.SmbiosUuid, measurements, changes);

    private static GuestMeasurement Measurement(DateTimeOffset at, WatchLevel level) => new()
    {
        At = at,
        Source = MeasurementSource.Watch,
        State = level.State,
        Cause = level.Cause,
        Median = level.PreciseTimeNs,
    };
}
