using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Verdicts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP204: a virtual machine reads the raw TSC where that does no harm now.</summary>
public sealed class RawTscHarmlessRule : FleetRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP204",
        Title = "monitor_control.virtual_rdtsc is FALSE and does no harm where the virtual machine is kept",
        Meaning = """
            The guest reads the host's TSC as it is. That is fast, and right as long as the virtual machine stays on hosts of the
            frequency it was powered on at. The evidence says what keeps it there, and what would make the setting harmful (TP203):
            whoever changes that has to think of this virtual machine.
            """,
        Condition = """
            `monitor_control.virtual_rdtsc` is FALSE and TP203 has nothing to say: the hosts the virtual machine may run on are of one
            frequency class, or DRS does not move it by itself (manual or off in its cluster), or its host is in no cluster, and it is
            not known to be away. *Expected*: how ESXi behaves with the setting has not been tried.
            """,
        Severities = "Info.",
        References = [Sources.VMwareTimekeeping, Sources.DrsAutomation],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.Of(facts)
        let risk = RawTscRisk.Of(seen)
        where risk is { Harmful: false }
        select seen.Seen(Severity.Info, Confidence.Expected,
        [
            Shown.Flag("monitor_control.virtual_rdtsc", value: false, Shown.VCenter),
            Shown.Text("Why it is harmless now", risk.Because, Shown.Calculated),
            Shown.Text("What would make it harmful", risk.WouldBe, Shown.Calculated),
            .. PlacementEvidence.Present(seen.Facts),
        ]);

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        new(
            Setting.VMware,
            "Nothing needs to be done now; write down with the VM what keeps it harmless",
            [new(Tools.VSphereClient, "Summary > Notes > Edit: say that monitor_control.virtual_rdtsc is FALSE and what must not change.")],
            ["Before a vMotion by hand, compare the hosts' frequencies: the scan's report has them."])
        {
            Verify = Verification.Scan,
        },
        VMwareRawTsc.TakeBack(target.Vm),
    ];
}
