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

    /// <summary>Whether the server speaks at least this version of the API; false when its version is no number.</summary>
    public bool HasApi(int major, int minor = 0, int update = 0, int patch = 0) =>
        CompareVersion(ApiVersion, [major, minor, update, patch]) is >= 0;

    /// <summary>The order of a dotted version, a missing part counting as 0; null when the text is no version.</summary>
    private static int? CompareVersion(string version, ReadOnlySpan<int> other)
    {
        var parts = version.Split('.');
        for (var i = 0; i < Math.Max(parts.Length, other.Length); i++)
        {
            var part = 0;
            if (i < parts.Length && !int.TryParse(parts[i], NumberStyles.None, CultureInfo.InvariantCulture, out part))
            {
                return null;
            }

            var order = part.CompareTo(i < other.Length ? other[i] : 0);
            if (order != 0)
            {
                return order;
            }
        }

        return 0;
    }
}
