namespace TimerProbe.Core.Advice;

/// <summary>Rules about what a guest is shown by its hypervisor, and is set to.</summary>
internal static class GuestSettingRules
{
    private const double RoundingHertz = 500_000;

    /// <summary>What KVM takes as one frequency; it also holds the 200 ppm by which the reported speed may be off.</summary>
    private const double TolerancePpm = 250;

    public static readonly GuestRule FrequencyMismatch = new("TP108")
    {
        Observe = facts =>
            facts.Machine.Hypervisor is not { VirtualTscHz: { Hertz: > 0 } reported, HostHz: { Hertz: > 0 } host }
            || !Differ(reported, host)
                ? null
                : new(
                    facts.Verdict.State == ClockState.Slow ? Severity.Warning : Severity.Info,
                    Confidence.Inferred,
                    [
                        EvidenceFactory.ReportedTsc(facts.Machine.Hypervisor),
                        .. EvidenceFactory.HostSpeed(facts.Machine.Hypervisor),
                        EvidenceFactory.Number("Difference", host.DifferenceFrom(reported).Value, "ppm", EvidenceFactory.Calculated),
                        EvidenceFactory.Text("Processor", facts.Machine.CpuModel, EvidenceFactory.Cpuid),
                    ]),
        Plan = vm =>
        [
            Verification.MeasureAfterMoves() with { When = facts => facts.Verdict.State != ClockState.Slow },
            VMwarePower.Cycle(vm) with { When = facts => facts.Verdict is { State: ClockState.Slow, Cause: not ClockCause.TscTrapped } },
            VMwarePlacement.DrsRule(vm) with { When = facts => facts.Verdict.Cause != ClockCause.TscTrapped },
            VMwarePlacement.Frequencies(vm),
        ],
    };

    private static bool Differ(Frequency reported, Frequency host) =>
        Math.Abs(host.Hertz - (double)reported.Hertz) > RoundingHertz + (reported.Hertz * TolerancePpm / 1e6);

    private const string MicrosoftVendor = "Microsoft Hv";

    public static readonly GuestRule HiddenHypervisor = new("TP109")
    {
        Observe = facts =>
        {
            var hypervisor = facts.Machine.Hypervisor;
            var evidence = EvidenceFactory.Of(
                EvidenceFactory.Text("Manufacturer", facts.Machine.SmbiosManufacturer, EvidenceFactory.Smbios),
                EvidenceFactory.Text("Product", facts.Machine.SmbiosProduct, EvidenceFactory.Smbios),
                EvidenceFactory.Flag("Hypervisor bit", hypervisor.Present, "CPUID 1"),
                EvidenceFactory.Text("Hypervisor vendor", hypervisor.Vendor, "CPUID 0x40000000"),
                EvidenceFactory.Flag("Virtualization-based security", hypervisor.Vbs, "operating system"));
            return Platforms.SmbiosPlatform(facts.Machine) switch
            {
                null => null,
                _ when hypervisor.Present is null => null,
                _ when hypervisor.Present == false => Hidden(facts, evidence),
                Setting.VMware when hypervisor.Vendor is MicrosoftVendor => new(Severity.Info, Confidence.Expected, evidence)
                {
                    Title = hypervisor.Vbs == true
                        ? "Virtualization-based security sits between the guest and VMware"
                        : "Another hypervisor's interface sits between the guest and VMware",
                },
                Setting.VMware when hypervisor.Vendor is not (null or "VMwareVMware") => Hidden(facts, evidence),
                _ => null,
            };
        },
        Plan = vm =>
        [
            VMwareSettings.ShowHypervisor(vm) with { When = facts => facts.Machine.Hypervisor.Vendor is not MicrosoftVendor },
            OtherClock.KvmHidden(vm),
            OtherClock.VirtualBox(vm),
            Virtualized(),
            AskWho(),
        ],
    };

    private static Observation Hidden(GuestFacts facts, IReadOnlyList<Evidence> evidence) =>
        new(facts.Verdict.State == ClockState.Healthy ? Severity.Info : Severity.Warning, Confidence.Inferred, evidence);

    private static PlannedRemedy AskWho() => new(Setting.Anywhere, "Find out who hid the hypervisor and why, then expose it (downtime)",
        [new(Tools.Words, "Ask the platform's administrator, or look for a VM setting that masks CPUID or the hypervisor bit. The "
            + "change takes effect at the next start of the VM.")],
        ["Some programs refuse to run in a virtual machine; the hypervisor may have been hidden for that reason."])
    {
        When = facts => facts.Machine.Hypervisor.Vendor is not MicrosoftVendor,
    };

    private static PlannedRemedy Virtualized() => new(Setting.Windows, "With VBS: nothing to fix, but keep it in mind with these figures",
        [new(Tools.PowerShell, @"Get-CimInstance -Namespace root\Microsoft\Windows\DeviceGuard -ClassName Win32_DeviceGuard | "
            + "Select-Object VirtualizationBasedSecurityStatus")],
        [
            "0 is off, 1 enabled but not running, 2 running. It protects the machine: do not turn it off for the clock.",
            "That its layer adds to the cost of CPUID and of a trapped read is expected, not measured separately.",
        ])
    {
        When = facts => facts.Machine.Hypervisor.Vendor is MicrosoftVendor,
    };

    public static readonly GuestRule OldHardware = new("TP110")
    {
        Observe = facts =>
            facts.Machine is not { Windows: { Wine: null, UsePlatformClock: not true } windows, Hypervisor: { Present: true } hypervisor }
            || !ClockPath.IsPlatformTimer(windows.QpfHz, bySystemCall: windows.QpcBypass == 0)
            || Platforms.GetPlatform(facts.Machine) != Setting.VMware
            || hypervisor is { Interface: "Hv#1", ReferenceTsc: not false }
                ? null
                : new(facts.Verdict.State == ClockState.Healthy ? Severity.Info : Severity.Warning, Confidence.Expected,
                    EvidenceFactory.Hertz("Performance counter's frequency", windows.QpfHz, "QueryPerformanceFrequency"),
                    EvidenceFactory.Text(
                        "Hypervisor interface", hypervisor.Interface is { Length: > 0 } named ? named : "none", "CPUID 0x40000001"),
                    EvidenceFactory.Flag("Reference TSC offered", hypervisor.ReferenceTsc, "CPUID 0x40000003"),
                    EvidenceFactory.Cost(facts, ClockSource.PreciseTime)),
        Plan = vm => [VMwareSettings.HardwareVersion(vm)],
    };

    public static readonly GuestRule PlatformClock = new("TP111")
    {
        Observe = facts => facts.Machine.Windows is not { UsePlatformClock: true } windows ? null : new(
            Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Flag("useplatformclock", value: true, "boot options"),
            EvidenceFactory.Hertz("Performance counter's frequency", windows.QpfHz, "QueryPerformanceFrequency"),
            EvidenceFactory.Number("QpcBypassEnabled", windows.QpcBypass, unit: null, EvidenceFactory.SharedPage),
            EvidenceFactory.Cost(facts, ClockSource.PreciseTime)),
        Plan = vm => [GuestClocksource.WindowsPlatformClock() with { Verify = Verification.Rate }],
    };

    /// <summary>A precise clock steps by 100 ns at most; a tick is a millisecond and more.</summary>
    private static readonly Duration MaxStep = new(100_000);

    public static readonly GuestRule CoarseStep = new("TP117", isOfCheapClock: true)
    {
        Observe = facts => facts.Clock(ClockSource.PreciseTime)?.GranularityNs is not { } step || step < MaxStep ? null : new(
                Severity.Warning,
                Confidence.Measured,
                [
                    EvidenceFactory.Cost("Smallest step of precise time", step),
                    EvidenceFactory.Cost(facts, ClockSource.PreciseTime),
                    .. EvidenceFactory.LinuxClocks(facts),
                ]),
        Plan = vm =>
        [
            .. GuestClocksource.Linux(),
            .. Platforms.OfferClockOrRestart(vm),
            OutsideOfSandbox(),
        ],
    };

    public static PlannedRemedy OutsideOfSandbox() => new(Setting.Anywhere, "Measure outside of the sandbox or emulator, and compare",
        [new(Tools.TimerProbe, "timerprobe check")],
        ["If it is right there, what the program runs in changes its time."]);
}
