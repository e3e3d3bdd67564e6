namespace TimerProbe.Core.Advice;

/// <summary>A host as its vCenter knows it, to be written into commands.</summary>
/// <param name="Name">Its name as it is.</param>
/// <param name="Id">Its managed object id.</param>
/// <param name="Server">The vCenter that gives the id.</param>
public sealed record HostName(string Name, string Id, string Server)
{
    /// <summary>The placeholder in a rule's page.</summary>
    public static readonly HostName Placeholder = new("HOST", "HOST-ID", "VCENTER");

    /// <summary>Finds the host for PowerCLI; <c>$host</c> is PowerShell's own.</summary>
    public string GetHost =>
        $"$esx = $null; $esx = Get-VMHost -Id {ShellQuoting.PowerShell($"HostSystem-{Id}")} -Server {ShellQuoting.PowerShell(Server)}";

    /// <summary>A host of a vCenter.</summary>
    public static HostName From(string server, HostFacts host) => new(host.Name, host.Id, server);
}
