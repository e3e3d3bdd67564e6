#Requires -Version 5.1
#Requires -Modules VMware.VimAutomation.Core
<#
.SYNOPSIS
Runs "timerprobe check" in Windows guests through VMware Tools, for guests that no network reaches, one after the other.
.DESCRIPTION
Takes virtual machines of a connected vCenter (Connect-VIServer). Writes one file a machine into -OutputFolder, named by the
machine's name and id, and failures-tools.csv. What it puts on a guest is one folder in the account's %TEMP%, removed in the end.
.PARAMETER VM
What Get-VM gives; from the pipeline too.
.PARAMETER GuestCredential
An account inside the guests; it needs no administrator's rights.
.EXAMPLE
Get-VM -Location Isolated | .\Invoke-TimerProbeByTools.ps1 -Executable .\timerprobe.exe -OutputFolder .\guest-results -GuestCredential (Get-Credential)
#>
[CmdletBinding()]
param(
    [Parameter(Mandatory = $true, ValueFromPipeline = $true)] [object[]] $VM,
    [Parameter(Mandatory = $true)] [string] $Executable,
    [Parameter(Mandatory = $true)] [string] $OutputFolder,
    [Parameter(Mandatory = $true)] [pscredential] $GuestCredential
)

begin {
    $ErrorActionPreference = 'Stop'
    $program = (Resolve-Path -LiteralPath $Executable).ProviderPath
    $output = (New-Item -ItemType Directory -Path $OutputFolder -Force).FullName
    $failures = New-Object 'System.Collections.Generic.List[object]'

    # A spreadsheet takes a cell that begins with one of these for a formula.
    function ConvertTo-Cell([string] $Text) {
        $line = ($Text -replace '\s+', ' ').Trim()
        if ($line -match '^[=+@-]') { "'" + $line } else { $line }
    }

    # No quotes in these commands: on their way into the guest they pass through several command lines.
    function Invoke-InGuest($Machine, [string] $Text) {
        $answer = Invoke-VMScript -VM $Machine -ScriptType Bat -ScriptText $Text -GuestCredential $GuestCredential
        if ($answer.ExitCode -ne 0) { throw "exit code $($answer.ExitCode), $($answer.ScriptOutput)" }
        $answer.ScriptOutput
    }
}

process {
    foreach ($machine in $VM) {
        $id = $machine.ExtensionData.MoRef.Value
        $leaf = 'timerprobe-' + [guid]::NewGuid().ToString('n')
        $file = Join-Path $output (($machine.Name -replace '[^A-Za-z0-9._-]', '_') + '.' + $id + '.json')
        $made = $false
        try {
            $guest = $machine.ExtensionData.Guest
            if ($guest.ToolsRunningStatus -ne 'guestToolsRunning') { throw 'VMware Tools do not run in it' }
            if ($guest.GuestFamily -ne 'windowsGuest') { throw 'it is no Windows guest' }
            $said = Invoke-InGuest $machine "cd /d %TEMP% && mkdir $leaf && cd $leaf && cd"
            $made = $true
            $folder = @($said -split '\r?\n' | Where-Object { $_.Trim() })[-1].Trim()
            Copy-VMGuestFile -VM $machine -LocalToGuest -Source $program -Destination "$folder\timerprobe.exe" -GuestCredential $GuestCredential
            [void] (Invoke-InGuest $machine "cd /d %TEMP%\$leaf && timerprobe.exe check --output json --out check.json --fail-on never")
            Copy-VMGuestFile -VM $machine -GuestToLocal -Source "$folder\check.json" -Destination ($file + '.tmp') -GuestCredential $GuestCredential -Force
            Move-Item -LiteralPath ($file + '.tmp') -Destination $file -Force
        }
        catch {
            $failures.Add([pscustomobject]@{ VM = ConvertTo-Cell $machine.Name; Id = $id; Step = 'check'; Why = ConvertTo-Cell "$_" })
        }
        finally {
            if ($made) {
                try { [void] (Invoke-InGuest $machine "cd /d %TEMP% && rmdir /s /q $leaf") }
                catch { $failures.Add([pscustomobject]@{ VM = ConvertTo-Cell $machine.Name; Id = $id; Step = 'clean up'; Why = ConvertTo-Cell "remove %TEMP%\$leaf by hand; $_" }) }
            }
        }
    }
}

end {
    $failureFile = Join-Path $output 'failures-tools.csv'
    if ($failures.Count -gt 0) { $failures | Export-Csv -LiteralPath $failureFile -NoTypeInformation -Encoding UTF8 }
    else { Remove-Item -LiteralPath $failureFile -ErrorAction SilentlyContinue }
    [pscustomobject]@{ Failures = $failures.Count; FailureFile = $failureFile }
}
