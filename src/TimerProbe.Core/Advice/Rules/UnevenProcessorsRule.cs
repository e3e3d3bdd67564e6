namespace TimerProbe.Core.Advice;

internal sealed class UnevenProcessorsRule() : GuestRule("TP105", isOfCheapClock: true)
{
    private const double FarRatio = 3;
    private const double FarNanoseconds = 100;
    private const int ShownProcessors = 8;

    protected override Observation? Observe(GuestFacts facts)
    {
        var processors = facts.PerProcessor ?? [];
        var evidence = Compare(processors, "Precise time", processor => processor.PreciseTimeNs)
            .Concat(Compare(processors, "RDTSC", processor => processor.TimestampCounterNs))
            .ToList();
        if (evidence.Count == 0)
        {
            return null;
        }

        var starved = facts.IsStarved;
        var slow = !starved && processors.Any(processor => processor.PreciseTimeNs > VerdictTable.SuspiciousLimit);
        return new(slow ? Severity.Critical : Severity.Warning, starved ? Confidence.Inferred : Confidence.Measured, evidence);
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        Again(),
        .. GuestClocksource.Linux("timerprobe check --per-processor"),
        VMwarePower.Cycle(vm) with { Verify = "timerprobe check --per-processor" },
        VMwareHost.Distrusted() with { Verify = "timerprobe check --per-processor" },
        .. Platforms.Restart(vm).Select(remedy => remedy with { Verify = "timerprobe check --per-processor" }),
        OtherClock.FirmwareUpdate() with { Verify = "timerprobe check --per-processor" },
    ];

    private static PlannedRemedy Again() => new(Setting.Anywhere, "Measure again: if it persists, it is a processor; if not, a change",
        [new(Tools.TimerProbe, "timerprobe check --per-processor")],
        [])
    {
        Verify = "timerprobe check --per-processor",
    };

    private static IEnumerable<Evidence> Compare(
        IReadOnlyList<ProcessorClockFacts> processors, string what, Func<ProcessorClockFacts, Duration?> cost)
    {
        var known = processors.Where(processor => cost(processor) is not null).ToList();
        if (known.Count < 2)
        {
            return [];
        }

        var far = known
            .Select(processor => (Processor: processor, Cost: cost(processor)!.Value, Others: MedianOfOthers(known, processor, cost)))
            .Where(seen => IsFar(seen.Cost, seen.Others))
            .ToList();
        if (far.Count == known.Count)
        {
            // Two processors, or two halves: each is far from the other, and what is wrong is the expensive one.
            far.RemoveAll(seen => seen.Cost < seen.Others);
        }

        var others = known.Count == 2 ? "the other" : "the others (median)";
        return far.Take(ShownProcessors).SelectMany(seen => EvidenceFactory.Of(
            EvidenceFactory.Cost($"{what} on processor {Name(seen.Processor)}", seen.Cost),
            EvidenceFactory.Cost($"{what} on {others}", seen.Others)));
    }

    private static bool IsFar(Duration cost, Duration others)
    {
        var (low, high) = cost < others ? (cost, others) : (others, cost);
        return high.Nanoseconds > FarRatio * low.Nanoseconds && high.Nanoseconds - low.Nanoseconds > FarNanoseconds;
    }

    private static Duration MedianOfOthers(
        List<ProcessorClockFacts> known, ProcessorClockFacts processor, Func<ProcessorClockFacts, Duration?> cost)
    {
        var others = known.Where(other => !ReferenceEquals(other, processor)).Select(other => cost(other)!.Value.Nanoseconds);
        return new Duration(OrderStatistics.Quantile([.. others.Order()], 0.5));
    }

    private static string Name(ProcessorClockFacts processor) => processor.Group == 0
        ? processor.Processor.ToString()
        : $"{processor.Processor} of group {processor.Group}";
}
