namespace TimerProbe.Reporting;

/// <summary>A clock of a check in words, or the arithmetic, which reads none; a text is empty where there is nothing to say.</summary>
/// <param name="Source">Which clock; null for the arithmetic.</param>
/// <param name="Rate">Calls a second.</param>
public sealed record ClockRow(
    ClockSource? Source, string Label, string Api, Duration Cost, string Spread, string Normal, string Rate, string Note)
{
    private const string NotOfTheClock = "(a cost of the hypervisor, not of the clock)";
    private const double MinCpuWait = 0.01;

    // With fewer batches the extremes would be taken for a spread.
    private static readonly int SmallestSample = OrderStatistics.SmallestSample(ClockFacts.Misrate);

    /// <summary>A VM exit where it says nothing of the clock: only that of a slow one is evidence.</summary>
    public bool IsBesideTheClock => Note == NotOfTheClock;

    public static IReadOnlyList<ClockRow> From(CheckDocument document)
    {
        var inVirtualMachine = document.Machine.Hypervisor.Present == true;
        var control = document.Control;
        var note = control.Starved ? "disturbed" : "undisturbed";
        return
        [
            .. document.Clocks.Where(clock => clock.CallNs is not null)
                .Select(clock => From(clock, clock.CallNs!, document.Verdict.State, inVirtualMachine)),
            new ClockRow(Source: null, "CPU control", "arithmetic", control.MedianNs, Spread: "", Normal: "", Rate: "", note),
        ];
    }

    public static IEnumerable<string> Missing(CheckDocument document) =>
        document.Clocks.Where(clock => clock.CallNs is null).Select(clock => $"{clock.Api} not measured: {clock.Why}");

    private static ClockRow From(ClockFacts clock, CallCost cost, ClockState state, bool inVirtualMachine) => new(
        clock.Source,
        GetLabel(clock.Source, inVirtualMachine && VerdictTable.IsExit(cost.Median)),
        clock.Api,
        cost.Median,
        clock.Batches < SmallestSample ? "" : GetSpread(cost),
        GetNormal(clock.Source, inVirtualMachine && VerdictTable.IsExit(cost.Median)),
        GetRate(clock),
        GetNote(clock, state, inVirtualMachine));

    private static string GetLabel(ClockSource source, bool exits) => source switch
    {
        ClockSource.PreciseTime => "precise time",
        ClockSource.CoarseTime => "coarse time",
        ClockSource.Counter => "counter",
        ClockSource.TimestampCounter => "RDTSC",
        ClockSource.TimestampCounterOrdered => "RDTSCP",
        ClockSource.VmExit => exits ? "VM exit" : "CPUID",
        ClockSource.MonotonicRaw => "raw counter",
        _ => "empty call",
    };

    private static string GetNormal(ClockSource source, bool exits) => source switch
    {
        ClockSource.PreciseTime or ClockSource.CoarseTime or ClockSource.Counter or ClockSource.MonotonicRaw => $"up to {VerdictTable.HealthyLimit}",
        ClockSource.TimestampCounter or ClockSource.TimestampCounterOrdered => $"below {VerdictTable.NativeTscLimit}",
        ClockSource.VmExit => exits ? $"from {VerdictTable.VmExitFloor} on" : $"below {VerdictTable.VmExitFloor}",
        _ => "",
    };

    private static string GetSpread(CallCost cost)
    {
        var (low, high) = (Digits(cost.Low), Digits(cost.High));
        return low == high ? "" : $"{low}-{high}";
    }

    private static string Digits(Duration cost) =>
        cost.Nanoseconds.ToString(cost.Nanoseconds < 10 ? "0.#" : "#,0", CultureInfo.InvariantCulture);

    private static string GetRate(ClockFacts clock) => clock.Source == ClockSource.VmExit || clock.CallsPerSecond is not { } calls
        ? ""
        : (calls / 1e6).ToString(calls < 10_000_000 ? "0.00" : "#,0", CultureInfo.InvariantCulture) + " M/s";

    private static string GetNote(ClockFacts clock, ClockState state, bool inVirtualMachine) => clock switch
    {
        { Source: ClockSource.PreciseTime } => state.ToDocumentName(),
        { Source: ClockSource.TimestampCounter or ClockSource.TimestampCounterOrdered, RatioToVmExit: { } ratio }
            when ratio.Median >= VerdictTable.TrappedRatio => $"{ratio.Median:0.0} x a VM exit",
        { CallNs: { } cost, Source: ClockSource.MonotonicRaw } when cost.Median > VerdictTable.HealthyLimit =>
            "a system call (kernels before 5.3)",
        { CallNs: { } cost, Source: ClockSource.TimestampCounter } when cost.Median < VerdictTable.NativeTscLimit => "native",
        { CallNs: { } cost, Source: ClockSource.VmExit } when inVirtualMachine && VerdictTable.IsExit(cost.Median)
            && state is not (ClockState.Suspicious or ClockState.Slow) => NotOfTheClock,
        _ => "",
    };

    /// <summary>How long a check waited for a processor; null below one per cent, or where the system does not count it.</summary>
    public static (string Label, string Share, string Note)? GetCpuWait(CheckDocument document) =>
        document.Machine.CpuPressure is { WaitedMs: { } waited, OverMs: > 0 and { } over } && waited >= MinCpuWait * over
            ? ("waited for CPU", $"{100 * waited / over:0} %", $"of {over:#,0} ms")
            : null;
}
