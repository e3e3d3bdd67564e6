using System.Globalization;
using System.Text.Json.Serialization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Statistics;
using TimerProbe.Core.Units;
using static System.FormattableString;

namespace TimerProbe.Core.Watching;

/// <summary>Watching began.</summary>
public sealed record WatchStarted : WatchLine
{
    /// <summary>The program that watches.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>The facts of the machine that are quick to read.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>The time between two samples.</summary>
    public required double EverySeconds { get; init; }
}

/// <summary>One sample; written only when asked for.</summary>
public sealed record WatchSampled : WatchLine
{
    /// <summary>What its figures mean by themselves.</summary>
    public required ClockState State { get; init; }

    /// <summary>Why, when it is not healthy.</summary>
    public required ClockCause Cause { get; init; }

    /// <summary>Whether something took the processor from the process.</summary>
    public required bool Starved { get; init; }

    /// <summary>A read of precise time.</summary>
    public required Duration PreciseTimeNs { get; init; }

    /// <summary>RDTSC; null when it is not measured by itself.</summary>
    public Duration? TimestampCounterNs { get; init; }

    /// <summary>CPUID; null when it was not measured.</summary>
    public Duration? VmExitNs { get; init; }
}

/// <summary>What was seen since the summary before, or the start.</summary>
public sealed record WatchSummary : WatchLine
{
    /// <summary>When the time it covers began.</summary>
    public required DateTimeOffset From { get; init; }

    /// <summary>How long it covers.</summary>
    public required double OverSeconds { get; init; }

    /// <summary>The samples taken in it.</summary>
    public required SampleCounts Samples { get; init; }

    /// <summary>The level at its end; null before there was one.</summary>
    public required WatchLevel? Level { get; init; }

    /// <summary>What a call cost, batch by batch of all samples that were served.</summary>
    public required IReadOnlyList<ClockHistogram> Clocks { get; init; }

    /// <summary>The last comparison of the clocks' rates; null before there was one.</summary>
    public required WatchRates? Rates { get; init; }

    /// <summary>What watching cost.</summary>
    public required WatchCost Cost { get; init; }
}

/// <summary>Watching ended in good order.</summary>
public sealed record WatchEnded : WatchLine
{
    /// <summary>Why.</summary>
    public required WatchEnd Reason { get; init; }

    /// <summary>All samples of the run.</summary>
    public required SampleCounts Samples { get; init; }

    /// <summary>How many changes of level were seen.</summary>
    public required int Changes { get; init; }

    /// <summary>The level at its end; null when it was too short to find one.</summary>
    public WatchLevel? Level { get; init; }

    /// <summary>What watching cost.</summary>
    public required WatchCost Cost { get; init; }
}

/// <summary>Samples, counted.</summary>
/// <param name="Taken">All of them.</param>
/// <param name="Starved">Those in which something took the processor from the process.</param>
/// <param name="Healthy">Those whose state by itself was healthy.</param>
/// <param name="Check">Those that were check by themselves.</param>
/// <param name="Suspicious">Those that were suspicious by themselves.</param>
/// <param name="Slow">Those that were slow by themselves.</param>
/// <param name="Unclear">Those whose state by itself could not be pinned down.</param>
public sealed record SampleCounts(long Taken, long Starved, long Healthy, long Check, long Suspicious, long Slow, long Unclear)
{
    /// <summary>No samples.</summary>
    public static readonly SampleCounts None = new(0, 0, 0, 0, 0, 0, 0);

    /// <summary>The counts with one sample more.</summary>
    public SampleCounts With(WatchSample sample)
    {
        var state = sample.Verdict.State;
        return new SampleCounts(
            Taken + 1,
            Starved + (sample.Served ? 0 : 1),
            Healthy + One(ClockState.Healthy),
            Check + One(ClockState.Check),
            Suspicious + One(ClockState.Suspicious),
            Slow + One(ClockState.Slow),
            Unclear + One(ClockState.Unclear));

        int One(ClockState counted) => state == counted ? 1 : 0;
    }
}

/// <summary>The costs of one source over a time.</summary>
/// <param name="Source">The source.</param>
/// <param name="Batches">How many batches were counted.</param>
/// <param name="MinNs">The cheapest batch's cost a call.</param>
/// <param name="P50Ns">The median, to 2.2 % as the other quantiles.</param>
/// <param name="P90Ns">The 90th percentile.</param>
/// <param name="P99Ns">The 99th percentile.</param>
/// <param name="MaxNs">The most expensive batch's cost a call.</param>
/// <param name="Buckets">The histogram itself: merging those of several lines loses nothing.</param>
public sealed record ClockHistogram(
    ClockSource Source,
    long Batches,
    Duration? MinNs,
    Duration? P50Ns,
    Duration? P90Ns,
    Duration? P99Ns,
    Duration? MaxNs,
    IReadOnlyList<BucketCount> Buckets)
{
    internal static ClockHistogram From(ClockSource source, LogHistogram counted) => new(
        source,
        counted.Count,
        counted.Shortest,
        counted.Quantile(0.5),
        counted.Quantile(0.9),
        counted.Quantile(0.99),
        counted.Longest,
        counted.NotEmpty());
}

/// <summary>What watching cost, this process alone and without what it starts now and then.</summary>
/// <param name="CpuMs">Processor time over the time covered.</param>
/// <param name="CpuShare">The same as a share of one processor: 0.001 is 0.1 %.</param>
public sealed record WatchCost(double CpuMs, double CpuShare)
{
    /// <summary>The cost of so much processor time over so much time.</summary>
    public static WatchCost From(TimeSpan cpu, TimeSpan over) => new(
        Math.Round(cpu.TotalMilliseconds, 3),
        over > TimeSpan.Zero ? Math.Round(cpu / over, 6) : 0);
}

/// <summary>Why watching ended.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<WatchEnd>))]
public enum WatchEnd
{
    /// <summary>It was asked to: Ctrl+C, SIGTERM, a stop of the service.</summary>
    Stopped,

    /// <summary>The time it was given is over.</summary>
    TimeIsUp,
}

/// <summary>Lines in a few words.</summary>
public static class WatchLineText
{
    /// <summary>A change, such as <c>healthy -> slow (tscTrapped): precise time 24 ns -> 1,180 ns</c>.</summary>
    public static string Format(WatchChanged change) => Join(
        $"{Name(change.From)} -> {Name(change.To)}: precise time {Cost(change.From)} -> {Cost(change.To)}",
        Pair("RDTSC", change.From.TimestampCounterNs?.ToString(), change.To.TimestampCounterNs?.ToString()),
        Pair("of a VM exit", Share(change.From), Share(change.To)),
        change.To.AlternatesWithNs is null ? null : "see timerprobe check --per-processor");

    /// <summary>A level, such as <c>healthy: precise time 24 ns, RDTSC 10 ns, 0.01 of a VM exit</c>.</summary>
    public static string Format(WatchLevel level) => Join(
        $"{Name(level)}: precise time {Cost(level)}",
        level.TimestampCounterNs is { } tsc ? $"RDTSC {tsc}" : null,
        Share(level) is { } share ? $"{share} of a VM exit" : null);

    /// <summary>A drift.</summary>
    public static string Format(WatchDrifted drift)
    {
        var clocks = drift.Pair switch
        {
            RatePair.PreciseAgainstCoarse => "precise and coarse time run",
            RatePair.WallAgainstMonotonic => "wall clock and monotonic clock run",
            _ => "this machine's counter and the reference outside run",
        };
        return Invariant($"{clocks} {(drift.Apart ? "apart" : "together again")}: {drift.RatePpm} over {drift.OverSeconds:0} s");
    }

    /// <summary>A step of the wall clock.</summary>
    public static string Format(WatchClockStepped step) =>
        Invariant($"the wall clock was set {(step.ByMs > 0 ? "forward" : "back")} by {Math.Abs(step.ByMs) / 1e3:#,0.###} s");

    /// <summary>A suspension.</summary>
    public static string Format(WatchSuspended suspended) => suspended.SeenBy == SuspensionSign.SleepClock
        ? Invariant($"the machine slept for {suspended.ForSeconds:#,0.#} s")
        : Invariant($"a sample came {suspended.ForSeconds:#,0.#} s late: the process or the machine stood still");

    /// <summary>Another host, or another session on it.</summary>
    public static string Format(WatchHostChanged host) => Join(
        host.SessionIdBefore == host.SessionId
            ? null
            : $"VMware Tools session {host.SessionIdBefore ?? "unknown"} -> {host.SessionId ?? "unknown"}",
        host.HostHzBefore == host.HostHz || host.HostHz is null
            ? null
            : $"host {Megahertz(host.HostHzBefore)} -> {Megahertz(host.HostHz)}",
        host is { VirtualTscHz: { } reported, HostHz: { } speed }
            ? $"this machine's TSC is reported as {reported}, {reported.DifferenceFrom(speed)} from the host's"
            : null);

    private static string Join(params IEnumerable<string?> parts) => string.Join(", ", parts.OfType<string>());

    private static string Name(WatchLevel level) => level switch
    {
        { AlternatesWithNs: not null } => "mixed",
        { Cause: ClockCause.None } => level.State.ToDocumentName(),
        _ => $"{level.State.ToDocumentName()} ({level.Cause.ToDocumentName()})",
    };

    private static string Cost(WatchLevel level) =>
        level.AlternatesWithNs is { } fast ? $"{fast} and {level.PreciseTimeNs} in turn" : level.PreciseTimeNs.ToString();

    private static string? Share(WatchLevel level) => level.RatioToVmExit?.ToString("0.00", CultureInfo.InvariantCulture);

    private static string? Pair(string what, string? from, string? to) => from is null || to is null ? null : $"{what} {from} -> {to}";

    private static string Megahertz(Frequency? frequency) => frequency is { } known ? Invariant($"{known.Megahertz:#,0} MHz") : "unknown";
}
