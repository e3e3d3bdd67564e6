#Requires -Version 5.1
#Requires -RunAsAdministrator
<#
.SYNOPSIS
Installs "timerprobe watch" as the service TimerProbeWatch and starts it, or takes it away.
.DESCRIPTION
The service starts with the system, after what is more urgent, and runs under an account of its own (NT SERVICE\TimerProbeWatch)
that may write one folder. When it fails it is started again after a minute, after ten, then every hour. What it complains of is in
the event log Application, source TimerProbe.
.PARAMETER Executable
timerprobe.exe, where it will stay: in a folder that only administrators can change.
.PARAMETER Folder
Where the service writes: watch.jsonl. Only administrators, the system and the service can open it.
.PARAMETER Remove
Stops the service and deletes it. Its folder and its events stay.
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
    # The first event makes its source known; later ones then show their text alone.
    Invoke-Tool 'eventcreate.exe' @('/L', 'APPLICATION', '/T', 'INFORMATION', '/SO', 'TimerProbe', '/ID', '3', '/D', "The service $name was installed.")
}
catch {
    Invoke-Tool 'sc.exe' @('delete', $name)
    throw
}

Start-Service -Name $name
Get-Service -Name $name
