namespace TimerProbe.Core.Advice;

/// <summary>Rules about guests whose time is wrong although a read of it is cheap.</summary>
internal static class TimeRules
{
    private const double SlewLimitPpm = 500;

    /// <summary>One percent: nothing but a wrong frequency does that.</summary>
    private const double CriticalPpm = 10_000;

    public static readonly GuestRule WrongRate = new("TP107", isOfCheapClock: true)
    {
        Observe = facts =>
        {
            if (facts.Drift is not { Reference: not null, CounterAgainstReferencePpm: { } rate, UncertaintyPpm: { } uncertainty } drift)
            {
                return null;
            }

            var certain = rate.Magnitude.Value - uncertainty.Value;
            return !(certain > SlewLimitPpm) ? null : new(
                certain >= CriticalPpm ? Severity.Critical : Severity.Warning,
                Confidence.Measured,
                [
                    .. Rates(drift),
                    EvidenceFactory.ReportedTsc(facts.Machine.Hypervisor),
                    .. EvidenceFactory.HostSpeed(facts.Machine.Hypervisor),
                    .. EvidenceFactory.LinuxClocks(facts),
                ])
            {
                LikelyCause = Platforms.GetPlatform(facts.Machine) switch
                {
                    _ when ClocksourceChoice.TicksBesideTsc(facts.Machine.Linux) =>
                        "The kernel counts its own ticks, and loses some; it does not count by the TSC, although it lists it.",
                    Setting.Physical => "The TSC's rate was measured wrongly when the system started, or the timer it was measured with is wrong.",
                    Setting.Emulator => "The emulator's counter does not keep the time of the computer that it runs on.",
                    Setting.DockerDesktop or Setting.Wsl or Setting.VMwareDesktop or Setting.VirtualBox or Setting.Parallels =>
                        "The TSC's real rate is not the one the system goes by, for instance after the computer slept or the VM was suspended.",
                    _ => null,
                },
            };
        },
        Plan = vm =>
        {
            IEnumerable<PlannedRemedy> plan =
            [
                .. GuestClocksource.LinuxOfTicks(),
                VMwarePower.Cycle(vm),
                VMwarePlacement.DrsRule(vm),
                VMwareRawTsc.TakeBack(vm),
                .. Platforms.Restart(vm),
                .. Platforms.NativeTsc(vm).Where(remedy => remedy.Where == Setting.Kvm),
                EmulatedTsc(vm),
                OtherClock.FirmwareUpdate(),
            ];
            return plan.Select(remedy => remedy with { Verify = Verification.Rate });
        },
    };

    private static PlannedRemedy EmulatedTsc(VmName vm) => new(Setting.Xen, "If tsc_mode is native, change it to Xen's default (downtime)",
        [
            new(Tools.XlCfg, "tsc_mode = \"default\""),
            OtherPower.XlRestart(vm),
        ],
        ["The guest's reads are then emulated on any host other than the one it was started on: correct, but slow."]);

    /// <summary>Kerberos' default for the largest difference to a domain controller.</summary>
    public const double CriticalMs = 300_000;

    private const double InfoMs = 100;
    private const double WarningMs = 1_000;

    public static readonly GuestRule WrongTime = new("TP401", isOfCheapClock: true)
    {
        Observe = facts =>
        {
            if (facts.Time is not { OffsetMs: { } offset, OffsetUncertaintyMs: { } uncertainty, Reference: { } reference } time)
            {
                return null;
            }

            var certain = Math.Abs(offset) - uncertainty;
            return !(certain >= InfoMs) ? null : new(
                certain >= CriticalMs ? Severity.Critical : certain >= WarningMs ? Severity.Warning : Severity.Info,
                Confidence.Measured,
                [
                    EvidenceFactory.Measured("Ahead of the reference", offset, "ms"),
                    EvidenceFactory.Measured("Uncertainty", uncertainty, "ms"),
                    Reference(reference),
                    EvidenceFactory.Number("Its stratum", reference.Stratum, unit: null, "NTP"),
                    EvidenceFactory.Number("Its root distance", reference.RootDistanceMs, "ms", "NTP"),
                    .. Services(time),
                ])
            {
                Title = $"The time is {PlainText.Span(TimeSpan.FromMilliseconds(offset))} {(offset < 0 ? "behind" : "ahead")}",
                LikelyCause = ServicesCause(time.Services),
            };
        },
        Plan = vm => TimeSources.Set(vm).Select(remedy => remedy with { Verify = Verification.Time }),
    };

    /// <summary>Ten times what NTP slews by: what moves the time faster sets it.</summary>
    private const double MovedPpm = 5_000;

    private const double MovedMs = 50;

    public static readonly GuestRule Stepped = new("TP402", isOfCheapClock: true)
    {
        Observe = facts =>
        {
            var steps = facts.Time?.Steps ?? [];
            var wasMoved = facts.Drift is { AdjustedMs: { } moved, OverSeconds: var over and > 0 }
                && Math.Abs(moved) >= MovedMs && Math.Abs(moved) / over * 1e3 >= MovedPpm;
            if (steps.Count == 0 && !wasMoved)
            {
                return null;
            }

            var furthest = steps.MaxBy(step => Math.Abs(step.ByMs));
            return new(
                Math.Abs(furthest?.ByMs ?? 0) >= CriticalMs ? Severity.Critical
                    : steps.Count == 1 ? Severity.Info
                    : Severity.Warning,
                Confidence.Measured,
                [
                    EvidenceFactory.Measured("Steps of precise time", steps.Count),
                    EvidenceFactory.Measured("The furthest", furthest?.ByMs, "ms"),
                    EvidenceFactory.Measured("Of them backward", steps.Count(step => step.ByMs < 0)),
                    .. Rates(facts.Drift),
                    .. Services(facts.Time),
                ])
            {
                Title = steps.Count == 1 ? "Something set the clock while it was watched" : null,
                LikelyCause = facts.Time?.Services is { Count: > 1 } services ? ServicesCause(services) : null,
            };
        },
        Plan = vm => TimeSources.LeaveOne().Concat(TimeSources.Set(vm)).Select(remedy => remedy with { Verify = Verification.Rate }),
    };

    public static readonly GuestRule Backward = new("TP403", isOfCheapClock: true)
    {
        Observe = facts =>
        {
            var back = facts.Clocks.Where(clock => clock.BackwardSteps > 0 && TimeFacts.MustNotGoBack(clock.Source)).ToList();
            return back.Count == 0 ? null : new(
                Severity.Warning,
                Confidence.Measured,
                [
                    .. back.Select(clock => EvidenceFactory.Measured($"Backward steps of {clock.Api}", clock.BackwardSteps)),
                    .. EvidenceFactory.LinuxClocks(facts),
                    .. Services(facts.Time),
                ]);
        },
        Plan = vm =>
        [
            new(Setting.Anywhere, "Measure again, and see whether processors differ",
                [new(Tools.TimerProbe, "timerprobe check --per-processor")],
                ["Once may be a time service that set the clock. Again and again, the clock is wrong."]),
            GuestSettingRules.OutsideOfSandbox(),
            .. GuestClocksource.Linux(),
            .. StartAnew(vm),
        ],
    };

    private const double CriticalNs = 1e6;

    public static readonly GuestRule ProcessorsApart = new("TP404", isOfCheapClock: true)
    {
        Observe = facts => facts.Time is not { ProcessorsApartNs: { } apart and > 0 } time ? null : new(
                apart >= CriticalNs ? Severity.Critical : Severity.Warning,
                Confidence.Measured,
                [
                    EvidenceFactory.Measured("Counters apart, beyond what handing a reading over allows", apart, "ns"),
                    EvidenceFactory.Names("Between the processors", time.ApartProcessors ?? [], EvidenceFactory.MeasuredHere),
                    EvidenceFactory.Flag("TSC is invariant", facts.Machine.InvariantTsc, "CPUID 0x80000007"),
                    .. EvidenceFactory.LinuxClocks(facts),
                ]),
        Plan = vm => StartAnew(vm).Select(remedy => remedy with
        {
            Verify = "timerprobe check --per-processor",
            Caveats = [.. remedy.Caveats, "That a start from power-off puts the processors' counters in step is expected."],
        }),
    };

    public static IEnumerable<PlannedRemedy> StartAnew(VmName vm) =>
    [
        VMwarePower.Cycle(vm),
        .. Platforms.Restart(vm),
        OtherClock.FirmwareUpdate(),
    ];

    private static IEnumerable<Evidence?> Services(TimeFacts? time) => time?.Services is not { } services ? [] :
    [
        EvidenceFactory.Text("Sets the time", services.Count == 0 ? "nothing was found to" : PlainText.List(services), "this system"),
    ];

    private static Evidence? Reference(TimeReferenceFacts reference) =>
        EvidenceFactory.Text("Reference", reference.Name, reference.Kind == TimeReferenceKind.Ntp ? "NTP" : "the host's time");

    private static IEnumerable<Evidence?> Rates(DriftFacts? drift) => drift is not { Reference: { } reference, OverSeconds: > 0 } ? [] :
    [
        EvidenceFactory.Measured("Counter compared with the reference", drift.CounterAgainstReferencePpm?.Value, "ppm"),
        EvidenceFactory.Measured("Precise time compared with the reference", drift.PreciseAgainstReferencePpm?.Value, "ppm"),
        EvidenceFactory.Measured("Uncertainty", drift.UncertaintyPpm?.Value, "ppm"),
        EvidenceFactory.Measured("Observed for", drift.OverSeconds, "s"),
        EvidenceFactory.Measured("Precise time was moved against the counter by", drift.AdjustedMs, "ms"),
        Reference(reference),
    ];

    /// <summary>Null where one service runs, or the system does not say.</summary>
    private static string? ServicesCause(IReadOnlyList<string>? services) => services switch
    {
        [] => "Nothing was found that sets the time here: it stays wrong after a pause, a restore or a move.",
        { Count: > 1 } => $"More than one service sets the time: {PlainText.List(services)}.",
        _ => null,
    };
}
