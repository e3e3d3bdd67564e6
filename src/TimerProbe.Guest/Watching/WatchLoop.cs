namespace TimerProbe.Guest.Watching;

/// <summary>Where samples come from.</summary>
public interface IWatchSource
{
    WatchMoment Now();

    CpuPressureFacts ReadPressure();

    WatchSample Take(TimeSpan late, ClockPath path, CancellationToken cancellationToken);

    /// <summary>Asks about the host without waiting for the answer.</summary>
    void AskHost(bool everything);

    /// <summary>The answer; null when there is none yet, or nothing was asked. Without a path only the session was asked for.</summary>
    (HostReading Reading, ClockPath? Path)? HostAnswer();
}

/// <summary>Takes a sample when it is due, until its time is up or it is asked to end.</summary>
public sealed class WatchLoop(IWatchSource source, IWatchLog log, TimeProvider time)
{
    public static readonly TimeSpan HostEvery = TimeSpan.FromMinutes(1);

    private TimeSpan _hostAsked;
    private bool _askedInDoubt;

    /// <summary>Ends in good order, with a line.</summary>
    /// <param name="length">How long to watch, one sample at least; null for until it is asked to end.</param>
    public void Run(WatchState state, TimeSpan every, TimeSpan? length, Action<WatchState> sampled, CancellationToken cancellationToken)
    {
        var path = ClockPath.From(state.Machine);
        Write(state.Start());
        source.AskHost(everything: true);
        _hostAsked = state.Begin;
        var due = source.Now().Awake;
        var expected = due;
        do
        {
            var sample = source.Take(source.Now().Awake - expected, path, cancellationToken);
            if (cancellationToken.IsCancellationRequested)
            {
                break;
            }

            path = AnswerOfHost(state) ?? path;
            Write(state.Take(sample));
            AskHost(state, sample);
            sampled(state);
            expected = due + every;
            due = Next(due, every);
            WaitFor(due, state.Begin + length, cancellationToken);
        }
        while (!cancellationToken.IsCancellationRequested && !(source.Now().Elapsed - state.Begin >= length));

        Write(state.Stop(source.Now()));
    }

    private ClockPath? AnswerOfHost(WatchState state)
    {
        if (source.HostAnswer() is not { } answer)
        {
            return null;
        }

        if (state.Take(answer.Reading) && answer.Path is null)
        {
            source.AskHost(everything: true); // Another session may be another host.
        }

        return answer.Path;
    }

    private void AskHost(WatchState state, WatchSample sample)
    {
        var inDoubt = state.IsInDoubt && !_askedInDoubt;
        _askedInDoubt = state.IsInDoubt;
        if (inDoubt || sample.Moment.Elapsed - _hostAsked >= HostEvery)
        {
            source.AskHost(everything: inDoubt);
            _hostAsked = sample.Moment.Elapsed;
        }
    }

    private TimeSpan Next(TimeSpan due, TimeSpan every)
    {
        var missed = Math.Max(0, Math.Floor((source.Now().Awake - due) / every));
        return due + (every * (missed + 1));
    }

    private void WaitFor(TimeSpan due, TimeSpan? end, CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested && Left(due, end) is var left && left > TimeSpan.Zero)
        {
            Task.Delay(left, time, cancellationToken)
                .ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default)
                .Wait(CancellationToken.None);
        }
    }

    private TimeSpan Left(TimeSpan due, TimeSpan? end)
    {
        var now = source.Now();
        var (awake, elapsed) = (due - now.Awake, end - now.Elapsed);
        return TimeSpan.FromMilliseconds(Math.Ceiling((elapsed < awake ? elapsed.Value : awake).TotalMilliseconds));
    }

    private void Write(WatchLine? line)
    {
        if (line is not null)
        {
            var pressure = source.ReadPressure();
            log.Append(line with { Beside = line.Beside with { StealMs = pressure.StealMs, ReadyMs = pressure.WaitedMs } });
        }
    }
}

/// <summary>Where lines go: a console, a file, a store, a server.</summary>
public interface IWatchLog
{
    void Append(WatchLine line);

    void Sampled()
    {
    }
}

/// <summary>
/// Keeps a process small that runs for weeks. The runtime takes the size of its first generation from the processor's cache,
/// which may be hundreds of megabytes: by itself, a process that needs two would grow to that before anything is collected.
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
