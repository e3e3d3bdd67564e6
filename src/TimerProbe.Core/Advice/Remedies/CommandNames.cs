using System.Globalization;

namespace TimerProbe.Core.Advice;

/// <summary>A cluster as its vCenter knows it, to be written into commands.</summary>
/// <param name="Name">Its name as it is.</param>
/// <param name="Id">Its managed object id.</param>
/// <param name="Server">The vCenter that gives the id.</param>
/// <param name="Datacenter">Its datacenter; null when unknown.</param>
public sealed record ClusterName(string Name, string Id, string Server, string? Datacenter)
{
    /// <summary>The placeholder in a rule's page.</summary>
    public static readonly ClusterName Placeholder = new("CLUSTER", "CLUSTER-ID", "VCENTER", "DATACENTER");

    /// <summary>Finds the cluster for PowerCLI. Pasted lines run on after an error, so the variable is emptied first.</summary>
    public string GetCluster => $"$cluster = $null; $cluster = {Expression}";

    /// <summary>The cluster as an expression of PowerCLI.</summary>
    public string Expression =>
        $"Get-Cluster -Id {ShellQuoting.PowerShell($"ClusterComputeResource-{Id}")} -Server {ShellQuoting.PowerShell(Server)}";

    /// <summary>govc's options for the cluster.</summary>
    public string GovcOptions => $"{GovcDatacenter}-cluster {ShellQuoting.Govc(Name)}";

    /// <summary>govc's option for the datacenter, with a space behind it; empty when it is not known.</summary>
    public string GovcDatacenter => Datacenter is null ? "" : $"-dc {ShellQuoting.Govc(Datacenter)} ";

    /// <summary>The name for steps in words.</summary>
    public string Describe => PlainText.OneLine(Name);

    /// <summary>A cluster of a vCenter.</summary>
    public static ClusterName From(string server, ClusterFacts cluster) => new(cluster.Name, cluster.Id, server, cluster.Datacenter);
}

/// <summary>
/// What the DRS groups and the rule of a frequency class are called, wherever a remedy makes or names them: plain ASCII, and
/// with the frequency rather than a number that the next host would change.
/// </summary>
public static class DrsGroup
{
    /// <summary>The rule's name.</summary>
    public static string Rule(FrequencyClass frequency) => $"timerprobe {frequency.LowHz}";

    /// <summary>The host group's name.</summary>
    public static string Hosts(FrequencyClass frequency) => $"{Rule(frequency)} hosts";

    /// <summary>The VM group's name.</summary>
    public static string Vms(FrequencyClass frequency) => $"{Rule(frequency)} VMs";
}

internal static class NameList
{
    /// <summary>The names, and how many more there are beyond the first few: <c>a, b and 7 more</c>.</summary>
    public static string Join(IReadOnlyCollection<string> names, int most = 20) => names.Count <= most
        ? string.Join(", ", names)
        : string.Create(CultureInfo.InvariantCulture, $"{string.Join(", ", names.Take(most))} and {names.Count - most} more");
}
