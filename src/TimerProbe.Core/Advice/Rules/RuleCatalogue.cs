namespace TimerProbe.Core.Advice;

/// <summary>Every rule, in the order of its id: the one place where a rule is made known.</summary>
public static class RuleCatalogue
{
    private static readonly (string Ending, string Name)[] Clouds =
    [
        (".avs.azure.com", "Azure VMware Solution"),
        (".vmwarevmc.com", "VMware Cloud on AWS"),
        (".gve.goog", "Google Cloud VMware Engine"),
    ];

    internal static IReadOnlyList<GuestRule> Guest { get; } =
    [
        ClockPathRules.TrappedTsc,
        ClockPathRules.PlatformTimer,
        ClockPathRules.HypervisorPage,
        ProcessorRules.Starved,
        ProcessorRules.Uneven,
        ProcessorRules.Contended,
        TimeRules.WrongRate,
        GuestSettingRules.FrequencyMismatch,
        GuestSettingRules.HiddenHypervisor,
        GuestSettingRules.OldHardware,
        GuestSettingRules.PlatformClock,
        UnclearRules.Unclear,
        UnclearRules.UnknownCause,
        ClockPathRules.HypervisorCall,
        UnclearRules.Intermittent,
        ClockPathRules.SystemCall,
        GuestSettingRules.CoarseStep,
        TimeRules.WrongTime,
        TimeRules.Stepped,
        TimeRules.Backward,
        TimeRules.ProcessorsApart,
    ];

    public static IReadOnlyList<Finding> Evaluate(GuestFacts facts) =>
        [.. Guest.Select(rule => rule.Evaluate(facts)).OfType<Finding>()
            .OrderByDescending(finding => finding.Severity)
            .ThenBy(finding => finding.Rule, StringComparer.Ordinal)];

    internal static IReadOnlyList<FleetRule> Fleet { get; } =
    [
        MachineRules.Away,
        FrequencyClassRules.MixedCluster,
        SettingRules.RawTsc,
        SettingRules.ForcedRate,
        SettingRules.HiddenHypervisor,
        SettingRules.OldHardware,
        HostRules.KernelOption,
        EvidenceRules.UnknownHome,
        MachineRules.Suspended,
        SettingRules.LatencySensitive,
        MachineRules.Starved,
        HostRules.SlowHost,
        HostRules.PowerPolicy,
        MachineRules.SlowAtHome,
        EvidenceRules.MatchedByName,
        EvidenceRules.UnmeasuredSqlServer,
        EvidenceRules.Contradicting,
        HostRules.ChangedFrequency,
        FrequencyClassRules.Open,
        FrequencyClassRules.Unaffected,
    ];

    internal static IReadOnlyList<SqlRule> Sql { get; } =
    [
        SqlCauseRules.Clock,
        SqlCauseRules.Cpu,
        SqlCauseRules.Storage,
        SqlServerRules.TimeSource,
        SqlServerRules.Profiling,
        SqlServerRules.Rights,
        SqlServerRules.NotComparable,
        SqlServerRules.NoReference,
        SqlServerRules.Compatible,
        SqlCauseRules.Undecided,
    ];

    public static IReadOnlyList<Finding> Evaluate(SqlFacts facts) =>
        [.. Sql.Select(rule => rule.Evaluate(facts)).OfType<Finding>()
            .OrderByDescending(finding => finding.Severity)
            .ThenBy(finding => finding.Rule, StringComparer.Ordinal)];

    public static IEnumerable<RuleDescription> Descriptions =>
        Guest.Select(rule => rule.Description).Concat(Fleet.Select(rule => rule.Description)).Concat(Sql.Select(rule => rule.Description))
            .OrderBy(rule => rule.Id, StringComparer.Ordinal);

    /// <summary>The ids of the rules that explain a slow clock, by the names that documents have for its causes.</summary>
    public static IReadOnlyDictionary<string, string> ByClockCause { get; } = Guest.Where(rule => rule.Cause != ClockCause.None)
        .ToDictionary(rule => rule.Cause.ToDocumentName(), rule => rule.About.Id);

    /// <summary>The ids of the rules that explain a slow SQL Server, by the names that documents have for its causes.</summary>
    public static IReadOnlyDictionary<string, string> BySqlCause { get; } = Sql.Where(rule => rule.Cause != SqlCause.None)
        .ToDictionary(rule => rule.Cause.ToDocumentName(), rule => rule.About.Id);

    /// <summary>Whether the rule of an id says what is wrong with a clock although a read of it is cheap.</summary>
    public static bool IsOfCheapClock(string id) => Guest.Any(rule => rule.IsOfCheapClock && rule.About.Id == id);

    /// <summary>The rule of an id, in either case; null where there is none.</summary>
    public static RuleDescription? Find(string id) =>
        Descriptions.FirstOrDefault(rule => string.Equals(rule.Id, id, StringComparison.OrdinalIgnoreCase));

    public static IReadOnlyList<Finding> Evaluate(FleetFacts facts)
    {
        var clouds = facts.VCenters.DistinctBy(center => center.Server).ToDictionary(center => center.Server, GetCloud);
        return [.. Fleet.SelectMany(rule => rule.Evaluate(facts, clouds))
            .OrderByDescending(finding => finding.Severity)
            .ThenBy(finding => finding.Rule, StringComparer.Ordinal)
            .ThenBy(finding => finding.Subject.Name, StringComparer.Ordinal)
            .ThenBy(finding => finding.Subject.Server, StringComparer.Ordinal)
            .ThenBy(finding => finding.Subject.Id, StringComparer.Ordinal)];
    }

    /// <summary>The cloud that runs a vCenter; null where neither its name nor that of a host names one.</summary>
    private static string? GetCloud(VCenterFacts vcenter) => vcenter.Hosts.Select(host => host.Name)
        .Prepend(vcenter.Server.Split(':', 2)[0]) // A vCenter may be given with a port.
        .Select(name => Array.Find(Clouds, cloud => name.EndsWith(cloud.Ending, StringComparison.OrdinalIgnoreCase)).Name)
        .FirstOrDefault(name => name is not null);
}
