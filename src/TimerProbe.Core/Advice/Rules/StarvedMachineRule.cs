using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class StarvedMachineRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP213",
        Title = "The VM is slow because it is short of CPU, not because of its clock",
        Meaning = """
            The virtual machine was ready to run but did not get its processors: the host is overloaded, its virtual processors wait for
            each other, or a limit holds them back. Everything in it is slow then, the clock no more than the rest. A slow clock looks
            the opposite: CPU at 100 % and no waiting. Both can occur together; this one is fixed on the host.
            """,
        Condition = """
            With `--performance`, the average per virtual processor over the last few minutes (*measured* by ESXi):

            - ready 5 % or more; from 10 % on, users notice;
            - or co-stop 3 % or more;
            - or held back by a CPU limit 1 % or more.

            `thresholds` in a configuration sets other limits.
            """,
        Severities = "Warning.",
        References = [Sources.CpuCounters],
    };

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
            .. PlacementEvidence.Present(seen.Facts),
            .. PlacementEvidence.Guest(seen.Facts),
        ]));

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        VMwareCpu.Limit(target.Vm) with
        {
            Fits = fleet =>
                fleet.Machine?.Settings.CpuLimitMhz is not null
                    || fleet.Machine?.Pressure?.LimitedPercent >= fleet.Thresholds.LimitedPercent,
        },
        VMwareCpu.Ready(target.Vm),
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
