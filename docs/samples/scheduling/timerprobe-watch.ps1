#Requires -Version 5.1
#Requires -RunAsAdministrator
<#
.SYNOPSIS
Installs "timerprobe watch" as the service TimerProbeWatch and starts it, or takes it away.
.DESCRIPTION
The service starts with the system, after what is more urgent, and runs under an account of its own (NT SERVICE\TimerProbeWatch)
that may write one folder and read performance counters. When it fails it is started again after a minute, after ten, then every
hour. What it complains of is in the event log Application, source TimerProbe.
.PARAMETER Executable
timerprobe.exe, where it will stay: in a folder that only administrators can change.
.PARAMETER Folder
Where the service writes: watch.jsonl. Only administrators, the system and the service can open it.
.PARAMETER Remove
Stops the service and deletes it. Its folder, its events and their source stay.
.EXAMPLE
.\timerprobe-watch.ps1
.EXAMPLE
.\timerprobe-watch.ps1 -Executable 'D:\Tools\TimerProbe\timerprobe.exe' -Folder 'D:\TimerProbe'
.EXAMPLE
.\timerprobe-watch.ps1 -Remove
#>
[CmdletBinding(DefaultParameterSetName = 'Install')]
param(
    [Parameter(ParameterSetName = 'Install')] [string] $Executable = "$env:ProgramFiles\TimerProbe\timerprobe.exe",
    [Parameter(ParameterSetName = 'Install')] [string] $Folder = "$env:ProgramData\TimerProbe\watch",
    [Parameter(Mandatory = $true, ParameterSetName = 'Remove')] [switch] $Remove
)

$ErrorActionPreference = 'Stop'
$name = 'TimerProbeWatch'

function Invoke-Tool([string] $Tool, [string[]] $Arguments) {
    $said = & $Tool @Arguments | Out-String
    if ($LASTEXITCODE -ne 0) { throw "$Tool $($Arguments -join ' '): exit code $LASTEXITCODE, $said" }
}

if ($Remove) {
    Stop-Service -Name $name
    Remove-LocalGroupMember -SID 'S-1-5-32-558' -Member "NT SERVICE\$name" -ErrorAction SilentlyContinue
    Invoke-Tool 'sc.exe' @('delete', $name)
    return
}

if (Get-Service -Name $name -ErrorAction SilentlyContinue) { throw "$name is installed: run this with -Remove first" }
$program = (Resolve-Path -LiteralPath $Executable).ProviderPath
$output = (New-Item -ItemType Directory -Path $Folder -Force).FullName
$command = '"' + $program + '" watch --service --log "' + (Join-Path $output 'watch.jsonl') + '"'
[void] (New-Service -Name $name -BinaryPathName $command -DisplayName 'TimerProbe watch' -Description 'Watches the clocks of this machine and reports every change.' -StartupType Automatic)
try {
    Invoke-Tool 'sc.exe' @('config', $name, 'start=', 'delayed-auto', 'obj=', "NT SERVICE\$name")
    Invoke-Tool 'sc.exe' @('failure', $name, 'reset=', '86400', 'actions=', 'restart/60000/restart/600000/restart/3600000')
    # Else only a crash counts as a failure, and not an exit code.
    Invoke-Tool 'sc.exe' @('failureflag', $name, '1')
    # Administrators and SYSTEM, by the names they have in every language.
    Invoke-Tool 'icacls.exe' @($output, '/setowner', '*S-1-5-32-544')
    Invoke-Tool 'icacls.exe' @($output, '/inheritance:r', '/grant:r', '*S-1-5-32-544:(OI)(CI)F', '*S-1-5-18:(OI)(CI)F', "NT SERVICE\${name}:(OI)(CI)M")
    # Performance Monitor Users, by the SID it has in every language: else it may not read the counters of VMware Tools.
    if (-not (Get-LocalGroupMember -SID 'S-1-5-32-558' -Member "NT SERVICE\$name" -ErrorAction SilentlyContinue)) {
        Add-LocalGroupMember -SID 'S-1-5-32-558' -Member "NT SERVICE\$name"
    }
    # Its events show their text alone with messages that Windows has for any source: ids 1 to 1000.
    $source = 'HKLM:\SYSTEM\CurrentControlSet\Services\EventLog\Application\TimerProbe'
    [void] (New-Item -Path $source -Force)
    [void] (New-ItemProperty -Path $source -Name 'EventMessageFile' -PropertyType ExpandString -Value '%SystemRoot%\System32\EventCreate.exe')
    [void] (New-ItemProperty -Path $source -Name 'TypesSupported' -PropertyType DWord -Value 7)
}
catch {
    Invoke-Tool 'sc.exe' @('delete', $name)
    throw
}

Start-Service -Name $name
Get-Service -Name $name
