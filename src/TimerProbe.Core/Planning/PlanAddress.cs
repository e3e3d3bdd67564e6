namespace TimerProbe.Core.Planning;

/// <summary>How a host or cluster is named: alone, or after its vCenter, its datacenter or both where another has the same name.</summary>
public static class PlanAddress
{
    /// <summary>The names of one, the shortest first, the whole one last.</summary>
    /// <param name="server">Its vCenter.</param>
    /// <param name="datacenter">Its datacenter; null where it is not told.</param>
    /// <param name="name">Its name.</param>
    public static IReadOnlyList<string> Forms(string server, string? datacenter, string name) => datacenter is null
        ? [name, $"{server}/{name}"]
        : [name, $"{datacenter}/{name}", $"{server}/{name}", $"{server}/{datacenter}/{name}"];
}
