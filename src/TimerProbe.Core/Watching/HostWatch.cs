using TimerProbe.Core.Units;

namespace TimerProbe.Core.Watching;

/// <summary>
/// What the guest was told of its host at a time, by the wall clock and by the clock nobody sets: the Tools' session, the host's processor
/// speed, and the TSC frequency that CPUID tells; null when not told, or not asked for.
/// </summary>
public sealed record HostClockReading(DateTimeOffset At, TimeSpan Elapsed, string? SessionId, Frequency? HostHz, Frequency? VirtualTscHz);

/// <summary>Compares what is told of the host with what was told before. Silence changes nothing.</summary>
internal sealed class HostWatch
{
    /// <summary>The Tools tell whole megahertz: one more or less is the same.</summary>
    private const double SameMegahertz = 1.5;

    private HostClockReading? _known;

    /// <summary>What was known before and is known by the next reading, when it differs.</summary>
    public (HostClockReading Before, HostClockReading Now)? Take(HostClockReading reading)
    {
        var before = _known;
        _known = before is null ? reading : reading with
        {
            SessionId = reading.SessionId ?? before.SessionId,
            HostHz = reading.HostHz ?? before.HostHz,
            VirtualTscHz = reading.VirtualTscHz ?? before.VirtualTscHz,
        };
        return before is not null && Differs(before, _known) ? (before, _known) : null;
    }

    private static bool Differs(HostClockReading before, HostClockReading now) =>
        (before.SessionId is { } session && session != now.SessionId)
        || (before.HostHz is { } host && now.HostHz is { } other && Math.Abs(host.Megahertz - other.Megahertz) > SameMegahertz);
}
