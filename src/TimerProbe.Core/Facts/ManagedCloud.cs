namespace TimerProbe.Core.Facts;

/// <summary>
/// Clouds that run vSphere for their customers, known by the names that they give to vCenter and hosts. The customer's role there
/// (CloudAdmin) may not configure hosts, clusters or vCenter, as their public pages about roles say.
/// </summary>
public static class ManagedCloud
{
    private static readonly (string Ending, string Name)[] Known =
    [
        (".avs.azure.com", "Azure VMware Solution"),
        (".vmwarevmc.com", "VMware Cloud on AWS"),
        (".gve.goog", "Google Cloud VMware Engine"),
    ];

    /// <summary>The cloud that runs a vCenter; null where neither its name nor that of one of its hosts tells of one.</summary>
    public static string? Of(VCenterFacts vcenter)
    {
        ArgumentNullException.ThrowIfNull(vcenter);
        return vcenter.Hosts.Select(host => host.Name)
            .Prepend(HostOf(vcenter.Server))
            .Select(Named)
            .FirstOrDefault(name => name is not null);
    }

    private static string? Named(string host) =>
        Array.Find(Known, cloud => host.EndsWith(cloud.Ending, StringComparison.OrdinalIgnoreCase)).Name;

    // A vCenter may be given with a port.
    private static string HostOf(string server) => server.Split(':', 2)[0];
}
