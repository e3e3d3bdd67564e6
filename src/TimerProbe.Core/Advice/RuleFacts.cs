using System.ComponentModel.DataAnnotations;

namespace TimerProbe.Core.Advice;

/// <summary>What a rule about a guest may look at.</summary>
public sealed record GuestFacts
{
    /// <summary>The machine.</summary>
    public required MachineFacts Machine { get; init; }

    /// <summary>Its clocks, one entry a source.</summary>
    public required IReadOnlyList<ClockFacts> Clocks { get; init; }

    /// <summary>The arithmetic between them.</summary>
    public required ControlFacts Control { get; init; }

    /// <summary>What the verdict table says.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>How the cost of precise time changed while it was measured; null when it did not.</summary>
    public ClockChange? Change { get; init; }

    /// <summary>Each processor's cost; null when neither asked for nor needed.</summary>
    public IReadOnlyList<ProcessorClockFacts>? PerProcessor { get; init; }

    /// <summary>Several threads at once; null when not asked for.</summary>
    public IReadOnlyList<ScalingFacts>? Scaling { get; init; }

    /// <summary>The rate of its clocks; null when not asked for.</summary>
    public DriftFacts? Drift { get; init; }

    /// <summary>Whether something took processors from this program while it measured.</summary>
    internal bool IsStarved => Control.Starved || Starvation.IsUnder(Machine);

    /// <summary>The facts of one clock; null when it is not listed.</summary>
    public ClockFacts? Clock(ClockSource source) => Clocks.FirstOrDefault(clock => clock.Source == source);
}

/// <summary>What a rule about a fleet may look at.</summary>
public sealed record FleetFacts
{
    /// <summary>The vCenters, their machines placed and the guests' results joined.</summary>
    public required IReadOnlyList<VCenterFacts> VCenters { get; init; }

    /// <summary>How frequencies are compared.</summary>
    public required FrequencyRules Frequencies { get; init; }

    /// <summary>From where on something is worth a finding.</summary>
    public FleetThresholds Thresholds { get; init; } = FleetThresholds.Default;
}

/// <summary>
/// From where on something about a fleet is worth a finding. Percentages are of wall-clock time and for each virtual processor.
/// </summary>
/// <param name="ReadyPercent">Time ready and waiting, for TP213; 5 by default:
/// from there on it is felt by the programs inside.</param>
/// <param name="CoStopPercent">Time stopped for siblings, for TP213; 3 by default:
/// it hurts sooner, since all processors stand still.</param>
/// <param name="LimitedPercent">Time held back by a CPU limit, for TP213; 1 by default:
/// one that acts at all shows as more than rounding.</param>
/// <param name="SlowMachinesOfHost">How many measured machines of a host have to be slow before the
/// host itself is suspected, for TP214; 2 by default.</param>
public sealed record FleetThresholds(
    [property: Range(0.0, 100, MinimumIsExclusive = true)] double ReadyPercent = 5,
    [property: Range(0.0, 100, MinimumIsExclusive = true)] double CoStopPercent = 3,
    [property: Range(0.0, 100, MinimumIsExclusive = true)] double LimitedPercent = 1,
    [property: Range(1, 1_000)] int SlowMachinesOfHost = 2)
{
    /// <summary>The default thresholds.</summary>
    public static FleetThresholds Default { get; } = new();
}

/// <summary>What a rule about a SQL Server may look at.</summary>
/// <param name="Measured">What was measured and read.</param>
/// <param name="Verdict">What the verdict table says of it.</param>
public sealed record SqlFacts(SqlMeasurement Measured, SqlVerdict Verdict)
{
    /// <summary>The instance.</summary>
    public SqlServerFacts Server => Measured.Server;
}

/// <summary>What a rule is, as its page says. Texts are Markdown.</summary>
public sealed record RuleDescription
{
    /// <summary>The stable id, such as <c>TP101</c>.</summary>
    public required string Id { get; init; }

    /// <summary>The title of its findings.</summary>
    public required string Title { get; init; }

    /// <summary>What it does to the work on the machine, in a sentence of at most two lines; null for a rule about a fleet.</summary>
    public string? Impact { get; init; }

    /// <summary>The usual reason, in a sentence of at most two lines; null for a rule about a fleet.</summary>
    public string? LikelyCause { get; init; }

    /// <summary>What it means for the person who sees it, in a few sentences.</summary>
    public required string Meaning { get; init; }

    /// <summary>The whole page.</summary>
    public required string Page { get; init; }

    /// <summary>All its remedies by setting; the rule fills them in from its plan.</summary>
    public IReadOnlyList<RemedyGroup> Remedies { get; init; } = [];

    /// <summary>Where to read more.</summary>
    public IReadOnlyList<Reference> References => ReferencesOf(Setting.OtherHypervisor);

    internal IReadOnlyList<RuleSource> Sources { get; init; } = [];

    internal IReadOnlyList<Reference> ReferencesOf(Setting platform) =>
        [.. Sources.Where(source => source.Fits(platform)).Select(source => source.Reference)];
}

/// <summary>The remedies for one setting, with a placeholder for the virtual machine's name.</summary>
/// <param name="Where">The setting.</param>
/// <param name="Remedies">Its remedies, by rank.</param>
public sealed record RemedyGroup(Setting Where, IReadOnlyList<Remedy> Remedies);
