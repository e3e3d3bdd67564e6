namespace TimerProbe.Guest.Measuring;

/// <summary>The constants of the method; docs/measuring.md says how each was found.</summary>
public static class MeasuringPlan
{
    /// <summary>Wall-clock time. A machine with a processor to spare needs a hundredth of it; at 100 % CPU it waits its turn.</summary>
    public static readonly TimeSpan DefaultBudget = TimeSpan.FromSeconds(5);

    public static readonly TimeSpan MaxRecord = TimeSpan.FromMilliseconds(400);

    public static readonly TimeSpan MaxProcessorLook = TimeSpan.FromSeconds(1);

    /// <summary>The time that looking for phases may take: 40 ms where the process runs, its turns where it seldom does.</summary>
    public static readonly TimeSpan MaxPhaseProbe = TimeSpan.FromSeconds(2.5);

    public static readonly TimeSpan QuickBudget = TimeSpan.FromSeconds(1);

    public const int QuickBatches = 128;

    public static readonly IReadOnlyList<int> Looks = [32, 64, 128, 256, 512];

    public const double Misrate = ClockFacts.Misrate;

    public const int MinBatchCalls = 4;

    /// <summary>A batch this long drowns the resolution of the timestamps around it (100 ns on Windows).</summary>
    public static readonly Duration MinBatchTime = Duration.FromMicroseconds(20);

    /// <summary>
    /// The calls of a batch last this many reads of the timestamp at least, so that an expensive timestamp does not show in cheap calls.
    /// Batches then grow beyond what a busy machine leaves alone, but beside a clock that expensive no contamination changes the cause.
    /// </summary>
    public const int TimestampReadsPerBatch = 8;

    public const int WarmUpGroup = 4;

    public const double WarmUpTolerance = 0.1;

    public const int MaxWarmUp = 10;
}
