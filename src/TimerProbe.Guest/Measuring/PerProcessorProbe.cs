namespace TimerProbe.Guest.Measuring;

/// <summary>Measures precise time and RDTSC on one processor after the other: one bad processor hides in a mean.</summary>
public static class PerProcessorProbe
{
    private static readonly TimeSpan MaxPerProcessor = TimeSpan.FromMilliseconds(200);

    public static IReadOnlyList<ProcessorClockFacts> Measure(
        IReadOnlyList<Clock> clocks, IEnumerable<LogicalProcessor> processors, CancellationToken cancellationToken) =>
        [.. processors.TakeWhile(_ => !cancellationToken.IsCancellationRequested)
            .Select(processor => Measure(clocks, processor, cancellationToken))];

    private static ProcessorClockFacts Measure(IReadOnlyList<Clock> clocks, LogicalProcessor processor, CancellationToken cancellationToken)
    {
        if (!ProcessorTopology.TryPin(processor, out var restore, out _))
        {
            return new ProcessorClockFacts(processor.Number, processor.Group, PreciseTimeNs: null, TimestampCounterNs: null);
        }

        using (restore)
        {
            Clock[] wanted =
                [.. clocks.Where(clock => clock is { Source: ClockSource.PreciseTime or ClockSource.TimestampCounter, Calls: not null })];
            var run = new InterleavedRun(wanted.Select(clock => clock.Calls!));
            run.Measure(new StopCondition(TimeProvider.System, MaxPerProcessor, cancellationToken), isSatisfied: () => true);
            return new ProcessorClockFacts(
                processor.Number, processor.Group, Median(ClockSource.PreciseTime), Median(ClockSource.TimestampCounter));

            Duration? Median(ClockSource source)
            {
                var index = Array.FindIndex(wanted, clock => clock.Source == source);
                return index >= 0 && run.Series[index].IsComplete ? run.Series[index].Interval().Median : null;
            }
        }
    }
}
