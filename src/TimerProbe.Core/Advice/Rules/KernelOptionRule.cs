namespace TimerProbe.Core.Advice;

/// <summary>TP209: kernel options about the TSC differ from the defaults of the host's release.</summary>
internal sealed class KernelOptionRule() : FleetRule("TP209")
{
    private const string ForceTsc = "timerForceTSC";
    private const string SyncSkip = "tscSyncSkip";

    /// <summary>
    /// The first release whose <c>timerForceTSC</c> is TRUE by default: 7.0 U3. From 8.0 on it is TRUE and called obsolete.
    /// </summary>
    private static readonly Version ForcedByDefault = new(7, 0, 3);

    private static readonly string[] Off = ["FALSE", "NO", "0", ""];

    protected override IEnumerable<FleetObservation> Observe(FleetFacts facts) =>
        from center in facts.VCenters
        from host in center.Hosts
        let keys = GetKeys(host)
        where keys.Count > 0
        select new FleetObservation(
            new Subject(SubjectKind.Host, host.Name, host.Id) { Server = center.Server },
            Severity.Info,
            Confidence.Measured,
            EvidenceFactory.Of(
            [
                .. keys.Select(key => EvidenceFactory.Text(key, host.KernelOptions[key], EvidenceFactory.VCenter)),
                .. keys.Select(key =>
                    EvidenceFactory.Flag($"Default of {key}", GetDefault(key, host.Version), EvidenceFactory.KernelSettings)),
                EvidenceFactory.Text("ESXi", host.Version, EvidenceFactory.VCenter),
            ]),
            new FleetTarget { Host = HostName.From(center.Server, host), Keys = keys });

    protected override IEnumerable<PlannedRemedy> Plan(FleetTarget target) => [VMwareHost.KernelOptions(target)];

    private static List<string> GetKeys(HostFacts host) =>
    [
        .. host.KernelOptions.Where(option =>
            GetDefault(option.Key, host.Version) == Off.Contains(option.Value.Trim(), StringComparer.OrdinalIgnoreCase))
            .Select(option => option.Key).Order(StringComparer.Ordinal),
    ];

    /// <summary>
    /// The option's default, from the kernel settings of 42 releases, 6.0 U3 to 9.0.1 (W. Lam's list); null for another option, and
    /// where the default depends on a release that is not known.
    /// </summary>
    private static bool? GetDefault(string key, string? release) => key switch
    {
        _ when Is(key, SyncSkip) => false,
        _ when Is(key, ForceTsc) && Version.TryParse(release, out var version) => version >= ForcedByDefault,
        _ => null,
    };

    private static bool Is(string key, string name) => key.EndsWith(name, StringComparison.OrdinalIgnoreCase);
}
