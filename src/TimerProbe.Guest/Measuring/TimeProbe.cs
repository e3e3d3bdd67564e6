namespace TimerProbe.Guest.Measuring;

/// <summary>Looks whether the time is right, and whether something sets it while other things are measured.</summary>
public sealed class TimeProbe(IReadOnlyList<Clock> clocks, NtpAddress? named)
{
    private static readonly TimeSpan QuickAnswer = TimeSpan.FromSeconds(1);

    private readonly LocalClocks? _local = LocalClocks.From(clocks);
    private StepMeter? _steps;
    private Reading<ReferenceReading?>? _offset;
    private TimeReferenceFacts? _reference;
    private ProcessorGap? _gap;

    /// <summary>Looks whether something set the time since the last look.</summary>
    public void LookForSteps() => (_steps ??= _local is { } local ? new StepMeter(local.Now) : null)?.Look();

    /// <summary>Compares the rate of the clocks, and by the same answers the time, with a clock outside.</summary>
    public DriftFacts? MeasureDrift(TimeSpan over, Action<string> progress, CancellationToken cancellationToken)
    {
        LookForSteps();
        var reference = TimeReferences.Choose(named, named is null ? VMwareToolsInspector.FindCommand() : null, _local);
        var (drift, offset) = DriftProbe.Measure(clocks, over, reference, named is not null, LookForSteps, progress, cancellationToken);
        (_offset, _reference) = (offset, reference.Value?.Facts);
        return drift;
    }

    /// <summary>The cost of a read of CLOCK_MONOTONIC_RAW, which a drift goes by; null where it is no clock of its own.</summary>
    public static ClockFacts? MeasureRawCounter(CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux() || ClockSet.OpenUncorrectedCounter() is not { Calls: { } calls } raw)
        {
            return null;
        }

        var run = new InterleavedRun([calls]);
        run.Measure(new StopCondition(TimeProvider.System, MeasuringPlan.MaxRecord, cancellationToken), isSatisfied: () => true);
        return run.Series[0].IsComplete ? ClockMeasurement.Describe(raw, ClockSource.MonotonicRaw, run.Series[0]) : null;
    }

    /// <summary>Asks the server that was named for the time, for a second at most.</summary>
    public void AskTime(CancellationToken cancellationToken)
    {
        if (named is not null && _local is { } local)
        {
            var server = new NtpReference(named, local.Now, TimeReferences.Wait) { Deadline = QuickAnswer };
            (_offset, _reference) = (server.Read(cancellationToken), server.Facts);
        }
    }

    public void CompareProcessors(IReadOnlyList<LogicalProcessor> processors, CancellationToken cancellationToken) =>
        _gap = Clock.GetValues(ClockSource.Counter, clocks) is { Unit: { } unit } counter
            ? HandOverProbe.Measure(counter.Read, unit, processors, cancellationToken)
            : null;

    /// <param name="measured">The clocks as they were measured.</param>
    public TimeFacts Describe(MachineFacts machine, IReadOnlyList<ClockFacts> measured)
    {
        var back = measured.Where(clock => TimeFacts.MustNotGoBack(clock.Source))
            .Select(clock => clock.BackwardSteps).OfType<int>().ToList();
        return new TimeFacts
        {
            OffsetMs = _offset?.Value?.OffsetMs,
            OffsetUncertaintyMs = _offset?.Value?.UncertaintyMs,
            Reference = _reference,
            Steps = _steps?.Steps,
            BackwardSteps = back.Count == 0 ? null : back.Sum(),
            ProcessorsApartNs = _gap?.BeyondNs,
            ApartProcessors = _gap is { BeyondNs: > 0 } pair ? [Name(pair.First), Name(pair.Other)] : null,
            Services = _offset is null && _steps is null ? null : TimeServices.Read(machine),
            Unavailable = _offset?.Why is { } why ? [new Unavailable("offsetMs", why)] : [],
        };
    }

    private static string Name(LogicalProcessor processor) =>
        processor.Group == 0 ? $"{processor.Number}" : $"{processor.Group}:{processor.Number}";
}
