namespace TimerProbe.Core.Documents;

/// <summary>What <c>timerprobe check</c> found on one machine.</summary>
public sealed record CheckDocument : IGuestCheck, IConcludedDocument<CheckDocument>
{
    /// <summary>The name and version of this document's form.</summary>
    public const string SchemaName = "timerprobe.check/1";

    /// <summary>The name and version of this form.</summary>
    public string Schema { get; init => field = value ?? SchemaName; } = SchemaName;

    /// <summary>A UUID of version 7 (RFC 9562), so that ids sort by time.</summary>
    public required Guid Id { get; init; }

    /// <summary>The program that made the document.</summary>
    public required ToolInfo Tool { get; init; }

    /// <summary>When the command started.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The machine the probe ran on.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>Its clocks, every source listed.</summary>
    public required IReadOnlyList<ClockFacts> Clocks { get; init; }

    /// <summary>The arithmetic that ran between the clocks.</summary>
    public required ControlFacts Control { get; init; }

    /// <summary>The verdict about the clock.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>How the cost of precise time changed while it was measured; null when it did not.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ClockChange? Change { get; init; }

    /// <summary>
    /// Each processor's cost; there when asked for, or when a look at several found them to differ; null else, or when cancelled.
    /// </summary>
    public IReadOnlyList<ProcessorClockFacts>? PerProcessor { get; init; }

    /// <summary>Several threads at once; null when not asked for or cancelled.</summary>
    public IReadOnlyList<ScalingFacts>? Scaling { get; init; }

    /// <summary>Classic rounds of counted calls; null when not asked for or cancelled.</summary>
    public RoundFacts? Rounds { get; init; }

    /// <summary>How fast the machine's clocks run; null when not asked for or cancelled.</summary>
    public DriftFacts? Drift { get; init; }

    /// <summary>Whether the time is right, as far as that was looked at; null in documents of before.</summary>
    public TimeFacts? Time { get; init; }

    /// <summary>What is worth knowing, the most severe first.</summary>
    public required IReadOnlyList<Finding> Findings { get; init; }

    /// <summary>What a configuration keeps out of the findings; null when it keeps out nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public MutingFacts? Muting { get; init; }

    /// <summary>What the command itself cost.</summary>
    public required CheckTiming Timing { get; init; }

    public GuestFacts Facts() => new()
    {
        Machine = Machine,
        Clocks = Clocks,
        Control = Control,
        Verdict = Verdict,
        Change = Change,
        PerProcessor = PerProcessor,
        Scaling = Scaling,
        Drift = Drift,
        Time = Time,
    };

    public CheckDocument WithFindings((IReadOnlyList<Finding> Active, MutingFacts? Muting) divided) =>
        this with { Findings = divided.Active, Muting = divided.Muting };
}

/// <summary>What a check cost.</summary>
/// <param name="MeasuringMs">Wall-clock time spent measuring for the verdict, warm-up included.</param>
/// <param name="TotalMs">Wall-clock time from the process's start to the document.</param>
public sealed record CheckTiming(double MeasuringMs, double TotalMs);
