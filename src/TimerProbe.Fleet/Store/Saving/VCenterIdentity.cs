using TimerProbe.Core.Facts;

namespace TimerProbe.Fleet.Store.Saving;

/// <summary>What tells a vCenter from others, whatever name it is asked by.</summary>
internal static class VCenterIdentity
{
    /// <summary>Its instance UUID. A single ESXi host has none: it is known by its name.</summary>
    public static string Of(VCenterFacts vcenter) =>
        vcenter.InstanceUuid is { Length: > 0 } uuid ? uuid : "server:" + vcenter.Server.ToLowerInvariant();
}
