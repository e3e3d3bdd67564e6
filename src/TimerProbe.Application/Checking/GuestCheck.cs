namespace TimerProbe.Application.Checking;

public sealed record CheckSettings
{
    /// <summary>The wall-clock time that an undecided check may take.</summary>
    public required TimeSpan Budget { get; init; }

    /// <summary>Null for all that the process may use.</summary>
    public ProcessorList? Processors { get; init; }

    public bool PerProcessor { get; init; }

    public bool Scaling { get; init; }

    /// <summary>How long the rate of the clocks is compared with another; null for not at all.</summary>
    public TimeSpan? Drift { get; init; }

    /// <summary>The NTP server to compare with; null for none, and with a drift for the host by VMware Tools, if any.</summary>
    public NtpAddress? Reference { get; init; }

    /// <summary>In how many rounds calls are counted, of which the first is dropped, and how long each lasts; null for none.</summary>
    public (int Count, TimeSpan Length)? Rounds { get; init; }

    /// <summary>Whether executable memory may be allocated, to measure RDTSC by itself.</summary>
    public required bool UseStub { get; init; }

    public MuteList Mutes { get; init; } = MuteList.None;

    /// <summary>Null for the real names.</summary>
    public Pseudonyms? Pseudonyms { get; init; }
}

/// <summary>Gathers the facts of this machine and makes one document of them.</summary>
public sealed class GuestCheck(CheckSettings settings, UseCaseContext context)
{
    // A person waits this long without a sign of progress.
    private static readonly TimeSpan QuietFor = TimeSpan.FromSeconds(1);

    /// <summary>Measures on a thread of its own. One that is cancelled says what was measured until then.</summary>
    /// <exception cref="UseCaseException">The machine cannot be measured, or not on the processors asked for.</exception>
    public Task<CheckDocument> RunAsync(CancellationToken cancellationToken) =>
        Task.Factory.StartNew(() => Run(cancellationToken), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private CheckDocument Run(CancellationToken cancellationToken)
    {
        var startedAt = context.Time.GetUtcNow();
        using var clocks = OpenClocks(settings.UseStub);
        var pressure = CpuPressureSnapshot.Take();
        var allowed = ProcessorTopology.Allowed();
        var processors = settings.Processors?.Within(allowed) ?? allowed;
        var machine = MachineInspector.ReadQuick();
        var path = ClockPath.From(machine);
        var measured = Measure(clocks, path, processors, cancellationToken);
        machine = machine with { CpuPressure = CpuPressureSnapshot.Take().Since(pressure) };
        machine = MachineInspector.AddSlow(machine, cancellationToken);
        var perProcessor = settings.PerProcessor || measured.Change is { Between: ClockChangeKind.Processors }
            ? PerProcessorProbe.Measure(clocks.All, processors, cancellationToken)
            : null;
        var time = new TimeProbe(clocks.All, settings.Reference);
        var scaling = settings.Scaling ? ScalingProbe.Measure(clocks.PreciseTime.Calls!, processors, cancellationToken) : null;
        if (settings.PerProcessor || settings.Scaling)
        {
            time.CompareProcessors(processors, cancellationToken);
        }

        var rounds = settings.Rounds is { } asked ? CountRounds(clocks, time, asked, cancellationToken) : null;
        var drift = settings.Drift is { } over ? time.MeasureDrift(over, context.Dialog.Progress, cancellationToken) : null;
        var rawCounter = settings.Drift is null ? null : TimeProbe.MeasureRawCounter(cancellationToken);
        if (settings.Drift is null)
        {
            time.AskTime(cancellationToken);
        }

        var document = new CheckDocument
        {
            Id = Guid.CreateVersion7(startedAt),
            Tool = context.Tool,
            StartedAt = startedAt,
            Machine = machine,
            Clocks = [.. measured.Clocks, .. rawCounter is null ? [] : (ClockFacts[])[rawCounter]],
            Control = measured.Control,
            Verdict = measured.Judge(cancellationToken.IsCancellationRequested, VerdictJudge.GetDoubt(machine, drift)),
            Change = measured.Change,
            PerProcessor = perProcessor,
            Scaling = scaling,
            Rounds = rounds,
            Drift = drift,
            Time = time.Describe(machine, measured.Clocks),
            Findings = [],
            Timing = new CheckTiming(Math.Round(measured.Elapsed.TotalMilliseconds, 1), context.ElapsedMs()),
        };
        document = document with { Findings = RuleCatalogue.Evaluate(document.Facts()) };
        document = settings.Mutes.Apply(document, DateOnly.FromDateTime(startedAt.UtcDateTime));
        context.WarnExpiredMutes(document.Muting);
        return settings.Pseudonyms is { } pseudonyms ? AnonymousDocuments.Anonymize(document, pseudonyms) : document;
    }

    /// <summary>The clocks of this machine.</summary>
    /// <param name="useStub">Whether to allocate the few bytes of executable memory that reading the TSC by itself takes.</param>
    /// <exception cref="UseCaseException">This system is neither Windows nor Linux, or has no precise time.</exception>
    internal static ClockSet OpenClocks(bool useStub)
    {
        if (!OperatingSystem.IsWindows() && !OperatingSystem.IsLinux())
        {
            throw new UseCaseException(ExitCode.NotPossible, "only Windows and Linux clocks can be measured");
        }

        var clocks = ClockSet.Open(useStub);
        if (clocks.PreciseTime is { Calls: null, Why: var why })
        {
            clocks.Dispose();
            throw new UseCaseException(ExitCode.NotPossible, $"precise time cannot be measured: {why}");
        }

        return clocks;
    }

    private ClockMeasurementResult Measure(
        ClockSet clocks, ClockPath path, IReadOnlyList<LogicalProcessor> processors, CancellationToken cancellationToken)
    {
        IDisposable? restore = null;
        if (settings.Processors is { } list && !ProcessorTopology.TryPin(list.Processors[0], out restore, out var why))
        {
            throw new UseCaseException(ExitCode.NotPossible, $"cannot measure on the processor asked for: {why}");
        }

        using (restore)
        using (context.Time.CreateTimer(
            _ => context.Dialog.Progress("still measuring, this machine is busy"), state: null, QuietFor, Timeout.InfiniteTimeSpan))
        {
            return new ClockMeasurement(clocks.All, path, context.Time) { Processors = processors }.Run(settings.Budget, cancellationToken);
        }
    }

    private RoundFacts CountRounds(ClockSet clocks, TimeProbe time, (int Count, TimeSpan Length) asked, CancellationToken cancellationToken)
    {
        context.Dialog.Progress($"counting calls for {(asked.Count * asked.Length).TotalSeconds:0} s");
        return RoundsProbe.Measure(clocks.PreciseTime.Calls!, asked.Count, asked.Length, time.LookForSteps, cancellationToken);
    }
}
