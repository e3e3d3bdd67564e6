using System.Globalization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Units;
using static System.FormattableString;

namespace TimerProbe.Core.Watching;

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
            ? $"this machine's TSC is told as {reported}, {reported.DifferenceFrom(speed)} from the host's"
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
