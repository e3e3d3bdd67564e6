namespace TimerProbe.Core.Documents;

/// <summary>What is remembered of a host. Two that are equal need one row.</summary>
public record HostState
{
    /// <summary>Its managed object id.</summary>
    public required string Id { get; init; }

    /// <summary>Its name.</summary>
    [Pseudonym(NameKind.Host)]
    public required string Name { get; init; }

    /// <summary>Its cluster.</summary>
    [Pseudonym(NameKind.Cluster)]
    public string? Cluster { get; init; }

    /// <summary>Its frequency.</summary>
    public Frequency? Hz { get; init; }

    /// <summary>The processor's brand string.</summary>
    public string? CpuModel { get; init; }

    /// <summary>The version of ESXi.</summary>
    public string? Version { get; init; }

    /// <summary>The power policy.</summary>
    public string? PowerPolicy { get; init; }

    /// <summary>Whether vCenter was connected to it.</summary>
    public string? ConnectionState { get; init; }

    /// <summary>Whether it was in maintenance mode.</summary>
    public bool? InMaintenanceMode { get; init; }

    /// <summary>When it was started.</summary>
    public DateTimeOffset? BootTime { get; init; }

    public static HostState From(HostFacts host) => new()
    {
        Id = host.Id,
        Name = host.Name,
        Cluster = host.Cluster,
        Hz = host.Hz,
        CpuModel = host.CpuModel,
        Version = host.Version,
        PowerPolicy = host.PowerPolicy,
        ConnectionState = host.ConnectionState,
        InMaintenanceMode = host.InMaintenanceMode,
        BootTime = host.BootTime is { } time ? DateTimeOffset.FromUnixTimeMilliseconds(time.ToUnixTimeMilliseconds()) : null,
    };
}
