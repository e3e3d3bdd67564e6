using System.Globalization;

namespace TimerProbe.Core.Advice;

internal sealed class WrongRateRule() : GuestRule("TP107")
{
    /// <summary>The most by which NTP corrects a frequency; more is no clock that is merely inexact.</summary>
    private const double SlewLimitPpm = 500;

    /// <summary>One percent: nothing but a wrong frequency does that.</summary>
    private const double CriticalPpm = 10_000;

    protected override Observation? Observe(GuestFacts facts)
    {
        if (facts.Drift is not { Reference: { } reference } drift
            || drift is not { CounterAgainstReferencePpm: { } rate, ReferenceUncertaintyPpm: { } uncertainty })
        {
            return null;
        }

        var certain = rate.Magnitude.Value - uncertainty.Value;
        return !(certain > SlewLimitPpm) ? null : new(
            certain >= CriticalPpm ? Severity.Critical : Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                EvidenceFactory.Number("Counter compared with the reference", rate.Value, "ppm", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number(
                    "Precise time compared with the reference",
                    drift.PreciseAgainstReferencePpm?.Value,
                    "ppm",
                    EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("Uncertainty", uncertainty.Value, "ppm", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number("Observed for", drift.ReferenceOverSeconds, "s", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Number(
                    "Precise time was adjusted relative to the counter by", drift.AdjustedMs, "ms", EvidenceFactory.MeasuredHere),
                EvidenceFactory.Text("Reference", reference.Name, reference.Kind == TimeReferenceKind.Ntp ? "NTP" : "the host's time"),
                EvidenceFactory.ReportedTsc(facts.Machine.Hypervisor),
                .. EvidenceFactory.HostSpeed(facts.Machine.Hypervisor),
                .. EvidenceFactory.LinuxClocks(facts),
            ]))
        {
            LikelyCause = Settings.PlatformOf(facts.Machine) switch
            {
                Setting.Physical => "The TSC's rate was measured wrongly when the system started, or the timer it was measured with is wrong.",
                Setting.Emulator => "The emulator's counter does not keep the time of the computer that it runs on.",
                Setting.DockerDesktop or Setting.Wsl or Setting.VMwareDesktop or Setting.VirtualBox or Setting.Parallels =>
                    "The TSC's real rate is not the one the system goes by, for instance after the computer slept or the VM was suspended.",
                _ => null,
            },
        };
    }

    protected override IEnumerable<PlannedRemedy> Plan(VmName vm)
    {
        IEnumerable<PlannedRemedy> plan =
        [
            VMwarePower.Cycle(vm),
            VMwarePlacement.DrsRule(vm),
            VMwareRawTsc.TakeBack(vm),
            .. Platforms.Restart(vm),
            .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where == Setting.Kvm),
            EmulatedTsc(vm),
            FirmwareRemedy.Update(),
        ];
        return plan.Select(remedy => remedy with { Verify = Verification.Rate });
    }

    private static PlannedRemedy EmulatedTsc(VmName vm) => new(
        Setting.Xen,
        "If tsc_mode is native, change it to Xen's default (downtime)",
        [
            new(Tools.XlCfg, "tsc_mode = \"default\""),
            new(Tools.Xl, $"""
                xl shutdown -w {vm.PosixArgument}
                xl create {ShellQuoting.Posix($"/etc/xen/{vm.Name}.cfg")}
                """),
        ],
        ["The guest's reads are then emulated on any host other than the one it was started on: correct, but slow."]);
}

internal sealed class ScalingRule() : GuestRule("TP106")
{
    private const double LeastEfficiency = 0.5;

    // Two threads that only take turns reach 0.5 together; hyper-threads of one core reach that too, but with reads that stay cheap.
    private const double LeastEfficiencyOfTwo = 0.6;

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

internal sealed class UnevenProcessorsRule() : GuestRule("TP105")
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
        FirmwareRemedy.Update() with { Verify = "timerprobe check --per-processor" },
    ];

    private static PlannedRemedy Again() => new(
        Setting.Anywhere,
        "Measure again: if it persists, it is a processor; if not, a change",
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
        ? processor.Processor.ToString(CultureInfo.InvariantCulture)
        : string.Create(CultureInfo.InvariantCulture, $"{processor.Processor} of group {processor.Group}");
}
