using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;

namespace TimerProbe.Guest.Watching;

/// <summary>Where samples come from.</summary>
public interface IWatchSource
{
    /// <summary>The time by all clocks of a watch.</summary>
    WatchMoment Now();

    /// <summary>The processor time this process has used so far.</summary>
    TimeSpan CpuTime();

    /// <summary>Takes a sample.</summary>
    /// <param name="number">The number of the sample.</param>
    /// <param name="late">How long after it was due.</param>
    /// <param name="path">The way a clock read takes here.</param>
    /// <param name="cancel">Ends it at once; the sample is then not to be used.</param>
    WatchSample Take(long number, TimeSpan late, ClockPath path, CancellationToken cancel);
}

/// <summary>Takes a sample when it is due, until its time is up or it is asked to end.</summary>
/// <param name="source">Where samples come from.</param>
/// <param name="host">What is asked about the host.</param>
/// <param name="log">Where lines go.</param>
/// <param name="time">Counts the waiting.</param>
public sealed class WatchLoop(IWatchSource source, IHostReader host, IWatchLog log, TimeProvider time)
{
    /// <summary>How often the host's session is asked for.</summary>
    public static readonly TimeSpan HostEvery = TimeSpan.FromMinutes(1);

    private TimeSpan _hostAsked;
    private bool _askedInDoubt;

    /// <summary>Ends in good order: with a summary of what no other covers, and the end.</summary>
    /// <param name="start">What is known at the start.</param>
    /// <param name="path">The way a clock read takes, as of the start.</param>
    /// <param name="length">How long to watch, one sample at least; null for until it is asked to end.</param>
    /// <param name="sampled">Called after each sample.</param>
    /// <param name="cancel">Asks it to end.</param>
    public void Run(WatchStart start, ClockPath path, TimeSpan? length, Action<WatchState> sampled, CancellationToken cancel)
    {
        var state = new WatchState(start);
        log.Append(state.Started);
        host.Ask(everything: true);
        _hostAsked = start.Moment.Elapsed;
        var due = source.Now().Awake;
        var expected = due;
        for (var number = 1L; !cancel.IsCancellationRequested && (number == 1 || !IsOver(start, length)); number++)
        {
            var sample = source.Take(number, source.Now().Awake - expected, path, cancel);
            if (cancel.IsCancellationRequested)
            {
                break;
            }

            Append(state.Take(sample));
            path = AskHost(state, sample) ?? path;
            sampled(state);
            expected = due + start.Every;
            due = Next(due, start.Every);
            WaitFor(due, start.Moment.Elapsed + length, cancel);
        }

        Append(state.End(cancel.IsCancellationRequested ? WatchEnd.Stopped : WatchEnd.TimeIsUp, source.Now(), source.CpuTime()));
        sampled(state);
    }

    private bool IsOver(WatchStart start, TimeSpan? length) => source.Now().Elapsed - start.Moment.Elapsed >= length;

    private ClockPath? AskHost(WatchState state, WatchSample sample)
    {
        ClockPath? path = null;
        if (host.Answer() is { } answer)
        {
            path = answer.Path;
            var lines = state.Take(answer.Reading);
            Append(lines);
            if (lines.Count > 0 && answer.Path is null)
            {
                host.Ask(everything: true); // Another session may be another host.
            }
        }

        var inDoubt = state.IsInDoubt && !_askedInDoubt;
        _askedInDoubt = state.IsInDoubt;
        if (inDoubt || sample.Moment.Elapsed - _hostAsked >= HostEvery)
        {
            host.Ask(everything: inDoubt);
            _hostAsked = sample.Moment.Elapsed;
        }

        return path;
    }

    /// <summary>The next time that is not over yet: what was missed is left out.</summary>
    private TimeSpan Next(TimeSpan due, TimeSpan every)
    {
        var missed = Math.Max(0, Math.Floor((source.Now().Awake - due) / every));
        return due + (every * (missed + 1));
    }

    /// <summary>Waits until the next sample is due or the end has come, and not less: timers may fire some milliseconds early.</summary>
    private void WaitFor(TimeSpan due, TimeSpan? end, CancellationToken cancel)
    {
        while (!cancel.IsCancellationRequested && Left(due, end) is var left && left > TimeSpan.Zero)
        {
            Task.Delay(left, time, cancel)
                .ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default)
                .Wait(CancellationToken.None);
        }
    }

    /// <summary>In whole milliseconds, as timers count.</summary>
    private TimeSpan Left(TimeSpan due, TimeSpan? end)
    {
        var now = source.Now();
        var (awake, elapsed) = (due - now.Awake, end - now.Elapsed);
        return TimeSpan.FromMilliseconds(Math.Ceiling((elapsed < awake ? elapsed.Value : awake).TotalMilliseconds));
    }

    private void Append(IEnumerable<WatchLine> lines)
    {
        foreach (var line in lines)
        {
            log.Append(line);
        }
    }
}

/// <summary>
/// Keeps a process small that runs for weeks. The runtime takes the size of its first generation from the processor's cache, which may be
/// hundreds of megabytes: by itself, a process that needs two would grow to that before anything is collected.
/// </summary>
public sealed class SmallHeap
{
    /// <summary>Bytes that may be allocated before they are collected: some minutes of samples.</summary>
    public const long Allowed = 8 * 1024 * 1024;

    private long _collectedAt = GC.GetTotalAllocatedBytes();

    /// <summary>Collects when much was allocated. To be called between samples.</summary>
    public void Tidy()
    {
        var allocated = GC.GetTotalAllocatedBytes();
        if (allocated - _collectedAt > Allowed)
        {
            GC.Collect(1, GCCollectionMode.Forced, blocking: true);
            _collectedAt = allocated;
        }
    }
}
