namespace TimerProbe.Core.Facts;

/// <summary>What was measured of one clock, or why it was not.</summary>
public sealed record ClockFacts
{
    /// <summary>
    /// The probability that the interval of a clock's cost would miss the median of independent batches at one look. Batches are not
    /// independent, so it is a stopping rule and the measure of a spread within the run, not a confidence.
    /// </summary>
    public const double Misrate = 2e-5;

    /// <summary>Which clock.</summary>
    public required ClockSource Source { get; init; }

    /// <summary>The function or instruction as its maker spells it.</summary>
    public required string Api { get; init; }

    /// <summary>The cost of a call; null when the clock does not exist here or was not measured.</summary>
    public CallCost? CallNs { get; init; }

    /// <summary>Calls that fit into a second at the median cost: 1e9 / median, not a counted rate.</summary>
    public long? CallsPerSecond { get; init; }

    /// <summary>The cost over that of CPUID; null outside a virtual machine, where CPUID does not exit.</summary>
    public RatioInterval? RatioToVmExit { get; init; }

    /// <summary>
    /// The smallest step seen between two readings; null when none was seen, or each only across time that the processor was lost,
    /// or the clock has no values.
    /// </summary>
    public Duration? GranularityNs { get; init; }

    /// <summary>How often a reading was earlier than the one before it; null when the clock has no values.</summary>
    public int? BackwardSteps { get; init; }

    /// <summary>Batches the cost rests on.</summary>
    public int Batches { get; init; }

    /// <summary>Calls in each batch.</summary>
    public int CallsPerBatch { get; init; }

    /// <summary>Batches run before those and dropped.</summary>
    public int WarmUpBatches { get; init; }

    /// <summary>Why there is no figure; null when there is one.</summary>
    public string? Why { get; init; }
}

/// <summary>The cost of a call over the batches of a run.</summary>
/// <param name="Median">The median of the batches.</param>
/// <param name="Low">The lower end of the median's spread within this run; not the bound of a confidence interval.</param>
/// <param name="High">The upper end of the median's spread within this run.</param>
/// <param name="P99">The 99th percentile of the batches.</param>
public sealed record CallCost(Duration Median, Duration Low, Duration High, Duration P99);

/// <summary>The arithmetic that runs between the clocks and reads none: how well this thread is served.</summary>
/// <param name="MedianNs">The cost of one step: a multiplication and an addition that wait for each other.</param>
/// <param name="Spread">The width of the median's interval relative to the median.</param>
/// <param name="Starved">Whether the arithmetic was slow or unstable, or too much time was lost.</param>
/// <param name="LostShare">The share of the measuring time, 0 to 1, in which batches stood still instead of running.</param>
/// <param name="Because">What showed it; null when not starved.</param>
public sealed record ControlFacts(Duration MedianNs, double Spread, bool Starved, double LostShare = 0, string? Because = null);

/// <summary>How the cost of a precise-time read changed while it was measured.</summary>
/// <param name="LowNs">A read while it is cheap.</param>
/// <param name="HighNs">A read while it is expensive; at least twice the other.</param>
/// <param name="Between">What lies between the two.</param>
/// <param name="HighShare">The share of the observed time, or of the looked-at processors, that
/// is expensive, 0 to 1; null where it was seen only once.</param>
public sealed record ClockChange(Duration LowNs, Duration HighNs, ClockChangeKind Between, double? HighShare);

/// <summary>What lies between a cheap and an expensive read of one clock.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ClockChangeKind>))]
public enum ClockChangeKind
{
    /// <summary>Time: it is cheap at one moment and expensive at another.</summary>
    Time,

    /// <summary>Processors: it is cheap on one and expensive on another.</summary>
    Processors,
}
