using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Units;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class ScalingRule : GuestRule
{
    private const double LeastEfficiency = 0.5;

    // Two threads that only take turns reach 0.5 together; hyper-threads of one core reach that too, but with reads that stay cheap.
    private const double LeastEfficiencyOfTwo = 0.6;

    protected override RuleDescription About { get; } = new()
    {
        Id = "TP106",
        Title = "Threads that read the clock at the same time slow each other down",
        Impact = "Programs that read the clock in many threads get slower with each additional thread.",
        LikelyCause = "A shared device or a lock behind the clock, or fewer physical cores than the machine shows.",
        Meaning = """
            Each processor reads its TSC independently: N threads should read the clock N times as often as one. Here they do not: the
            more threads, the slower each read. That is contention. It is separate from what a read costs a single thread, which the
            verdict judges: a clock can be cheap for one thread and still be what many threads queue for. A shared device behind the
            clock (HPET, ACPI PM timer) or a lock on the way to it does that; so does a machine with fewer real processors than it
            shows.
            """,
        Condition = """
            Checked with `--scaling`. *Measured*: at the largest number of threads tried, the rate is less than 0.5 of that many times
            one thread's rate. Hyper-threads that share a core may cost up to about half without any contention for the clock, hence the
            limit. Two threads that do nothing but take turns reach 0.5 together: for two, the limit is 0.6, and a read while both are
            reading must cost more than 100 ns, which hyper-threading alone does not cause. It is not judged when the process did not
            get its processor, because threads waiting for a processor look the same.
            """,
        Severities = "Warning.",
        References = [Sources.WindowsTimestamps, Sources.LinuxTimekeeping],
    };

    protected override Observation? Observe(GuestFacts facts)
    {
        var most = facts.Scaling?.MaxBy(step => step.Threads);
        if (most is not { Threads: > 1, CallsPerSecond: > 0 } || !IsContended(most) || CpuPressure.ActedOn(facts))
        {
            return null;
        }

        var alone = facts.Scaling!.FirstOrDefault(step => step is { Threads: 1, CallsPerSecond: > 0 });
        return new(Severity.Warning, Confidence.Measured, EvidenceFactory.Of(
        [
            EvidenceFactory.Number("Threads", most.Threads, unit: null, EvidenceFactory.MeasuredHere),
            EvidenceFactory.Number("Efficiency", most.Efficiency, unit: null, EvidenceFactory.MeasuredHere),
            EvidenceFactory.Cost("Clock cost: a read by one thread alone", Cost(alone)),
            EvidenceFactory.Cost("Clock cost and contention: a read with all threads reading", Cost(most)),
            EvidenceFactory.Cost("Contention: what the other threads add to a read", Difference(Cost(most), Cost(alone))),
            .. EvidenceFactory.LinuxClocks(facts),
            EvidenceFactory.Hertz("Performance counter's frequency", facts.Machine.Windows?.QpfHz, "QueryPerformanceFrequency"),
        ]));
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm) =>
    [
        GuestClocksource.WindowsPlatformClock() with
        {
            Verify = "timerprobe check --scaling",
            When = facts => facts.Machine.Windows?.UsePlatformClock == true,
        },
        .. GuestClocksource.Linux("timerprobe check --scaling"),
        VMwareCpu.Ready(vm) with { Verify = "timerprobe check --scaling" },
        Apart(),
    ];

    private static PlannedRemedy Apart() => new(
        Setting.Anywhere,
        "Compare with fewer threads to tell the clock from the processors",
        [new(Tools.TimerProbe, "timerprobe check --scaling --per-processor")],
        [
            "If the clock is cheap for one thread and backed by a platform timer, see TP102. A trapped clock usually scales: each "
                + "processor pays for its own reads.",
            "If the efficiency collapses at half of the processors, those are hyper-threads; if it does at the host's number of real "
                + "processors, the host is overcommitted.",
        ])
    {
        Verify = "timerprobe check --scaling",
    };

    private static bool IsContended(ScalingFacts most) => most.Threads == 2
        ? most.Efficiency < LeastEfficiencyOfTwo && Cost(most) > VerdictTable.HealthyLimit
        : most.Efficiency < LeastEfficiency;

    private static Duration? Cost(ScalingFacts? step) => step is null ? null : new Duration(1e9 * step.Threads / step.CallsPerSecond);

    private static Duration? Difference(Duration? left, Duration? right) =>
        left is { } more && right is { } less ? new Duration(more.Nanoseconds - less.Nanoseconds) : null;
}
