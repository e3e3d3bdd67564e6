namespace TimerProbe.Core.Advice;

/// <summary>A cluster as its vCenter knows it, to be written into commands.</summary>
/// <param name="Datacenter">Its datacenter; null when unknown.</param>
public sealed record ClusterName(string Name, string Id, string Server, string? Datacenter)
{
    public static readonly ClusterName Placeholder = new("CLUSTER", "CLUSTER-ID", "VCENTER", "DATACENTER");

    public string GetCluster => $"$cluster = $null; $cluster = {Expression}";

    public string Expression =>
        $"Get-Cluster -Id {ShellQuoting.PowerShell($"ClusterComputeResource-{Id}")} -Server {ShellQuoting.PowerShell(Server)}";

    public string GovcOptions => $"{GovcDatacenter}-cluster {ShellQuoting.Govc(Name)}";

    /// <summary>govc's option for the datacenter, with a space behind it; empty when it is not known.</summary>
    public string GovcDatacenter => Datacenter is null ? "" : $"-dc {ShellQuoting.Govc(Datacenter)} ";

    public string Describe => PlainText.OneLine(Name);

    public static ClusterName From(string server, ClusterFacts cluster) => new(cluster.Name, cluster.Id, server, cluster.Datacenter);
}
