using System.Globalization;

namespace TimerProbe.VSphere;

/// <summary>The managers of a server. One that the server does not have is null.</summary>
public sealed record ServiceContent
{
    /// <summary>What the server says about itself.</summary>
    public required AboutInfo About { get; init; }

    /// <summary>The root of the inventory.</summary>
    public required ManagedObjectReference RootFolder { get; init; }

    /// <summary>The property collector.</summary>
    public required ManagedObjectReference PropertyCollector { get; init; }

    /// <summary>The session manager; null on a server that allows no login.</summary>
    public ManagedObjectReference? SessionManager { get; init; }

    /// <summary>The view manager.</summary>
    public ManagedObjectReference? ViewManager { get; init; }

    /// <summary>The event manager.</summary>
    public ManagedObjectReference? EventManager { get; init; }

    /// <summary>The performance manager.</summary>
    public ManagedObjectReference? PerfManager { get; init; }

    /// <summary>The authorization manager.</summary>
    public ManagedObjectReference? AuthorizationManager { get; init; }

    /// <summary>The server's options.</summary>
    public ManagedObjectReference? Setting { get; init; }
}

/// <summary>What a server says about itself; a text it leaves out is empty.</summary>
public sealed record AboutInfo
{
    /// <summary>Product, version and build in one line, such as <c>VMware vCenter Server 8.0.3 build-24022515</c>.</summary>
    public required string FullName { get; init; }

    /// <summary>The product's version, such as <c>8.0.3</c>.</summary>
    public required string Version { get; init; }

    /// <summary>The newest version of the API it speaks, such as <c>8.0.3.0</c>.</summary>
    public required string ApiVersion { get; init; }

    /// <summary><c>VirtualCenter</c> or <c>HostAgent</c>.</summary>
    public required string ApiType { get; init; }

    /// <summary>The product line: <c>vpx</c>, <c>embeddedEsx</c>.</summary>
    public required string ProductLineId { get; init; }

    /// <summary>The id of this vCenter; null on a host.</summary>
    public string? InstanceUuid { get; init; }

    /// <summary>Whether this is a vCenter and not a single host.</summary>
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

/// <summary>A managed object by its type and id, such as <c>VirtualMachine</c> and <c>vm-101</c>; good within one server.</summary>
public readonly record struct ManagedObjectReference(string Type, string Value)
{
    /// <summary>Type and id, such as <c>VirtualMachine:vm-101</c>.</summary>
    public override string ToString() => $"{Type}:{Value}";
}
