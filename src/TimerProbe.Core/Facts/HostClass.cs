namespace TimerProbe.Core.Facts;

/// <summary>
/// Hosts of one processor model and one release of ESXi, which scale the TSC alike. Nested hosts and those whose processor is
/// not known are in none.
/// </summary>
public sealed record HostClass
{
    /// <summary>The processor's maker, <c>intel</c> or <c>amd</c>; null in a document without it.</summary>
    public string? Vendor { get; init; }

    /// <summary>The processor's family (CPUID level 1); null in a document without it.</summary>
    public int? CpuFamily { get; init; }

    /// <summary>The processor's model within its family; null in a document without it.</summary>
    public int? CpuModelNumber { get; init; }

    /// <summary>The major and minor version of ESXi, such as <c>7.0</c>; null when not known.</summary>
    public string? Esxi { get; init; }

    /// <summary>The processors by their brand strings, shortened; of several the first with how many more there are.</summary>
    public required string Processor { get; init; }

    /// <summary>The names of its hosts.</summary>
    [Pseudonym(NameKind.Host)]
    public IReadOnlyList<string> Hosts { get; init => field = value ?? []; } = [];

    /// <summary>Whether its hosts scale the TSC, where nothing else is known of one.</summary>
    public TscScaling TscScaling { get; init; }

    /// <summary>How many machines are away on its hosts; those that read the raw TSC are not counted.</summary>
    public int Away { get; init; }

    /// <summary>How many of them were measured fast.</summary>
    public int MeasuredFast { get; init; }

    /// <summary>How many of them were measured slow.</summary>
    public int MeasuredSlow { get; init; }

    /// <summary>How many of them are undecided: they may be fast or slow.</summary>
    public int Open { get; init; }

    /// <summary>The fewest results that decide what is undecided: the guests together, or a log alone. Empty for none.</summary>
    public IReadOnlyList<SettlingResult> SettleBy { get; init => field = value ?? []; } = [];

    /// <summary>The unique name of a class in its vCenter: <c>intel-6-85-7.0</c>.</summary>
    [JsonIgnore]
    public string Id => this is { Vendor: not null, CpuFamily: not null, CpuModelNumber: not null }
        ? FormattableString.Invariant($"{Vendor}-{CpuFamily}-{CpuModelNumber}-{Esxi}")
        : $"{Processor}-{Esxi}";
}
