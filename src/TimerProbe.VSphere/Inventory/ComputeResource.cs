namespace TimerProbe.VSphere.Inventory;

/// <summary>A cluster, or what vCenter wraps around a host outside of any.</summary>
internal sealed record ComputeResource
{
    public const string ClusterType = "ClusterComputeResource";

    public required ManagedObjectReference Obj { get; init; }

    public required string Name { get; init; }

    public ManagedObjectReference? Parent { get; init; }

    public bool IsCluster => Obj.Type == ClusterType;

    public DrsPlan Drs { get; init; } = DrsPlan.Unknown;
}
