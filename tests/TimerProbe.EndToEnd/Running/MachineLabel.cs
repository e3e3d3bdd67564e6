namespace TimerProbe.EndToEnd.Running;

/// <summary>What a scan must find of a machine of the simulated vCenter.</summary>
internal sealed record MachineLabel
{
    private static readonly JsonSerializerOptions Options = new(JsonSerializerDefaults.Web);

    private static readonly Dictionary<string, string> RuleOfFinding = new(StringComparer.Ordinal)
    {
        ["away"] = "TP201",
        ["virtualRdtscFalseMayMigrate"] = "TP203",
        ["virtualRdtscFalseHarmless"] = "TP203",
        ["virtualRdtscTrueNoOp"] = "TP203",
        ["timeTrackerForced"] = "TP206",
        ["hypervisorHidden"] = "TP207",
        ["oldHardwareWindows"] = "TP208",
        ["suspendedOrResumed"] = "TP211",
        ["latencySensitiveInMixedCluster"] = "TP212",
        ["starved"] = "TP213",
    };

    public required string Id { get; init; }

    public required string Name { get; init; }

    /// <summary>The name as it was typed, where vCenter escapes it.</summary>
    public string? Decoded { get; init; }

    public required string Placement { get; init; }

    public string? HomeHost { get; init; }

    /// <summary>Told in the days and year scenarios only.</summary>
    public long? HomeHz { get; init; }

    /// <summary>The home if a reset counts as a power-on, where that is another class; of the year scenario, as all that follows but the findings.</summary>
    public long? ResetHz { get; init; }

    /// <summary>Since when it has run at the present frequency.</summary>
    public DateTimeOffset? Since { get; init; }

    /// <summary>What happened to the present power-on that makes its home hard to find.</summary>
    public IReadOnlyList<string> Flags { get; init; } = [];

    /// <summary>Whether its host intercepts its reads of the TSC.</summary>
    public bool Slow { get; init; }

    public string? HomeSource { get; init; }

    public string? Comparison { get; init; }

    public IReadOnlyList<string> Findings { get; init; } = [];

    /// <summary>The rules that must speak of the machine itself; an unknown home and a host's policy are told of others.</summary>
    public IEnumerable<string> Rules => Findings.Where(RuleOfFinding.ContainsKey).Select(finding => RuleOfFinding[finding]).Order(StringComparer.Ordinal);

    public static IReadOnlyList<MachineLabel> ReadAll(string file) => JsonSerializer.Deserialize<MachineLabel[]>(File.ReadAllText(file), Options)!;
}
