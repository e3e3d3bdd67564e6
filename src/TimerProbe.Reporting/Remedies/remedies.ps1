#@heading
# Read it before you run it, and take out what you do not want: each block stands for itself.
#
# Without -Apply it changes nothing: it looks the objects up and says what it would do. With -Apply -Confirm it asks each time.
#@for report
#   .\remedies.ps1                        say what it would do
#   .\remedies.ps1 -Apply                 set vmx.reboot.powerCycle on the machines that have no host in their cluster to be moved to
#   .\remedies.ps1 -Apply -Moves          and before that move the others back by vMotion
#   .\remedies.ps1 -Apply -Moves -Pilot   one machine only: check it with timerprobe check before the others
#   .\remedies.ps1 -Apply -Moves -Batch 10  at most ten machines; run it again for the next ten
#   .\remedies.ps1 -Apply -OtherClusters  and move those to another cluster that can go there, instead of their power cycle
#   .\remedies.ps1 -Apply -DrsGroups      and make the DRS groups
#   .\remedies.ps1 -Apply -DrsRules       and make the groups, and a rule of each that keeps its virtual machines on its hosts
#
# Each virtual machine gets the one change that the report proposes for it: one that is moved gets no power cycle.
#
# A vMotion needs no downtime. It should end the slowness immediately; it has not been tested on a real host. A machine that has changed hosts
# since the scan is left alone, and so is one whose destination is not connected or in maintenance mode. At its end, vMotion stops (stuns) the
# virtual machine for a moment: check the lease and heartbeat timeouts of clusters of guests (WSFC, availability groups, Pacemaker). One with SCSI bus
# sharing, a raw device mapping or a passthrough device may not be able to move. No move breaks a DRS rule between virtual machines that the scan read.
#
# vmx.reboot.powerCycle = TRUE turns the next restart of the guest into a power cycle, once: ESXi (from 6.5 U3 and 6.7 U3 on) clears it then. Nothing is restarted now: restart the guests in
# their maintenance window, each on the class of hosts where it is to stay. That this renews the rate of the TSC is expected, not
# documented: check afterwards with: timerprobe check
#@for moves
#   .\remedies.ps1                        say what it would do
#   .\remedies.ps1 -Apply -Moves          move the machines by vMotion, wave by wave
#   .\remedies.ps1 -Apply -Moves -Pilot   one machine only: check it with timerprobe check before the others
#   .\remedies.ps1 -Apply -Moves -Batch 10  at most ten machines; run it again for the next ten
#
# The moves of a wave run at once, as many as the plan was made for (plan --wave). The next wave begins when all of one have ended; it may need the
# room that they make: to a host that a machine was to leave and did not, it moves none. Afterwards a later scan tells what became of it.
#
# A machine that has changed hosts since the scan is left alone, and so is one whose destination is not connected or in maintenance mode. At its end,
# vMotion stops (stuns) the virtual machine for a moment: check the lease and heartbeat timeouts of clusters of guests (WSFC, availability groups,
# Pacemaker). One with SCSI bus sharing, a raw device mapping or a passthrough device may not be able to move. No move breaks a DRS rule that the scan read.
#@for rules
#   .\remedies.ps1                        say what it would do
#   .\remedies.ps1 -Apply -DrsGroups      make the DRS groups
#   .\remedies.ps1 -Apply -DrsRules       and a rule of each that keeps its virtual machines on its hosts
#
# Groups and rules that are there stay: a group gets the members that it lacks, and loses none.
#@for report rules
# The groups alone move nothing: without a rule, DRS may take a machine away again. -DrsRules is the one switch that makes rules (Should run
#@for report
# on hosts in group). A group holds the running virtual machines of its frequency, those that are to be moved there too, and none of vSphere's own (vCLS).
#@for rules
# on hosts in group). A group holds the running virtual machines that the plan names, and none of vSphere's own (vCLS). Once there is a rule, DRS that is
# fully automated moves those of them that run on other hosts.
#@for report rules
# A virtual machine that is off belongs to no frequency until it is powered on: add its id to a group below if it is to start there.
#@for all
#
#@for report
# It needs VMware PowerCLI (Install-Module VCF.PowerCLI) and connections to the vCenters (Connect-VIServer), and on the machines the privilege
# VirtualMachine.Config.AdvancedConfig; for the moves Resource.HotMigrate; for the groups Host.Inventory.EditCluster.
#@for moves
# It needs VMware PowerCLI (Install-Module VCF.PowerCLI) and connections to the vCenters (Connect-VIServer), and on the machines the privilege Resource.HotMigrate.
#@for rules
# It needs VMware PowerCLI (Install-Module VCF.PowerCLI) and connections to the vCenters (Connect-VIServer), and on the clusters the privilege Host.Inventory.EditCluster.
#@for all

#Requires -Modules VMware.VimAutomation.Core
[CmdletBinding(SupportsShouldProcess)]
param(
#@for report moves
    [switch] $Moves,
    [switch] $Pilot,
    [ValidateRange(1, 100000)] [int] $Batch = 100000,
#@for report
    [switch] $OtherClusters,
#@for report rules
    [switch] $DrsGroups,
    [switch] $DrsRules,
#@for all
    [switch] $Apply
)

$ErrorActionPreference = 'Stop'
if (-not $Apply) { $WhatIfPreference = $true }
#@for moves
if ($Apply -and -not $Moves) { throw 'It takes -Apply -Moves.' }
#@for rules
if ($Apply -and -not $DrsGroups -and -not $DrsRules) { throw 'It takes -Apply -DrsGroups or -Apply -DrsRules.' }
if (-not $DrsGroups) { $DrsRules = $true }
#@for report moves
if ($Pilot) { $Batch = 1 }
#@for all
$script:done = 0
$script:already = 0
$script:planned = 0
$script:machines = 0
$script:left = 0
$script:failed = @()
#@for report moves
$script:running = @()
$script:atOnce = 1
$script:from = @{}
$script:behind = @()
$script:crowded = @()
#@for all

# A name from the inventory, without what would act on the terminal.
function Format-Name($Object) { "$($Object.Name)" -replace '\p{C}', '?' }

function Complete-Change([string] $What, [scriptblock] $Change) {
    if (-not $Apply) {
        $script:planned++
        Write-Output "Would: $What"
    }
    elseif ($PSCmdlet.ShouldProcess($What)) {
        $task = & $Change
        if ($task) {
            $script:running += [pscustomobject] @{ What = $What; Task = $task }
            if ($script:running.Count -ge $script:atOnce) { Wait-Running }
            return
        }
        $script:done++
        Write-Output "Done: $What"
    }
}

#@for report moves
# A machine is changed unless the batch is full; what fails counts, so that a batch of failures ends.
function Complete-Machine([string] $What, [scriptblock] $Change) {
    if ($script:machines -ge $Batch) {
        $script:left++
        return
    }
    $script:machines++
    Complete-Change $What $Change
}

#@for all
function Add-Failure([string] $What, $Problem) {
    $script:failed += $What
    Write-Warning "$($What): $($Problem.Exception.Message -replace '\p{C}', ' ')"
}

#@for report moves
function Get-Machine([string] $Server, [string] $Id, [string] $InstanceUuid) {
    $found = @(Get-VM -Server $Server -Id "VirtualMachine-$Id")
    if ($found.Count -ne 1) { throw "$($found.Count) virtual machines found instead of one" }
    if ($InstanceUuid -and $found[0].ExtensionData.Config.InstanceUuid -ne $InstanceUuid) { throw 'another virtual machine has this id now' }
    $found[0]
}

function Wait-Running {
    $running = $script:running
    $script:running = @()
    foreach ($each in $running) {
        try {
            Wait-Task -Task $each.Task | Out-Null
            $script:done++
            Write-Output "Done: $($each.What)"
        }
        catch {
            Add-Failure $each.What $_
            $script:behind += $script:from[$each.What]
        }
    }
}

#@for moves
# A wave may need the room that those before it make: where a machine stayed on its host, no other moves there.
function Start-Wave {
    Wait-Running
    $script:crowded += $script:behind
    $script:behind = @()
}

#@for report moves
function Move-Machine([string] $Server, [string] $Id, [string] $InstanceUuid, [string] $HostId, [string] $DestinationId, [switch] $CheckAttached) {
    $left = $script:left
    try {
        $vm = Get-Machine $Server $Id $InstanceUuid
        if ($vm.VMHost.Id -eq "HostSystem-$DestinationId") {
            $script:already++
            Write-Output "Already: $(Format-Name $vm) ($Id on $Server) is there"
            return
        }
        if ($vm.VMHost.Id -ne "HostSystem-$HostId") { throw 'it has changed hosts since the scan' }
        $destination = @(Get-VMHost -Server $Server -Id "HostSystem-$DestinationId")
        if ($destination.Count -ne 1) { throw "$($destination.Count) hosts found instead of one" }
        if ("$($destination[0].ConnectionState)" -ne 'Connected') { throw 'its destination is not connected, or in maintenance mode' }
        if ($CheckAttached) {
            $attached = @($destination[0].ExtensionData.Datastore) + @($destination[0].ExtensionData.Network)
            $lacking = @(@($vm.ExtensionData.Datastore) + @($vm.ExtensionData.Network) | Where-Object { $attached -notcontains $_ })
            if ($lacking.Count -gt 0) { throw "its destination lacks $($lacking -join ', ')" }
        }
        $what = "vMotion of $(Format-Name $vm) ($Id on $Server) to $(Format-Name $destination[0])"
        $script:from[$what] = "$Server $HostId"
        if ($script:crowded -contains "$Server $DestinationId") {
            $script:left++
            $script:behind += "$Server $HostId"
            Write-Output "Waits: $what, where a machine that was to leave has stayed"
            return
        }
        Complete-Machine $what { Move-VM -VM $vm -Destination $destination[0] -RunAsync -Confirm:$false }
        if ($script:left -gt $left) { $script:behind += "$Server $HostId" }
    }
    catch {
        Add-Failure "$Id on $Server" $_
        $script:behind += "$Server $HostId"
    }
}

#@for report
function Set-PowerCycleAtRestart([string] $Server, [string] $Id, [string] $InstanceUuid) {
    try {
        $vm = Get-Machine $Server $Id $InstanceUuid
        $what = "vmx.reboot.powerCycle = TRUE on $(Format-Name $vm) ($Id on $Server)"
        $setting = Get-AdvancedSetting -Entity $vm -Name 'vmx.reboot.powerCycle'
        if ($setting -and "$($setting.Value)" -eq 'TRUE') {
            $script:already++
            Write-Output "Already: $what"
            return
        }
        Complete-Machine $what { New-AdvancedSetting -Entity $vm -Name 'vmx.reboot.powerCycle' -Value 'TRUE' -Force -Confirm:$false | Out-Null }
    }
    catch { Add-Failure "$Id on $Server" $_ }
}

#@for report rules
# The group, with these members: one that is there gets those that it lacks.
function Set-FrequencyGroup($Cluster, [string] $Name, [string] $Kind, $Members) {
    $what = "the group $Name in $(Format-Name $Cluster)"
    $group = @(Get-DrsClusterGroup -Cluster $Cluster | Where-Object { $_.Name -eq $Name })
    if ($group.Count -eq 0) {
        Complete-Change "$($what): $($Members.Count) members" {
            if ($Kind -eq 'hosts') { New-DrsClusterGroup -Cluster $Cluster -Name $Name -VMHost $Members -Confirm:$false | Out-Null }
            else { New-DrsClusterGroup -Cluster $Cluster -Name $Name -VM $Members -Confirm:$false | Out-Null }
        }
        return
    }
    $present = @($group[0].Member | ForEach-Object { $_.Id })
    $wanted = @($Members | ForEach-Object { $_.Id })
    if ($Kind -eq 'hosts' -and @($present | Where-Object { $wanted -notcontains $_ }).Count -gt 0) {
        throw "the group $Name has hosts of another frequency: take them out of it first"
    }
    $missing = @($Members | Where-Object { $present -notcontains $_.Id })
    if ($missing.Count -eq 0) {
        $script:already++
        Write-Output "Already: $what"
        return
    }
    Complete-Change "$($what): $($missing.Count) more members" {
        if ($Kind -eq 'hosts') { Set-DrsClusterGroup -DrsClusterGroup $group[0] -VMHost $missing -Add -Confirm:$false | Out-Null }
        else { Set-DrsClusterGroup -DrsClusterGroup $group[0] -VM $missing -Add -Confirm:$false | Out-Null }
    }
}

function New-FrequencyGroup([string] $Server, [string] $ClusterId, [string] $Label, [string[]] $HostId, [string[]] $MachineId) {
    try {
        $found = @(Get-Cluster -Server $Server -Id "ClusterComputeResource-$ClusterId")
        if ($found.Count -ne 1) { throw "$($found.Count) clusters found instead of one" }
        $cluster = $found[0]
        $hosts = @($HostId | ForEach-Object { Get-VMHost -Server $Server -Id "HostSystem-$_" })
        $vms = @($MachineId | ForEach-Object { Get-VM -Server $Server -Id "VirtualMachine-$_" })
        if ($hosts.Count -ne @($HostId).Count) { throw 'not every host was found' }
        if ($vms.Count -ne @($MachineId).Count) { throw 'not every virtual machine was found' }
        Set-FrequencyGroup $cluster "$Label hosts" 'hosts' $hosts
        if ($vms.Count -eq 0) { return }
        Set-FrequencyGroup $cluster "$Label VMs" 'VMs' $vms
        if (-not $DrsRules) { return }
        if (@(Get-DrsVMHostRule -Cluster $cluster | ForEach-Object { $_.Name }) -contains $Label) {
            $script:already++
            Write-Output "Already: the rule $Label in $(Format-Name $cluster)"
            return
        }
        Complete-Change "the rule $Label in $(Format-Name $cluster)" {
            New-DrsVMHostRule -Cluster $cluster -Name $Label -VMGroup "$Label VMs" -VMHostGroup "$Label hosts" -Type ShouldRunOn -Confirm:$false | Out-Null
        }
    }
    catch { Add-Failure "$Label in $ClusterId on $Server" $_ }
}

#@for all
#@changes

Write-Output "$($script:done) changed, $($script:already) already set, $($script:planned) to change, $($script:left) left for the next batch, $($script:failed.Count) failed."
#@for report
if (-not $Apply) { Write-Output 'Nothing was changed. Add -Apply to make these changes.' }
#@for moves
if (-not $Apply) { Write-Output 'Nothing was changed. Add -Apply -Moves to make these changes.' }
#@for rules
if (-not $Apply) { Write-Output 'Nothing was changed. Add -Apply -DrsRules to make these changes.' }
#@for all
if ($script:failed.Count -gt 0) { exit 1 }
