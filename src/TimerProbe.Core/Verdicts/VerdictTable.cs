using TimerProbe.Core.Units;

namespace TimerProbe.Core.Verdicts;

/// <summary>
/// The verdict table: which costs mean which state and cause. It judges exact figures; <see cref="VerdictJudge"/> asks
/// it about every corner of what the measurement allows.
/// </summary>
public static class VerdictTable
{
    /// <summary>At most this is healthy. A native read takes 17-40 ns.</summary>
    public static readonly Duration HealthyLimit = new(100);

    /// <summary>At most this is worth a check; from here on a read may be a trip into the kernel or the hypervisor.</summary>
    public static readonly Duration CheckLimit = new(300);

    /// <summary>At most this is suspicious, above it slow.</summary>
    public static readonly Duration SuspiciousLimit = new(600);

    /// <summary>RDTSC below this runs natively.</summary>
    public static readonly Duration NativeTscLimit = new(100);

    /// <summary>CPUID or RDTSC from this on left the virtual machine; outside one CPUID takes 30-100 ns.</summary>
    public static readonly Duration VmExitFloor = new(300);

    /// <summary>From this share of a VM exit's price on, a read contains one.</summary>
    public const double TrappedRatio = 0.35;

    /// <summary>The state of a cost by its band alone.</summary>
    public static ClockState Band(Duration preciseTime) => preciseTime switch
    {
        _ when preciseTime <= HealthyLimit => ClockState.Healthy,
        _ when preciseTime <= CheckLimit => ClockState.Check,
        _ when preciseTime <= SuspiciousLimit => ClockState.Suspicious,
        _ => ClockState.Slow,
    };

    /// <summary>State, cause and confidence of exact costs: the first row that holds.</summary>
    public static Judgement Judge(ClockCosts costs, ClockPath path, bool starved)
    {
        var band = Band(costs.PreciseTime);
        if (band == ClockState.Healthy)
        {
            return new Judgement(band, ClockCause.None, Confidence: null);
        }

        var dear = costs.PreciseTime >= CheckLimit;
        var exits = path.InVirtualMachine && costs.VmExit is { } vmExit && vmExit >= VmExitFloor;
        return costs.TimestampCounter switch
        {
            { } tsc when exits && tsc >= VmExitFloor && tsc / costs.VmExit!.Value >= TrappedRatio =>
                new Judgement(ClockState.Slow, ClockCause.TscTrapped, Confidence.Measured),
            null when path.FastPath && exits && dear && costs.PreciseTime / costs.VmExit!.Value >= TrappedRatio =>
                new Judgement(ClockState.Slow, ClockCause.TscTrapped, Confidence.Inferred),
            { } tsc when tsc < NativeTscLimit && dear && path.PlatformTimer => new Judgement(band, ClockCause.PlatformTimer, Confidence.Measured),
            { } tsc when tsc < NativeTscLimit && dear && path.HypervisorPage => new Judgement(band, ClockCause.HypervisorPage, Confidence.Inferred),
            _ when starved => new Judgement(band, ClockCause.CpuStarved, Confidence.Measured),
            _ => new Judgement(band, ClockCause.Unknown, Confidence: null),
        };
    }
}

/// <summary>What the table says of exact costs.</summary>
/// <param name="State">How dear a read is.</param>
/// <param name="Cause">Why.</param>
/// <param name="Confidence">How the cause is known; null without one.</param>
public readonly record struct Judgement(ClockState State, ClockCause Cause, Confidence? Confidence);

/// <summary>The exact costs a verdict rests on.</summary>
/// <param name="PreciseTime">A read of precise time.</param>
/// <param name="VmExit">CPUID; null when it was not measured.</param>
/// <param name="TimestampCounter">RDTSC; null without the executable stub.</param>
public readonly record struct ClockCosts(Duration PreciseTime, Duration? VmExit, Duration? TimestampCounter);
