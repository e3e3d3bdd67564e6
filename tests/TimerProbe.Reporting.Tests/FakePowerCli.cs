using System.Management.Automation.Language;
using System.Management.Automation.Runspaces;

namespace TimerProbe.Reporting.Tests;

/// <summary>
/// Runs a script in PowerShell's own engine beside a PowerCLI that knows a scan's machines and hosts, and notes what it is told to change. The engine comes
/// without the module that has Write-Output and Write-Warning.
/// </summary>
internal sealed class FakePowerCli(ScanDocument document)
{
    private const string Cmdlets = """
        function Write-Output($InputObject) { $InputObject }
        function Write-Warning($Message) { $fakeWarnings.Add($Message) }
        function Get-VM($Server, $Id) { $fakeMachines["$Server $Id"] }
        function Get-VMHost($Server, $Id) { $fakeHosts["$Server $Id"] }
        function Get-Cluster($Server, $Id) { [pscustomobject] @{ Id = $Id; Name = 'a cluster' } }
        function Get-AdvancedSetting($Entity, $Name) { if ($fakeSet.Contains($Entity.Id)) { [pscustomobject] @{ Value = 'TRUE' } } }
        function Get-DrsClusterGroup($Cluster) { $fakeGroups.Keys | ForEach-Object { [pscustomobject] @{ Name = $_; Member = @($fakeGroups[$_] | ForEach-Object { [pscustomobject] @{ Id = $_ } }) } } }
        function Get-DrsVMHostRule($Cluster) { }
        function Note { if ($fakeRefuses) { throw 'refused' }; $fakeChanges.Add($args -join ' ') }
        function Move-VM([switch] $Confirm, [switch] $RunAsync, $VM, $Destination) { Note 'Move-VM' $VM.Id $Destination.Id; $VM.Id }
        function Wait-Task($Task) { if ($fakeStuck.Contains($Task)) { throw 'it cannot be moved' }; $fakeChanges.Add("Wait-Task $Task") }
        function New-AdvancedSetting([switch] $Confirm, [switch] $Force, $Entity, $Name, $Value) { Note 'New-AdvancedSetting' $Entity.Id $Name $Value }
        function New-DrsClusterGroup([switch] $Confirm, $Cluster, $Name, $VMHost, $VM) { Note 'New-DrsClusterGroup' $Cluster.Id $Name ((@($VMHost) + @($VM) | Where-Object { $_ } | ForEach-Object { $_.Id }) -join ' ') }
        function Set-DrsClusterGroup([switch] $Confirm, [switch] $Add, $DrsClusterGroup, $VMHost, $VM) { Note 'Set-DrsClusterGroup' $DrsClusterGroup.Name ((@($VMHost) + @($VM) | Where-Object { $_ } | ForEach-Object { $_.Id }) -join ' ') }
        function New-DrsVMHostRule([switch] $Confirm, $Cluster, $Name, $VMGroup, $VMHostGroup, $Type) { Note 'New-DrsVMHostRule' $Cluster.Id $Name $Type }
        """;

    /// <summary>What was changed: the cmdlet, and what it was told, with the ids that PowerCLI gives.</summary>
    public List<string> Changes { get; } = [];

    public List<string> Warnings { get; } = [];

    /// <summary>The ids of the machines whose next restart is a power cycle already.</summary>
    public HashSet<string> Set { get; } = new(StringComparer.Ordinal);

    /// <summary>The DRS groups that are there, and the ids of their members.</summary>
    public Dictionary<string, string[]> Groups { get; } = new(StringComparer.Ordinal);

    /// <summary>The ids of the machines whose moves fail while they run.</summary>
    public HashSet<string> Stuck { get; } = new(StringComparer.Ordinal);

    public bool Refuses { get; init; }

    /// <summary>A datastore that machines are on and hosts lack; null for none.</summary>
    public string? Datastore { get; init; }

    /// <summary>The host that a machine has been moved to since the scan, by its id; null where it was not.</summary>
    public Func<string, string?>? GetHost { get; init; }

    /// <summary>What PowerShell's parser objects to.</summary>
    public static IReadOnlyList<string> ErrorsIn(string script)
    {
        Parser.ParseInput(script.TrimStart('\uFEFF'), out _, out var errors);
        return [.. errors.Select(error => error.ToString())];
    }

    public IReadOnlyList<string> Run(string script, params (string Name, object Value)[] parameters)
    {
        Assert.Empty(ErrorsIn(script));
        var state = InitialSessionState.CreateDefault2();
        foreach (var (name, value) in new (string, object)[]
        {
            ("fakeChanges", Changes), ("fakeWarnings", Warnings), ("fakeSet", Set), ("fakeGroups", Groups), ("fakeStuck", Stuck), ("fakeRefuses", Refuses),
            ("fakeMachines", document.VCenters.SelectMany(vcenter => vcenter.VirtualMachines.Select(machine => (vcenter, machine)))
                .ToDictionary(item => $"{item.vcenter.Server} VirtualMachine-{item.machine.Id}",
                    item => Machine(item.machine.Id, item.machine.Name, item.machine.InstanceUuid, item.machine.HostId))),
            ("fakeHosts", document.VCenters.SelectMany(vcenter => vcenter.Hosts.Select(host => (vcenter, host)))
                .ToDictionary(item => $"{item.vcenter.Server} HostSystem-{item.host.Id}", item => Host(item.host.Id, item.host.Name))),
        })
        {
            state.Variables.Add(new SessionStateVariableEntry(name, value, null));
        }

        using var shell = PowerShell.Create(state);
        shell.AddScript(Cmdlets, useLocalScope: false).Invoke();
        shell.Commands.Clear();
        shell.AddScript(script.TrimStart('\uFEFF'));
        foreach (var (name, value) in parameters)
        {
            shell.AddParameter(name, value);
        }

        var lines = shell.Invoke().Select(line => line?.BaseObject as string ?? "").ToList();
        Assert.Empty(shell.Streams.Error);
        return lines;
    }

    private PSObject Machine(string id, string name, string? instanceUuid, string? host) => Object(
        ("Id", $"VirtualMachine-{id}"), ("Name", name), ("VMHost", Object(("Id", $"HostSystem-{GetHost?.Invoke(id) ?? host}"))),
        ("ExtensionData", Object(("Config", Object(("InstanceUuid", instanceUuid))), ("Datastore", Datastore), ("Network", null))));

    private static PSObject Host(string id, string name) => Object(("Id", $"HostSystem-{id}"), ("Name", name), ("ConnectionState", "Connected"),
        ("ExtensionData", Object(("Datastore", null), ("Network", null))));

    private static PSObject Object(params (string Name, object? Value)[] members)
    {
        var made = new PSObject();
        foreach (var (name, value) in members)
        {
            made.Properties.Add(new PSNoteProperty(name, value));
        }

        return made;
    }
}
