# Cmdlets of VMware PowerCLI over the machines and hosts of a scan, which note what they are asked and change nothing else. Their parameters are those of the
# published references (PowerCLI 13) that a script needs: another one is refused, as it would be there.
$script:Calls = New-Object Collections.Generic.List[string]
$script:Scan = $null
$script:Groups = [ordered] @{}
$script:Hosts = @{}

function Connect-Scan($Scan) {
    $script:Scan = $Scan.vcenters[0]
    $script:Calls.Clear()
    $script:Groups.Clear()
    $script:Hosts = @{}
    $script:Scan.virtualMachines | ForEach-Object { $script:Hosts["VirtualMachine-$($_.id)"] = "HostSystem-$($_.hostId)" }
}

function Get-Call { $script:Calls.ToArray() }

function Add-Call([string] $Call, [switch] $Changes) { $script:Calls.Add($(if ($Changes) { "! $Call" } else { $Call })) }

function Assert-Server([string] $Server) { if ($Server -ne $script:Scan.server) { throw "not connected to $Server" } }

function Get-VM {
    [CmdletBinding()] param([Parameter(Position = 0)] [string[]] $Name, [string[]] $Id, [string] $Server)
    Assert-Server $Server
    Add-Call "Get-VM $Id"
    $script:Scan.virtualMachines | Where-Object { "VirtualMachine-$($_.id)" -in $Id } | ForEach-Object {
        [pscustomobject] @{
            Name = $_.name; Id = "VirtualMachine-$($_.id)"; VMHost = [pscustomobject] @{ Id = $script:Hosts["VirtualMachine-$($_.id)"] }
            ExtensionData = [pscustomobject] @{
                Config = [pscustomobject] @{ InstanceUuid = $_.instanceUuid }
                Guest  = [pscustomobject] @{ GuestFamily = 'linuxGuest'; ToolsRunningStatus = 'guestToolsRunning' }
            }
        }
    }
}

function Get-VMHost {
    [CmdletBinding()] param([Parameter(Position = 0)] [string[]] $Name, [string[]] $Id, [string] $Server)
    Assert-Server $Server
    Add-Call "Get-VMHost $Id"
    $script:Scan.hosts | Where-Object { "HostSystem-$($_.id)" -in $Id } |
        ForEach-Object { [pscustomobject] @{ Name = $_.name; Id = "HostSystem-$($_.id)"; ConnectionState = 'Connected' } }
}

function Get-Cluster {
    [CmdletBinding()] param([Parameter(Position = 0)] [string[]] $Name, [string[]] $Id, [string] $Server)
    Assert-Server $Server
    Add-Call "Get-Cluster $Id"
    $script:Scan.clusters | Where-Object { "ClusterComputeResource-$($_.id)" -in $Id } |
        ForEach-Object { [pscustomobject] @{ Name = $_.name; Id = "ClusterComputeResource-$($_.id)" } }
}

function Move-VM {
    [CmdletBinding(SupportsShouldProcess)] param([Parameter(Mandatory)] $VM, [Parameter(Mandatory)] $Destination, [switch] $RunAsync)
    if (-not $PSCmdlet.ShouldProcess($VM.Name)) { return }
    Add-Call -Changes "Move-VM $($VM.Id) $($Destination.Id)"
    [pscustomobject] @{ Machine = $VM.Id; To = $Destination.Id }
}

function Wait-Task {
    [CmdletBinding()] param([Parameter(Mandatory)] $Task)
    Add-Call "Wait-Task $($Task.Machine)"
    if ($Task.PSObject.Properties['Script']) { return [pscustomobject] @{ ScriptOutput = & $Task.Script } }
    $script:Hosts[$Task.Machine] = $Task.To
}

# The guests are this machine: the file is copied and the script runs, but for what a test says instead.
function Copy-VMGuestFile {
    [CmdletBinding(SupportsShouldProcess)]
    param([Parameter(Mandatory)] [string[]] $Source, [Parameter(Mandatory)] [string] $Destination, [Parameter(Mandatory)] $VM, [switch] $LocalToGuest, [Parameter(Mandatory)] [pscredential] $GuestCredential)
    Add-Call -Changes "Copy-VMGuestFile $($VM.Name) $Destination"
    if ($GuestCredential.UserName -eq 'nobody') { throw 'Failed to authenticate with the guest operating system using the supplied credentials.' }
    if ($Destination -like '/*') { [IO.File]::Copy($Source[0], $Destination) }
}

function Invoke-VMScript {
    [CmdletBinding(SupportsShouldProcess)]
    param([Parameter(Mandatory)] $VM, [Parameter(Mandatory)] [string] $ScriptText, [ValidateSet('Bat', 'Bash', 'Powershell')] [string] $ScriptType, [Parameter(Mandatory)] [pscredential] $GuestCredential, [switch] $RunAsync)
    if ($ScriptText.Length -gt 2000) { throw 'The script is too long for a command line.' }
    Add-Call -Changes "Invoke-VMScript $($VM.Name) $ScriptType $ScriptText"
    $run = if ($ScriptType -eq 'Bash') { { bash -c $ScriptText 2>&1 | Out-String }.GetNewClosure() } else { { '{"v":1,"state":"slow","cause":"unknown","ns":{"precise":1180.5}}' } }
    [pscustomobject] @{ Machine = $VM.Id; Script = $run }
}

function Get-AdvancedSetting {
    [CmdletBinding()] param([Parameter(Mandatory)] $Entity, [string] $Name)
    Add-Call "Get-AdvancedSetting $($Entity.Id) $Name"
}

function New-AdvancedSetting {
    [CmdletBinding(SupportsShouldProcess)] param([Parameter(Mandatory)] $Entity, [string] $Name, $Value, [switch] $Force)
    if ($PSCmdlet.ShouldProcess($Entity.Name)) { Add-Call -Changes "New-AdvancedSetting $($Entity.Id) $Name $Value" }
}

function Get-DrsClusterGroup {
    [CmdletBinding()] param($Cluster)
    Add-Call "Get-DrsClusterGroup $($Cluster.Id)"
    $script:Groups.Values
}

function New-DrsClusterGroup {
    [CmdletBinding(SupportsShouldProcess)] param([Parameter(Mandatory)] $Cluster, [Parameter(Mandatory)] [string] $Name, $VM, $VMHost)
    if (-not $PSCmdlet.ShouldProcess($Name)) { return }
    $members = @(@($VM) + @($VMHost) | Where-Object { $_ })
    Add-Call -Changes "New-DrsClusterGroup $Name $($members.Count)"
    $script:Groups[$Name] = [pscustomobject] @{ Name = $Name; Member = $members }
}

function Set-DrsClusterGroup {
    [CmdletBinding(SupportsShouldProcess)] param([Parameter(Mandatory)] $DrsClusterGroup, $VM, $VMHost, [switch] $Add, [switch] $Remove)
    if ($PSCmdlet.ShouldProcess($DrsClusterGroup.Name)) { Add-Call -Changes "Set-DrsClusterGroup $($DrsClusterGroup.Name)" }
}

function Get-DrsVMHostRule {
    [CmdletBinding()] param($Cluster)
    Add-Call "Get-DrsVMHostRule $($Cluster.Id)"
}

function New-DrsVMHostRule {
    [CmdletBinding(SupportsShouldProcess)]
    param([Parameter(Mandatory)] $Cluster, [Parameter(Mandatory)] [string] $Name, [Parameter(Mandatory)] $VMGroup, [Parameter(Mandatory)] $VMHostGroup,
        [ValidateSet('MustRunOn', 'ShouldRunOn', 'MustNotRunOn', 'ShouldNotRunOn')] [string] $Type)
    if (-not $PSCmdlet.ShouldProcess($Name)) { return }
    foreach ($group in $VMGroup, $VMHostGroup) { if (-not $script:Groups.Contains($group)) { throw "there is no group $group" } }
    Add-Call -Changes "New-DrsVMHostRule $Name $Type"
}
