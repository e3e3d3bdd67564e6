using TimerProbe.Core.Facts;

namespace TimerProbe.VSphere.Inventory;

/// <summary>How far DRS moves the machines of a cluster by itself, and where rules keep them.</summary>
internal sealed record DrsPlan
{
    public const string Off = "off";

    public static readonly DrsPlan Unknown = new();

    /// <summary>Outside of clusters there is no DRS.</summary>
    public static readonly DrsPlan None = new() { Automation = Off };

    /// <summary>The cluster's automation; null when unknown.</summary>
    public string? Automation { get; init; }

    /// <summary>The automation of machines that have their own, by their ids.</summary>
    public IReadOnlyDictionary<string, string> Overrides { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The ids of the hosts that rules keep a machine on, by its id.</summary>
    public IReadOnlyDictionary<string, IReadOnlySet<string>> Bounds { get; init; } = new Dictionary<string, IReadOnlySet<string>>(
        StringComparer.Ordinal);

    /// <summary>The same of those rules alone that must be kept: a move by hand is refused, too.</summary>
    public IReadOnlyDictionary<string, IReadOnlySet<string>> Musts { get; init; } = new Dictionary<string, IReadOnlySet<string>>(
        StringComparer.Ordinal);

    /// <summary>The enabled rules between machines, also where DRS is off: they say what is meant to be kept.</summary>
    public IReadOnlyList<VmVmRule> VmRules { get; init; } = [];

    /// <summary>The automation of a machine; null when unknown.</summary>
    public string? AutomationOf(string machine) =>
        Automation is null or Off ? Automation : Overrides.GetValueOrDefault(machine, Automation);
}
