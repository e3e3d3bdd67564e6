namespace TimerProbe.Core.Advice;

/// <summary>A host as its vCenter knows it, to be written into commands.</summary>
public sealed record HostName(string Name, string Id, string Server)
{
    public static readonly HostName Placeholder = new("HOST", "HOST-ID", "VCENTER");

    public string GetHost =>
        $"$esx = $null; $esx = Get-VMHost -Id {ShellQuoting.PowerShell($"HostSystem-{Id}")} -Server {ShellQuoting.PowerShell(Server)}";

    public static HostName From(string server, HostFacts host) => new(host.Name, host.Id, server);
}
