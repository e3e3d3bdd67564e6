using TimerProbe.Application.Checking;
using TimerProbe.Application.Publishing;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Submitting;
using TimerProbe.Core.Documents;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Fleet.Changes;
using TimerProbe.Guest.Inspection;
using TimerProbe.Guest.References;
using TimerProbe.Guest.Watching;

namespace TimerProbe.Application.Watching;

/// <summary>How a machine's clocks are watched.</summary>
public sealed record WatchSettings
{
    /// <summary>The time between two samples, 1 s at least.</summary>
    public required TimeSpan Every { get; init; }

    /// <summary>The time between two summaries.</summary>
    public required TimeSpan SummaryEvery { get; init; }

    /// <summary>How long; null until it is cancelled.</summary>
    public TimeSpan? For { get; init; }

    /// <summary>The NTP server that the clock's rate is compared with; null for none.</summary>
    public NtpAddress? Reference { get; init; }

    /// <summary>Whether each sample is a line too.</summary>
    public bool Samples { get; init; }

    /// <summary>Whether executable memory may be allocated, to measure RDTSC by itself.</summary>
    public bool UseStub { get; init; } = true;

    /// <summary>How results are left with the hypervisor; null for not at all.</summary>
    public PublishSettings? Publish { get; init; }

    /// <summary>Pseudonyms for what is written; null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }
}

/// <summary>Measures this machine's clocks again and again, and reports what changes.</summary>
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
        using var clocks = GuestCheck.OpenClocks(settings.UseStub);
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
