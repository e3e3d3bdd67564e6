using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP204: a virtual machine reads the raw TSC and cannot be moved.</summary>
public sealed class RawTscHarmlessRule : FleetRule
{
    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP204",
        Title = "virtual_rdtsc is FALSE, but a rule keeps the VM on one host",
        Meaning = """
            The guest reads the host's raw TSC. That is fast, and correct as long as the virtual machine stays on the very host it was
            powered on at: the counters of two hosts have different values even where their frequencies are equal. The evidence says
            what keeps it there and what would make the setting harmful (TP203): whoever changes that has to take this virtual machine
            into account. Some products require the setting (Spanner Omni on vSphere does).
            """,
        Condition = """
            `monitor_control.virtual_rdtsc` is FALSE, and enabled mandatory VM-Host rules (Must run on hosts in group) leave the virtual
            machine a single host, so that vCenter refuses every vMotion; and it is not known to be away. *Expected*: how ESXi behaves
            with the setting has not been tried.
            """,
        Severities = "Info.",
        References = [Sources.VMwareTimekeeping, Sources.RawTscRequired, Sources.DrsRules],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from seen in PlacedMachine.From(facts)
        let risk = RawTscRisk.From(seen)
        where risk is { MayMove: false }
        select seen.Seen(Severity.Info, Confidence.Expected,
        [
            EvidenceFactory.Flag("monitor_control.virtual_rdtsc", value: false, EvidenceFactory.VCenter),
            EvidenceFactory.Text("Why it is harmless now", risk.Because, EvidenceFactory.Calculated),
            EvidenceFactory.Text("What would make it harmful", risk.WouldBe, EvidenceFactory.Calculated),
            .. PlacementEvidence.Present(seen.Facts),
        ]);

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) =>
    [
        new(
            Setting.VMware,
            "Nothing to do now; note in the VM what requires the setting",
            [new(Tools.VSphereClient,
                "Summary > Notes > Edit: say that monitor_control.virtual_rdtsc is FALSE, what in the VM requires it, and what must not change.")],
            ["To move it to another host, shut the guest down and power it on there. A suspend or a revert makes its time jump too if the host was "
                + "restarted in between."])
        {
            Verify = Verification.Scan,
        },
        VMwareRawTsc.TakeBack(target.Vm),
    ];
}
