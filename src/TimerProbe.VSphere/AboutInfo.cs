namespace TimerProbe.VSphere;

/// <summary>What a server says about itself; a text it leaves out is empty.</summary>
public sealed record AboutInfo
{
    /// <summary>Product, version and build in one line, such as <c>VMware vCenter Server 8.0.3 build-24022515</c>.</summary>
    public required string FullName { get; init; }

    public required string Version { get; init; }

    public required string ApiVersion { get; init; }

    public required string ApiType { get; init; }

    /// <summary>The id of this vCenter; null on a host.</summary>
    public string? InstanceUuid { get; init; }

    public bool IsVirtualCenter => ApiType == "VirtualCenter";

    /// <summary>Whether the server speaks at least this version of the API; false when its own is no number.</summary>
    public bool HasApi(int major, int minor = 0, int update = 0, int patch = 0) => System.Version.TryParse(ApiVersion, out var version)
        && (version.Major, version.Minor, Math.Max(0, version.Build), Math.Max(0, version.Revision))
            .CompareTo((major, minor, update, patch)) >= 0;
}
