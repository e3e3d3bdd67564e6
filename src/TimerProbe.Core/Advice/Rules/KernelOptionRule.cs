using TimerProbe.Core.Advice.Remedies;
using TimerProbe.Core.Facts;

namespace TimerProbe.Core.Advice.Rules;

/// <summary>TP209: kernel options about the TSC are set on a host.</summary>
public sealed class KernelOptionRule : FleetRule
{
    private static readonly string[] Off = ["FALSE", "NO", "0", ""];

    /// <inheritdoc/>
    protected override RuleDescription About { get; } = new()
    {
        Id = "TP209",
        Title = "TSC kernel options are set on the host",
        Meaning = """
            Options such as `timerForceTSC` and `tscSyncSkip` make ESXi trust the host's TSC or skip the test that decides whether it
            can. They are recommended in articles about hosts whose virtual machines are all slow. Where the host's TSCs really diverge,
            time then goes wrong in every virtual machine on it, and a wrongly forced host TSC eventually crashes the host (Broadcom KB
            321363).
            """,
        Condition = """
            The host's options (`config.option`) include a TSC kernel option with a value other than false (*measured*: read from
            vCenter). The names under which ESXi shows them there have not been verified on a real host.
            """,
        Severities = "Warning.",
        References = [Sources.HostDistrustsTsc],
    };

    /// <inheritdoc/>
    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from center in facts.VCenters
        from host in center.Hosts
        let keys = KeysOf(host)
        where keys.Count > 0
        select new FleetObservation(
            new Subject(SubjectKind.Host, host.Name, host.Id) { Server = center.Server },
            Severity.Warning,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                .. keys.Select(key => EvidenceFactory.Text(key, host.KernelOptions[key], EvidenceFactory.VCenter)),
                EvidenceFactory.Text("ESXi", host.Version, EvidenceFactory.VCenter),
            ]),
            new FleetTarget { Host = HostName.Of(center.Server, host), Keys = keys });

    /// <inheritdoc/>
    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareHostSettings.KernelDefaults(target)];

    private static List<string> KeysOf(HostFacts host) =>
    [
        .. host.KernelOptions.Where(option => !Off.Contains(option.Value.Trim(), StringComparer.OrdinalIgnoreCase))
            .Select(option => option.Key).Order(StringComparer.Ordinal),
    ];
}
