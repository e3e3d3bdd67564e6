namespace TimerProbe.Core.Advice;

/// <summary>What the remedies of a rule about a fleet are for, by the names that vCenter knows; placeholders where there is none.</summary>
internal sealed record FleetTarget
{
    public static readonly FleetTarget Placeholder = new()
    {
        Destinations = ["HOST-1"],
        InOtherCluster = new HostFacts { Name = "HOST-9", Id = "HOST-9-ID", Cluster = "CLUSTER-2" },
        SameClass = new("CLUSTER/1", new(2_394_000_000), new(2_394_000_000), ["HOST-1", "HOST-2"]),
        Classes = [new("CLUSTER/1", new(2_394_000_000), new(2_394_000_000), ["HOST-1", "HOST-2"])],
        Keys = ["KEY"],
        HasWindows = true,
    };

    public string Server { get; init; } = "VCENTER";

    /// <summary>Whether a guest that it is about has Windows, and so PowerShell.</summary>
    public bool HasWindows { get; init; }

    public VmName Vm { get; init; } = VmName.KnownPlaceholder;

    public ClusterName Cluster { get; init; } = ClusterName.Placeholder;

    /// <summary>The PowerCLI line that gets the host.</summary>
    public string GetHost { get; init; } = VMwareHost.Get("VCENTER", "HOST-ID");

    public IReadOnlyList<string> Destinations { get; init; } = [];

    /// <summary>Where its own cluster has none: a host of another one where its clock is expected to be fast; null without one.</summary>
    public HostFacts? InOtherCluster { get; init; }

    public bool HasHostsThatTrap { get; init; }

    /// <summary>The frequency class on whose hosts the virtual machine is to be kept; null when its cluster has none for it.</summary>
    public FrequencyClass? SameClass { get; init; }

    public IReadOnlyList<FrequencyClass> Classes { get; init; } = [];

    public IReadOnlyList<string> Keys { get; init; } = [];

    public VirtualMachineFacts? Machine { get; init; }

    /// <summary>The cloud that runs the vCenter for its customers; null where none is known to.</summary>
    public string? Cloud { get; init; }

    public FleetThresholds Thresholds { get; init; } = FleetThresholds.Default;
}
