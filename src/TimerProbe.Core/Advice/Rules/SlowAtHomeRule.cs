using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

internal sealed class SlowAtHomeRule : FleetRule
{
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP217",
        Title = "At home, but the guest's clock is slow",
        Meaning = """
            By the frequencies all is well, but the guest measured a slow clock. So the cause is something else: a platform timer, an
            invalid page, a starved processor (TP102 to TP104, TP109 to TP111), or, when other virtual machines on the host are slow as
            well, a host that distrusts its own TSC (TP214). Or the frequencies are misleading: that `cpuInfo.hz` is the rate ESXi uses
            is expected, not documented.

            The same is reported, under a different title, where the home is unknown: then being away is the most likely cause.
            """,
        Condition = """
            The virtual machine is at home, or its home is unknown, and a joined guest result is not healthy (*measured*).
            """,
        Severities = VerdictSeverity.InWords,
        References = [Sources.HostDistrustsTsc, Sources.VMwareTimekeeping, Sources.WindowsTimestamps],
    };

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        where (seen.IsHome || seen.IsUnknown) && seen.Facts.Guest is { State: not ClockState.Healthy }
        select Slow(seen);

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        MeasureAgain.InTheGuest(),
        VMwareHostClock.Distrusted() with { Fits = fleet => fleet.Machine!.Guest!.Cause is ClockCause.TscTrapped or ClockCause.Unknown },
        VMwarePower.Cycle(target.Vm) with
        {
            Fits = fleet =>
                fleet.Machine is { Placement: Core.Facts.Placement.Unknown, Guest.Cause: ClockCause.TscTrapped or ClockCause.Unknown },
        },
    ];

    private static FleetObservation Slow(PlacedMachine seen) => seen.Seen(
        VerdictSeverity.Of(seen.Facts.Guest!.State),
        Confidence.Measured,
        [
            .. PlacementEvidence.Guest(seen.Facts),
            .. PlacementEvidence.Home(seen.Facts),
            .. PlacementEvidence.Present(seen.Facts),
            EvidenceFactory.Text("Why the home is unknown", seen.Facts.UnknownReason, EvidenceFactory.Calculated),
        ]) with
    {
        Title = seen.IsUnknown ? "The guest's clock is slow to read, and it is not known where the VM was powered on" : null,
    };
}
