using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;
using TimerProbe.Core.Watching;
using TimerProbe.Guest.Clocks;
using TimerProbe.Guest.Measuring;

namespace TimerProbe.Guest.Watching;

/// <summary>Samples of this machine.</summary>
/// <param name="clocks">The clocks, precise time among them.</param>
/// <param name="time">The wall clock.</param>
/// <param name="reference">Compares the clocks with one outside; null for none.</param>
public sealed class MachineSource(IReadOnlyList<Clock> clocks, TimeProvider time, ReferenceMeter? reference = null) : IWatchSource
{
    private readonly WatchMeasurement _measurement = new(clocks, time);
    private readonly DriftMeter _drift = new(clocks, time);
    private readonly MomentReader _moments = new(time);

    /// <inheritdoc/>
    public WatchMoment Now() => _moments.Read();

    /// <inheritdoc/>
    public TimeSpan CpuTime() => Environment.CpuUsage.TotalTime;

    /// <inheritdoc/>
    public WatchSample Take(long number, TimeSpan late, ClockPath path, CancellationToken cancel)
    {
        var moment = Now();
        var figures = _measurement.Run(path, cancel);
        if (late > WatchLimits.StoodStill)
        {
            _drift.Forget();
            reference?.Forget();
        }

        var compared = reference?.Take();

        return new WatchSample
        {
            Number = number,
            Moment = moment,
            Late = late,
            Intervals = figures.Intervals,
            Path = path,
            Control = figures.Control,
            Costs = figures.Costs,
            Drift = _drift.Take(cancel),
            AgainstReference = compared?.Rates,
            WhyNoReference = compared?.Why,
            CpuTime = CpuTime(),
        };
    }
}

/// <summary>
/// The short measurement that is taken again and again: the sources that the verdict rests on and the control, by the method of
/// <see cref="ClockMeasurement"/> and with its judges, without what is only for the record.
/// </summary>
internal sealed class WatchMeasurement(IReadOnlyList<Clock> clocks, TimeProvider time)
{
    /// <summary>
    /// The wall-clock time a measurement may take. What it costs the machine is bounded by <see cref="MostBatches"/> instead: where the
    /// processors are busy it mostly waits, and would never get its few milliseconds in a short time.
    /// </summary>
    public static readonly TimeSpan Budget = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Batches of each source after which a sample that is not decided does not count: some milliseconds of work, or tens where reads trap.
    /// </summary>
    public const int MostBatches = 128;

    /// <summary>Half as long as in a check: the costs to distinguish differ by a factor of 2, and each week has 60,000 samples.</summary>
    private static readonly Duration ShortestBatch = Duration.FromMicroseconds(10);

    private readonly Clock[] _clocks = ClockMeasurement.Deciding(clocks);

    /// <summary>Ends at once with what there is when it is cancelled.</summary>
    /// <exception cref="InvalidOperationException">Precise time is not among the clocks, or does not exist here.</exception>
    public WatchFigures Run(ClockPath path, CancellationToken cancel)
    {
        var judge = new VerdictJudge(path);
        var frequency = new TscFrequencyEstimate(_clocks);
        var run = new InterleavedRun([.. _clocks.Select(clock => clock.Calls!), new ArithmeticControl()], ShortestBatch);
        var (series, control) = (new ClockSeries(_clocks, [.. run.Series.SkipLast(1)]), run.Series[^1]);
        run.Measure(new StopCondition(time, Budget, cancel), () => IsDecided() || control.Count >= MostBatches);
        var factor = ControlJudge.Factor(control, frequency.Now());
        return new WatchFigures(
            ClockMeasurement.Intervals(series) with { Control = factor },
            ControlJudge.Judge(control, Stalls.From([.. series.Where(readsClock: false), control]), run.Recording, factor),
            [.. _clocks.Select(clock => new SourceCosts(clock.Source, series.Of(clock.Source)!.Costs.ToArray()))]);

        bool IsDecided() =>
            judge.IsDecided(ClockMeasurement.Intervals(series) with { Control = ControlJudge.Factor(control, frequency.Now()) });
    }
}

internal sealed record WatchFigures(ClockIntervals Intervals, ControlFacts Control, IReadOnlyList<SourceCosts> Costs);

/// <summary>
/// Compares the rates of precise and coarse time from one window's end to the next. <see cref="DriftProbe"/> spins until coarse time
/// steps; this one sleeps through most of the step, so that it may go on for weeks.
/// </summary>
internal sealed class DriftMeter(IReadOnlyList<Clock> clocks, TimeProvider time)
{
    /// <summary>The length of a window, or the time between two samples if that is longer.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromMinutes(1);

    private const int Comparisons = 5;

    private static readonly Duration LongestSpin = Duration.FromMilliseconds(1);

    private readonly IClockReader? _precise = Clock.ValuesOf(ClockSource.PreciseTime, clocks);
    private readonly IClockReader? _coarse = Clock.ValuesOf(ClockSource.CoarseTime, clocks);
    private (Offset Offset, long At)? _last;

    /// <summary>Ends the window if it is long enough, and begins the next.</summary>
    /// <returns>Null within a window, at first, when cancelled, and without precise or coarse time.</returns>
    public DriftFacts? Take(CancellationToken cancel)
    {
        if (_precise is null || _coarse is null || (_last is { } begun && time.GetElapsedTime(begun.At) < Window))
        {
            return null;
        }

        var (offset, at) = (Compare(_precise, _coarse, cancel), time.GetTimestamp());
        if (cancel.IsCancellationRequested)
        {
            return null;
        }

        var before = _last;
        _last = (offset, at);
        return before is { } start ? DriftProbe.Describe(start.Offset, offset, time.GetElapsedTime(start.At, at)) : null;
    }

    /// <summary>Drops the window: a clock was set, or the machine was suspended.</summary>
    public void Forget() => _last = null;

    private static Offset Compare(IClockReader precise, IClockReader coarse, CancellationToken cancel)
    {
        var differences = new double[Comparisons];
        var step = Duration.Zero;
        for (var i = 0; i < Comparisons && !cancel.IsCancellationRequested; i++)
        {
            (differences[i], step) = CompareAtStep(precise, coarse, step);
            _ = cancel.WaitHandle.WaitOne(TimeSpan.FromMilliseconds(Math.Max(1, Math.Floor(step.Milliseconds - 1))));
        }

        return Offset.From(differences);
    }

    /// <summary>
    /// The smallest difference seen around a step of coarse time, or in the time a spin may take: a difference away from the step is
    /// larger, never smaller. Where a sleep ends with a tick, as on Windows, the step is right behind.
    /// </summary>
    private static (double Difference, Duration Step) CompareAtStep(IClockReader precise, IClockReader coarse, Duration step)
    {
        var unit = coarse.Unit!.Value.Nanoseconds;
        var before = coarse.Read();
        var smallest = double.MaxValue;
        var started = TimeProvider.System.GetTimestamp();
        long now;
        do
        {
            now = coarse.Read();
            smallest = Math.Min(smallest, (precise.Read() - now) * unit);
        }
        while (now == before && TickLength.Of(TimeProvider.System.GetTimestamp() - started) < LongestSpin);
        return (smallest, now == before ? step : new Duration((now - before) * unit));
    }
}

/// <summary>
/// Reads the wall clock and the two clocks nobody sets at one moment: one goes on while the machine is suspended, the other does not.
/// </summary>
internal sealed unsafe partial class MomentReader(TimeProvider time)
{
    private const int Tries = 3;
    private const int ClockMonotonic = 1;
    private const int ClockBoottime = 7;

    /// <summary>Takes the shortest of a few tries: being interrupted between two clocks must not pass for a step of one.</summary>
    public WatchMoment Read()
    {
        var (shortest, best) = (TimeSpan.MaxValue, default(WatchMoment));
        for (var i = 0; i < Tries; i++)
        {
            var before = Elapsed();
            var wall = time.GetUtcNow();
            var after = Elapsed();
            if (after - before < shortest)
            {
                (shortest, best) = (after - before, new WatchMoment(wall, before + ((after - before) / 2), Awake()));
            }
        }

        return best;
    }

    /// <summary>Goes on: CLOCK_BOOTTIME; QueryPerformanceCounter on Windows.</summary>
    private static TimeSpan Elapsed() => OperatingSystem.IsLinux() ? Linux(ClockBoottime) : System();

    /// <summary>Stands still: CLOCK_MONOTONIC; QueryUnbiasedInterruptTime on Windows, which moves in ticks of up to 16 ms.</summary>
    private static TimeSpan Awake() => OperatingSystem.IsLinux() ? Linux(ClockMonotonic)
        : OperatingSystem.IsWindows() ? Windows()
        : System();

    private static TimeSpan System() => TimeProvider.System.GetElapsedTime(0);

    [SupportedOSPlatform("linux")]
    private static TimeSpan Linux(int clock)
    {
        var parts = stackalloc long[2];
        return ClockGettime(clock, parts) == 0 ? new TimeSpan((parts[0] * TimeSpan.TicksPerSecond) + (parts[1] / 100)) : System();
    }

    [SupportedOSPlatform("windows")]
    private static TimeSpan Windows()
    {
        ulong units;
        return QueryUnbiasedInterruptTime(&units) != 0 ? new TimeSpan((long)units) : System();
    }

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int ClockGettime(int clock, long* time);

    [SupportedOSPlatform("windows")]
    [LibraryImport("kernel32.dll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static partial int QueryUnbiasedInterruptTime(ulong* unbiasedTime);
}
