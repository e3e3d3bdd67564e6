namespace TimerProbe.Core.Advice;

internal sealed class StarvedMachineRule() : FleetRule("TP213")
{
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where seen.Facts.Pressure is { } pressure && IsStarved(pressure, facts.Thresholds)
        select Within(facts.Thresholds, seen.Seen(Severity.Warning, Confidence.Measured,
        [
            Percent("Ready per virtual processor", seen.Facts.Pressure!.ReadyPercent),
            Percent("Co-stop per virtual processor", seen.Facts.Pressure.CoStopPercent),
            Percent("Held back by its limit, per virtual processor", seen.Facts.Pressure.LimitedPercent),
            Percent("Usage of its processors", seen.Facts.Pressure.UsagePercent),
            EvidenceFactory.Number("Virtual processors", seen.Facts.ProcessorCount, unit: null, EvidenceFactory.VCenter),
            EvidenceFactory.Number("CPU limit", seen.Facts.Settings.CpuLimitMhz, "MHz", EvidenceFactory.VCenter),
            .. EvidenceFactory.Present(seen.Facts),
            .. EvidenceFactory.Guest(seen.Facts),
        ]));

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        VMwareHost.CpuLimit(target.Vm) with
        {
            Fits = fleet =>
                fleet.Machine?.Settings.CpuLimitMhz is not null
                    || fleet.Machine?.Pressure?.LimitedPercent >= fleet.Thresholds.LimitedPercent,
        },
        VMwareHost.CpuReady(target.Vm),
        FewerProcessors() with { Fits = fleet => fleet.Machine?.Pressure?.CoStopPercent >= fleet.Thresholds.CoStopPercent },
    ];

    private static bool IsStarved(CpuPressureOfMachine pressure, FleetThresholds limits) =>
        pressure.ReadyPercent >= limits.ReadyPercent
            || pressure.CoStopPercent >= limits.CoStopPercent
            || pressure.LimitedPercent >= limits.LimitedPercent;

    private static FleetObservation Within(FleetThresholds limits, FleetObservation seen) =>
        seen with { Target = seen.Target with { Thresholds = limits } };

    private static Evidence? Percent(string what, double? value) => EvidenceFactory.Number(what, value, "%", "QueryPerf");

    private static PlannedRemedy FewerProcessors() => new(
        Setting.VMware,
        "Give the VM fewer vCPUs (downtime), or wait for snapshot consolidation",
        [new(Tools.VSphereClient, """
            1. Snapshots > Manage: delete what is no longer needed; co-stop is high while that runs.
            2. At the next maintenance: Edit Settings > Virtual Hardware > CPU: no more than it uses.
            """)],
        ["Licensing and NUMA depend on the number of processors too: ask the VM's owner first."])
    {
        Verify = "timerprobe scan --performance",
    };
}
