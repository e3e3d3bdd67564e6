namespace TimerProbe.Core.Facts;

/// <summary>What was seen of whether the time is right, beside what reading it costs. What was not looked at is null.</summary>
public sealed record TimeFacts
{
    /// <summary>By how much precise time is ahead of the reference, in ms; negative when it is behind.</summary>
    public double? OffsetMs { get; init; }

    /// <summary>By how much the offset may be wrong, in ms: half the best answer's round trip.</summary>
    public double? OffsetUncertaintyMs { get; init; }

    /// <summary>The clock outside of the machine that it was compared with.</summary>
    public TimeReferenceFacts? Reference { get; init; }

    /// <summary>How often something set precise time while a drift or rounds were measured; the first 1,000.</summary>
    public IReadOnlyList<TimeStep>? Steps { get; init; }

    /// <summary>How often a reading of precise time, coarse time or the counter was earlier than the one before it.</summary>
    public int? BackwardSteps { get; init; }

    /// <summary>
    /// By how much the counters of two processors differ beyond what handing a reading over allows, of the pair that is furthest apart;
    /// 0 when none does.
    /// </summary>
    public double? ProcessorsApartNs { get; init; }

    /// <summary>That pair, by number, with its group on Windows where there are several; null when no pair is apart.</summary>
    public IReadOnlyList<string>? ApartProcessors { get; init; }

    /// <summary>What sets this machine's clock; empty when nothing was found to, null where the system does not say.</summary>
    public IReadOnlyList<string>? Services { get; init; }

    /// <summary>Whether each reading of a clock has to be as late as the one before, but for what sets it.</summary>
    public static bool MustNotGoBack(ClockSource source) =>
        source is ClockSource.PreciseTime or ClockSource.CoarseTime or ClockSource.Counter;

    /// <summary>Which of the above are unavailable, and why.</summary>
    public IReadOnlyList<Unavailable> Unavailable { get; init => field = value ?? []; } = [];
}

/// <summary>Something set precise time.</summary>
/// <param name="AtMs">When, in ms since it was first looked at.</param>
/// <param name="ByMs">By how much; positive when it was set forward.</param>
public sealed record TimeStep(double AtMs, double ByMs);
