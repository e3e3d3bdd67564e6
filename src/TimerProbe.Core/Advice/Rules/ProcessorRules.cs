namespace TimerProbe.Core.Advice;

/// <summary>Rules about the processors of a guest: what it gets of them, and whether each reads as fast.</summary>
internal static class ProcessorRules
{
    public static readonly GuestRule Starved = new("TP104", ClockCause.CpuStarved)
    {
        Observe = facts =>
        {
            var isCause = facts.Verdict.Cause == ClockCause.CpuStarved;
            var acted = isCause || facts.IsStarved;
            if (!acted && !IsLimited(facts.Machine))
            {
                return null;
            }

            var mayBeTheClocks = acted && MayBeTheClocks(facts);
            var severity = isCause ? Rule.GetSeverity(facts.Verdict.State) : acted && !mayBeTheClocks ? Severity.Warning : Severity.Info;
            return new Observation(severity, acted ? Confidence.Measured : Confidence.Inferred, GetStarvedEvidence(facts))
            {
                LikelyCause = GetStarvedReason(facts),
                Title = mayBeTheClocks
                    ? "The processors are busy, and a slow clock itself keeps them busy"
                    : acted ? null : "A CPU limit is set on this virtual machine",
            };
        },
        Plan = vm => [Quieter(), VMwareHost.CpuLimit(vm), VMwareHost.CpuReady(vm), .. OtherCpu.All(vm)],
    };

    private static PlannedRemedy Quieter() => new(Setting.Anywhere, "See what else is running, and measure again at a quieter time",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["The hypervisor's counters show what the host did. Only this machine's own operating system knows what else runs on it: use Task Manager or top."]);

    private static string? GetStarvedReason(GuestFacts facts) => facts.Machine.CpuPressure switch
    {
        { ThrottledMs: > 0 } => "The CPU quota of the container or service was used up during the run.",
        _ when Starvation.IsFromOutside(facts.Machine) => "The host ran something else on this machine's processors: it has more work than processors, or a limit holds the VM.",
        { StealMs: 0, WaitedMs: > 0 } => "Other processes on this machine: the host did not take CPU time from it.",
        _ => null,
    };

    private static IReadOnlyList<Evidence> GetStarvedEvidence(GuestFacts facts)
    {
        var pressure = facts.Machine.CpuPressure;
        var linux = facts.Machine.Linux is not null;
        return EvidenceFactory.Of(
            EvidenceFactory.Text("Control arithmetic", facts.Control.Because, EvidenceFactory.MeasuredHere),
            EvidenceFactory.Measured("Share of the measuring time lost", facts.Control.LostShare * 100, "%"),
            EvidenceFactory.Number("CPU quota", pressure.Quota, "processors", "cpu.max"),
            EvidenceFactory.Number("Throttled during the run", pressure.ThrottledMs, "ms", "cpu.stat"),
            EvidenceFactory.Number(
                "Stolen by the hypervisor during the run", pressure.StealMs, "ms", linux ? "/proc/stat" : EvidenceFactory.VMwareTools),
            EvidenceFactory.Number("Waited for a processor during the run", pressure.WaitedMs, "ms", "schedstat"),
            EvidenceFactory.Hertz("CPU limit of the virtual machine", pressure.LimitHz, EvidenceFactory.VMwareTools),
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime));
    }

    private static bool MayBeTheClocks(GuestFacts facts) =>
        facts.Verdict is
        {
            State: ClockState.Slow or ClockState.Suspicious,
            Cause: ClockCause.TscTrapped or ClockCause.PlatformTimer or ClockCause.HypervisorPage or ClockCause.HypervisorCall
                or ClockCause.SystemCall
        }
        && !Starvation.IsFromOutside(facts.Machine);

    private static bool IsLimited(MachineFacts machine) => machine.CpuPressure.LimitHz is { } limit
        && !(limit.Hertz >= machine.Hypervisor.HostHz?.Hertz * machine.ProcessorCount);

    private const double FarRatio = 3;
    private const double FarNanoseconds = 100;
    private const int ShownProcessors = 8;

    public static readonly GuestRule Uneven = new("TP105", isOfCheapClock: true)
    {
        Observe = facts =>
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
        },
        Plan = vm =>
        [
            Again(),
            .. GuestClocksource.Linux("timerprobe check --per-processor"),
            VMwarePower.Cycle(vm) with { Verify = "timerprobe check --per-processor" },
            VMwareHost.Distrusted() with { Verify = "timerprobe check --per-processor" },
            .. Platforms.Restart(vm).Select(remedy => remedy with { Verify = "timerprobe check --per-processor" }),
            OtherClock.FirmwareUpdate() with { Verify = "timerprobe check --per-processor" },
        ],
    };

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
            EvidenceFactory.Cost($"{what} on processor {GetName(seen.Processor)}", seen.Cost),
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

    private static string GetName(ProcessorClockFacts processor) => processor.Group == 0
        ? processor.Processor.ToString()
        : $"{processor.Processor} of group {processor.Group}";

    private const double MinEfficiency = 0.5;

    // Two threads that only take turns reach 0.5 together; hyper-threads of one core reach that too, but with reads that stay cheap.
    private const double MinEfficiencyOfTwo = 0.6;

    public static readonly GuestRule Contended = new("TP106", isOfCheapClock: true)
    {
        Observe = facts =>
        {
            var most = facts.Scaling?.MaxBy(step => step.Threads);
            if (most is not { Threads: > 1, CallsPerSecond: > 0 } || !IsContended(most) || facts.IsStarved)
            {
                return null;
            }

            var alone = facts.Scaling!.FirstOrDefault(step => step is { Threads: 1, CallsPerSecond: > 0 });
            return new(Severity.Warning, Confidence.Measured,
            [
                EvidenceFactory.Measured("Threads", most.Threads),
                EvidenceFactory.Measured("Efficiency", most.Efficiency),
                EvidenceFactory.Cost("Clock cost: a read by one thread alone", GetCost(alone)),
                EvidenceFactory.Cost("Clock cost and contention: a read with all threads reading", GetCost(most)),
                EvidenceFactory.Cost("Contention: what the other threads add to a read", Difference(GetCost(most), GetCost(alone))),
                .. EvidenceFactory.LinuxClocks(facts),
                EvidenceFactory.Hertz("Performance counter's frequency", facts.Machine.Windows?.QpfHz, "QueryPerformanceFrequency"),
            ]);
        },
        Plan = vm =>
        [
            GuestClocksource.WindowsPlatformClock() with
            {
                Verify = "timerprobe check --scaling",
                When = facts => facts.Machine.Windows?.UsePlatformClock == true,
            },
            .. GuestClocksource.Linux("timerprobe check --scaling"),
            VMwareHost.CpuReady(vm) with { Verify = "timerprobe check --scaling" },
            Apart(),
        ],
    };

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
        ? most.Efficiency < MinEfficiencyOfTwo && GetCost(most) > VerdictTable.HealthyLimit
        : most.Efficiency < MinEfficiency;

    private static Duration? GetCost(ScalingFacts? step) => step is null ? null : new Duration(1e9 * step.Threads / step.CallsPerSecond);

    private static Duration? Difference(Duration? left, Duration? right) =>
        left is { } more && right is { } less ? new Duration(more.Nanoseconds - less.Nanoseconds) : null;
}
