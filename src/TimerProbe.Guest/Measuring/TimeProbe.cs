namespace TimerProbe.Guest.Measuring;

/// <summary>Looks whether the time is right, and whether something sets it while other things are measured.</summary>
/// <param name="named">The NTP server to ask; null for none, and with a drift for the host by VMware Tools, if any.</param>
public sealed class TimeProbe(IReadOnlyList<Clock> clocks, NtpAddress? named)
{
    public static readonly TimeSpan ShortestDrift = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan QuickAnswer = TimeSpan.FromSeconds(1);

    private readonly LocalClocks? _local = LocalClocks.From(clocks);
    private StepMeter? _steps;
    private TimeFacts _seen = new();

    /// <summary>Looks whether something set the time since the last look.</summary>
    public void LookForSteps() => (_steps ??= _local is { } local ? new StepMeter(local.Now) : null)?.Look();

    /// <summary>Compares the time with the server that was named, for a second at most.</summary>
    public void AskTime(CancellationToken cancellationToken)
    {
        if (named is not null && _local is { } local)
        {
            var server = new NtpReference(named, local.Now, LocalClocks.Wait) { Deadline = QuickAnswer };
            Note(server.Read(cancellationToken), server);
        }
    }

    /// <summary>Compares the rate of the clocks, and by the same answers the time, with a clock outside.</summary>
    /// <returns>Null when it was cancelled.</returns>
    public DriftFacts? MeasureDrift(TimeSpan over, Action<string> progress, CancellationToken cancellationToken)
    {
        var chosen = Choose(over);
        if (chosen.Value is not { } reference)
        {
            Note(chosen.Missing<ReferenceReading?>(), reference: null);
            return DriftRun.WithoutRates(reference: null, chosen.Missing<ReferenceReading?>());
        }

        LookForSteps();
        var run = new DriftRun(reference, LookForSteps, LocalClocks.Wait);
        var drift = run.Measure(over, progress, cancellationToken);
        Note(run.Best, reference);
        return drift;
    }

    /// <summary>The cost of a read of CLOCK_MONOTONIC_RAW, which a drift goes by; null where it is no clock of its own.</summary>
    public static ClockFacts? MeasureRawCounter(CancellationToken cancellationToken)
    {
        if (ClockSet.OpenUncorrectedCounter() is not { Source: ClockSource.MonotonicRaw, Calls: { } calls } raw)
        {
            return null;
        }

        var run = new InterleavedRun([calls]);
        run.Measure(new StopCondition(TimeProvider.System, MeasuringPlan.MaxRecord, cancellationToken), isSatisfied: () => true);
        return run.Series[0].IsComplete ? ClockMeasurement.Describe(raw, run.Series[0]) : null;
    }

    public void CompareProcessors(IReadOnlyList<LogicalProcessor> processors, CancellationToken cancellationToken)
    {
        if (Clock.GetValues(ClockSource.Counter, clocks) is { Unit: { } unit } counter
            && HandOverProbe.Measure(counter.Read, unit, processors, cancellationToken) is var (other, apart))
        {
            _seen = _seen with
            {
                ProcessorsApartNs = apart.Nanoseconds,
                ApartProcessors = apart > Duration.Zero ? [processors[0].ToString(), other.ToString()] : null,
            };
        }
    }

    /// <param name="measured">The clocks as they were measured.</param>
    public TimeFacts Describe(MachineFacts machine, IReadOnlyList<ClockFacts> measured)
    {
        var back = measured.Where(clock => TimeFacts.MustNotGoBack(clock.Source) && clock.BackwardSteps is not null).ToList();
        return _seen with
        {
            Steps = _steps?.Steps,
            BackwardSteps = back.Count == 0 ? null : back.Sum(clock => clock.BackwardSteps),
            Services = _steps is null && _seen.Reference is null ? null : TimeServices.Read(machine),
        };
    }

    private Reading<ITimeReference> Choose(TimeSpan over) =>
        _local is not { } local ? Reading.Missing<ITimeReference>("precise time or the counter cannot be read here")
        : named is not null ? Reading.From<ITimeReference>(new NtpReference(named, local.Now, LocalClocks.Wait))
        : VMwareToolsInspector.FindCommand() is not { } toolbox ? Reading.Missing<ITimeReference>(
            "there is no clock outside of this machine to compare with: name an NTP server with --reference HOST")
        : over < ToolsReference.Shortest ? Reading.Missing<ITimeReference>(
            $"VMware Tools report the host's time in whole seconds: compare for at least {ToolsReference.Shortest.TotalSeconds:0} s, or name an NTP server with --reference HOST")
        : Reading.From<ITimeReference>(new ToolsReference(
            () => ToolboxReader.AskOnce(toolbox, tools => tools.ReadHostTime()), local.Now, LocalClocks.Wait));

    private void Note(Reading<ReferenceReading?> offset, ITimeReference? reference)
    {
        _seen = _seen with
        {
            OffsetMs = offset.Value?.OffsetMs,
            OffsetUncertaintyMs = offset.Value?.UncertaintyMs,
            Reference = reference?.Facts,
            Unavailable = offset.Unavailable("offsetMs") is { } gap ? [gap] : [],
        };
    }
}
