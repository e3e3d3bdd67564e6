namespace TimerProbe.Core.Advice;

internal sealed class ScalingRule() : GuestRule("TP106", isOfCheapClock: true)
{
    private const double MinEfficiency = 0.5;

    // Two threads that only take turns reach 0.5 together; hyper-threads of one core reach that too, but with reads that stay cheap.
    private const double MinEfficiencyOfTwo = 0.6;

    protected override Observation? Observe(GuestFacts facts)
    {
        var most = facts.Scaling?.MaxBy(step => step.Threads);
        if (most is not { Threads: > 1, CallsPerSecond: > 0 } || !IsContended(most) || facts.IsStarved)
        {
            return null;
        }

        var alone = facts.Scaling!.FirstOrDefault(step => step is { Threads: 1, CallsPerSecond: > 0 });
        return new(Severity.Warning, Confidence.Measured, EvidenceFactory.Of(
        [
            EvidenceFactory.Measured("Threads", most.Threads),
            EvidenceFactory.Measured("Efficiency", most.Efficiency),
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
        VMwareHost.CpuReady(vm) with { Verify = "timerprobe check --scaling" },
        Apart(),
    ];

    private static PlannedRemedy Apart() => new(Setting.Anywhere, "Compare with fewer threads to tell the clock from the processors",
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
        ? most.Efficiency < MinEfficiencyOfTwo && Cost(most) > VerdictTable.HealthyLimit
        : most.Efficiency < MinEfficiency;

    private static Duration? Cost(ScalingFacts? step) => step is null ? null : new Duration(1e9 * step.Threads / step.CallsPerSecond);

    private static Duration? Difference(Duration? left, Duration? right) =>
        left is { } more && right is { } less ? new Duration(more.Nanoseconds - less.Nanoseconds) : null;
}
