namespace TimerProbe.Guest.Measuring;

internal interface ITimeReference
{
    TimeReferenceFacts Facts { get; }

    TimeSpan Shortest { get; }

    /// <summary>True when it said that it does not want to be asked, or not so often.</summary>
    bool HasRefused { get; }

    /// <summary>Compares it with the clocks here, which takes a few seconds at most.</summary>
    Reading<ReferenceReading?> Read(CancellationToken cancel);
}

/// <returns>False when it was cancelled.</returns>
internal delegate bool Pause(TimeSpan time, CancellationToken cancel);

internal static class TimeReferences
{
    public static readonly Pause Wait = (time, cancel) => !cancel.WaitHandle.WaitOne(time);

    /// <summary>The server that a user named, else the host by the command of VMware Tools.</summary>
    public static Reading<ITimeReference> Choose(NtpAddress? named, string? toolbox, IReadOnlyList<Clock> clocks) =>
        LocalClocks.From(clocks) is not { } local ? Reading.Missing<ITimeReference>("precise time or the counter cannot be read here")
        : named is not null ? Reading.From<ITimeReference>(new NtpReference(named, local, Wait))
        : toolbox is not null ? Reading.From<ITimeReference>(new ToolsReference(() => AskTools(toolbox), local, Wait))
        : Reading.Missing<ITimeReference>(
            "there is no clock outside of this machine to compare with: name an NTP server with --reference HOST");

    private static Reading<long?> AskTools(string toolbox)
    {
        using var deadline = new Deadline(Deadline.Default, CancellationToken.None);
        return new ToolboxReader(toolbox, deadline).ReadHostTime();
    }
}

/// <summary>
/// The host's time by VMware Tools, which report whole seconds, since whenever. So the moment is looked for at which a second ends:
/// after the start of the last question that was answered with the old second, before the next answer was there. The sharpest of a few
/// such moments counts.
/// </summary>
internal sealed class ToolsReference(Func<Reading<long?>> ask, ILocalClocks clocks, Pause pause) : ITimeReference
{
    private const int Steps = 3;
    private const double LongestLookNs = 3e9;

    // A question is a process started: what it takes, and a clock that runs wrong, must not let the step pass by.
    private static readonly TimeSpan UntilShortlyBefore = TimeSpan.FromMilliseconds(700);

    public TimeReferenceFacts Facts { get; } = new(TimeReferenceKind.VmwareTools, "VMware Tools");

    public bool HasRefused => false;

    public TimeSpan Shortest => TimeSpan.FromSeconds(60);

    public Reading<ReferenceReading?> Read(CancellationToken cancel)
    {
        ReferenceReading? best = null;
        for (var i = 0; i < Steps && (i == 0 || pause(UntilShortlyBefore, cancel)); i++)
        {
            var step = LookForStep(cancel);
            if (step.Value is not { } seen)
            {
                return best is null ? step : Reading.From(best);
            }

            best = seen.UncertaintyNs >= best?.UncertaintyNs ? best : seen;
        }

        return Reading.From(best);
    }

    private Reading<ReferenceReading?> LookForStep(CancellationToken cancel)
    {
        var started = clocks.Now();
        (LocalMoment Asked, long Second)? last = null;
        while (!cancel.IsCancellationRequested)
        {
            var asked = clocks.Now();
            var answer = ask();
            var reported = clocks.Now();
            if (answer.Value is not { } second)
            {
                return answer.Missing<ReferenceReading?>();
            }

            if (last is { } before && second == before.Second + 1)
            {
                return Reading.From<ReferenceReading?>(new ReferenceReading(
                    second * 1_000_000_000,
                    LocalMoment.Between(before.Asked, reported),
                    (reported.CounterNs - before.Asked.CounterNs) / 2));
            }

            last = (asked, second);
            if (reported.CounterNs - started.CounterNs > LongestLookNs)
            {
                return Reading.Missing<ReferenceReading?>("the host's time from VMware Tools does not advance by whole seconds");
            }
        }

        return Reading.Missing<ReferenceReading?>("cancelled");
    }
}

/// <summary>One comparison with a clock outside of the machine.</summary>
/// <param name="Reference">The time of that clock in ns, since whenever it counts from.</param>
/// <param name="Here">The time here at that moment.</param>
/// <param name="UncertaintyNs">By how much the two moments may be apart, in ns.</param>
internal readonly record struct ReferenceReading(long Reference, LocalMoment Here, double UncertaintyNs)
{
    /// <returns>Null when no time passed in between.</returns>
    public ReferenceRates? Since(ReferenceReading earlier)
    {
        double passed = Reference - earlier.Reference;
        var (precise, counter) = (Here.PreciseNs - earlier.Here.PreciseNs, Here.CounterNs - earlier.Here.CounterNs);
        return passed <= 0 ? null : new ReferenceRates(
            Math.Round(passed / 1e9, 3),
            Ahead(precise, passed),
            Ahead(counter, passed),
            new PartsPerMillion((UncertaintyNs + earlier.UncertaintyNs) / passed * 1e6),
            Math.Round((precise - counter) / 1e6, 3) + 0.0); // Not -0.
    }

    private static PartsPerMillion Ahead(double local, double passed) => new((local - passed) / passed * 1e6);
}

/// <summary>A moment by the two clocks of this machine that are compared with a reference.</summary>
/// <param name="PreciseNs">Precise time in ns, which time services correct.</param>
/// <param name="CounterNs">The counter in ns, which they do not.</param>
internal readonly record struct LocalMoment(double PreciseNs, double CounterNs)
{
    public static LocalMoment Between(LocalMoment one, LocalMoment other) =>
        new((one.PreciseNs + other.PreciseNs) / 2, (one.CounterNs + other.CounterNs) / 2);
}

internal interface ILocalClocks
{
    LocalMoment Now();
}

/// <summary>
/// Reads precise time and the counter that no time service corrects: QueryPerformanceCounter on Windows,
/// CLOCK_MONOTONIC_RAW on Linux, where CLOCK_MONOTONIC is slewed with precise time.
/// </summary>
internal sealed class LocalClocks : ILocalClocks
{
    private const int Tries = 3;

    private readonly IClockReader _precise;
    private readonly IClockReader _counter;
    private readonly long _preciseStart;
    private readonly long _counterStart;

    private LocalClocks(IClockReader precise, IClockReader counter)
    {
        (_precise, _counter) = (precise, counter);
        (_preciseStart, _counterStart) = (precise.Read(), counter.Read());
    }

    /// <returns>Null when precise time or the counter does not exist here.</returns>
    public static LocalClocks? From(IReadOnlyList<Clock> clocks) =>
        Clock.ValuesOf(ClockSource.PreciseTime, clocks) is { } precise
            && ClockSet.OpenUncorrectedCounter().Values is { } counter
            ? new LocalClocks(precise, counter)
            : null;

    /// <summary>The one of a few tries in which the two were read closest to each other.</summary>
    public LocalMoment Now()
    {
        var (shortest, best) = (double.MaxValue, default(LocalMoment));
        for (var i = 0; i < Tries; i++)
        {
            var before = Counter();
            var precise = (_precise.Read() - _preciseStart) * _precise.Unit!.Value.Nanoseconds;
            var after = Counter();
            if (after - before < shortest)
            {
                (shortest, best) = (after - before, new LocalMoment(precise, (before + after) / 2));
            }
        }

        return best;
    }

    private double Counter() => (_counter.Read() - _counterStart) * _counter.Unit!.Value.Nanoseconds;
}
