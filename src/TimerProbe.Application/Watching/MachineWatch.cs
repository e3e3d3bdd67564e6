using TimerProbe.Application.Checking;
using TimerProbe.Application.Saving;
using TimerProbe.Application.Publishing;
using TimerProbe.Application.Submitting;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Guest.Inspection;
using TimerProbe.Guest.Watching;

namespace TimerProbe.Application.Watching;

/// <summary>Measures this machine's clocks again and again, and tells what changes.</summary>
/// <param name="settings">How.</param>
/// <param name="saved">Where changes are kept, and who is told of them.</param>
/// <param name="submission">What submits them to a server; null for nothing.</param>
/// <param name="context">For whom.</param>
public sealed class MachineWatch(WatchSettings settings, RunStorage saved, RunSubmission? submission, UseCaseContext context)
{
    /// <summary>Watches on a thread of its own until the time is up or it is cancelled; both are its usual end.</summary>
    /// <param name="log">Where the lines go.</param>
    /// <param name="sampled">What is done after each sample.</param>
    /// <param name="cancel">Ends it.</param>
    /// <exception cref="UseCaseException">This machine's clocks cannot be measured.</exception>
    public async Task RunAsync(IWatchLog log, Action<WatchState> sampled, CancellationToken cancel)
    {
        await using var alerts = saved is { Saves: true, Alerts: { } receivers } ? new WatchAlerts(saved, receivers, context) : null;
        var machine = MachineInspector.ReadQuick();
        var news = new WatchLineFilter(machine, context.Time);
        await using var submitting = submission is null ? null : new WatchSubmission(submission, news.Of, context.Time);
        IWatchLog?[] logs = [submitting, saved.Saves ? new StoreLog(saved, news, alerts, context) : null, log];
        await Task.Factory.StartNew(() => Run(machine, [.. logs.OfType<IWatchLog>()], sampled, cancel), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    private void Run(MachineFacts machine, IReadOnlyList<IWatchLog> logs, Action<WatchState> sampled, CancellationToken cancel)
    {
        using var clocks = GuestClocks.Open(settings.UseStub);
        var reference = settings.Reference is { } server ? ReferenceMeter.Open(server, clocks.All, context.Time, context.Dialog.Complain) : null;
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
        using var publisher = settings.Publish is { } publish ? new WatchPublisher(new HypervisorPublisher(publish, context), start.Run, context.Time) : null;
        var everywhere = new AllLogs(publisher is null ? logs : [publisher, .. logs]);
        new WatchLoop(source, HostReader.Open(source.Now), everywhere, context.Time).Run(start, ClockPath.From(machine), settings.For, Sampled, cancel);

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
