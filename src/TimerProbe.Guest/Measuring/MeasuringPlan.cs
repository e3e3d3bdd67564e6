namespace TimerProbe.Guest.Measuring;

/// <summary>The constants of the method; docs/measuring.md says how each was found.</summary>
public static class MeasuringPlan
{
    /// <summary>
    /// The wall-clock time measuring may take by default. A machine with a processor to spare needs a hundredth of it; one at
    /// 100 % CPU gets its turn only now and then.
    /// </summary>
    public static readonly TimeSpan DefaultBudget = TimeSpan.FromSeconds(5);

    /// <summary>The time for the sources that are measured for the record only.</summary>
    public static readonly TimeSpan LongestRecord = TimeSpan.FromMilliseconds(400);

    /// <summary>
    /// The time that a look at several processors may take: a fraction of a millisecond each, or a turn of its scheduler where it is busy.
    /// </summary>
    public static readonly TimeSpan LongestProcessorLook = TimeSpan.FromSeconds(1);

    /// <summary>The time that looking for phases may take: 40 ms where the process runs, its turns where it seldom does.</summary>
    public static readonly TimeSpan LongestPhaseProbe = TimeSpan.FromSeconds(2.5);

    /// <summary>The wall-clock time of a quick measurement; a busy machine would never give it a few milliseconds in less.</summary>
    public static readonly TimeSpan QuickBudget = TimeSpan.FromSeconds(1);

    /// <summary>The batches of each source after which a quick measurement ends undecided.</summary>
    public const int QuickBatches = 128;

    /// <summary>How many batches each source has had when the verdict is looked for.</summary>
    public static readonly IReadOnlyList<int> Looks = [32, 64, 128, 256, 512];

    /// <inheritdoc cref="ClockFacts.Misrate"/>
    public const double Misrate = ClockFacts.Misrate;

    /// <summary>Calls in the first and smallest batch of a source.</summary>
    public const int SmallestBatch = 4;

    /// <summary>A batch this long drowns the resolution of the timestamps around it (100 ns on Windows).</summary>
    public static readonly Duration ShortestBatch = Duration.FromMicroseconds(20);

    /// <summary>
    /// The calls of a batch last this many reads of the timestamp at least, so that an expensive timestamp does not show in cheap calls.
    /// Batches then grow beyond what a busy machine leaves alone, but beside a clock that expensive no contamination changes the cause.
    /// </summary>
    public const int TimestampReadsPerBatch = 8;

    /// <summary>Batches in one group of the warm-up.</summary>
    public const int WarmUpGroup = 4;

    /// <summary>How far two successive groups' medians may differ when a source is warm.</summary>
    public const double WarmUpTolerance = 0.1;

    /// <summary>Groups after which a source counts as warm whatever it does.</summary>
    public const int LongestWarmUp = 10;
}
