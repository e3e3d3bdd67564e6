using System.ComponentModel.DataAnnotations;

namespace TimerProbe.Core.Advice;

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

/// <summary>What a rule is, as its page says. Texts are Markdown.</summary>
public sealed record RuleDescription
{
    /// <summary>The stable id, such as <c>TP101</c>.</summary>
    public required string Id { get; init; }

    public required string Title { get; init; }

    /// <summary>What it does to the work on the machine, in a sentence of at most two lines; null for a rule about a fleet.</summary>
    public string? Impact { get; init; }

    /// <summary>The usual reason, in a sentence of at most two lines; null for a rule about a fleet.</summary>
    public string? LikelyCause { get; init; }

    public required string Meaning { get; init; }

    public required string Page { get; init; }

    /// <summary>The remedies by setting, with a placeholder for the virtual machine's name.</summary>
    public IReadOnlyList<(Setting Where, IReadOnlyList<Remedy> Remedies)> Remedies { get; init; } = [];

    public IReadOnlyList<Reference> References => GetReferences(Setting.OtherHypervisor);

    /// <summary>
    /// The sources, with where each is found in the web, null for VMware's and Broadcom's guides, which have moved too often, and
    /// the platforms that it is about, null for all.
    /// </summary>
    internal IReadOnlyList<(Reference Reference, string? Address, IReadOnlyList<Setting>? Only)> Sources { get; init; } = [];

    internal IReadOnlyList<Reference> GetReferences(Setting platform) =>
        [.. Sources.Where(source => platform == Setting.OtherHypervisor || source.Only?.Contains(platform) is not false)
            .Select(source => source.Reference)];
}
