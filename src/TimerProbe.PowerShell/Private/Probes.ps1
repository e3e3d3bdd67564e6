$Probe = "$(Split-Path $PSScriptRoot)/Probe/clock-probe.ps1"

# The machines of a scan that decide what is undecided there, as PowerCLI has them.
function Get-SettlingMachine($Cmdlet, $Scan) {
    if ($Scan.PSObject.TypeNames -notcontains 'TimerProbe.Document') {
        $Scan = ConvertFrom-Document ([IO.File]::ReadAllText((Resolve-File $Cmdlet "$Scan")))
    }

    foreach ($vcenter in Get-Part $Scan 'vcenters') {
        $names = @($vcenter.classes | ForEach-Object { $_.settleBy } | Where-Object { $_.kind -eq 'guest' } | ForEach-Object machine | Select-Object -Unique)
        foreach ($machine in $vcenter.virtualMachines | Where-Object { $_.name -in $names }) {
            try {
                Get-VM -Server $vcenter.server -Id "VirtualMachine-$($machine.id)" -ErrorAction Stop
            } catch {
                Write-Failure $Cmdlet "$($machine.name): $_ Connect-VIServer $($vcenter.server) comes first." 'NoMachine' 'ObjectNotFound' $machine.name
            }
        }
    }
}

# Copies the probe and begins to run it: the machine, the task, the file; nothing where it is refused. A script's text travels on a command line of some
# thousand characters, so the probe goes as a file.
function Start-Probe($Cmdlet, $Machine, [pscredential] $Credential, [bool] $Publish) {
    $windows = $Machine.ExtensionData.Guest.GuestFamily -ne 'linuxGuest'
    $name = "timerprobe-$([Guid]::NewGuid().ToString('N')).ps1"
    $arguments = '-Json'
    if ($Publish) { $arguments += ' -Publish' }
    if ($Machine.ExtensionData.Guest.ToolsRunningStatus -ne 'guestToolsRunning') {
        return Write-ProbeRefusal $Cmdlet $Machine $Credential 'VMware Tools do not run'
    }

    try {
        if ($windows) {
            $file = "C:\Windows\Temp\$name"
            $text = "powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File $file $arguments & del $file"
        } else {
            $file = "/tmp/$name"
            $text = "pwsh -NoProfile -NonInteractive -File $file $arguments; rm -f $file"
        }

        Copy-VMGuestFile -Source $Probe -Destination $file -VM $Machine -LocalToGuest -GuestCredential $Credential -ErrorAction Stop
        $task = Invoke-VMScript -VM $Machine -ScriptText $text -ScriptType $(if ($windows) { 'Bat' } else { 'Bash' }) -GuestCredential $Credential -RunAsync -ErrorAction Stop
        @{ Machine = $Machine; Task = $task }
    } catch {
        Write-ProbeRefusal $Cmdlet $Machine $Credential "$_"
    }
}

function Receive-Probe($Cmdlet, $Run, [pscredential] $Credential) {
    try {
        $output = "$((Wait-Task -Task $Run.Task -ErrorAction Stop).ScriptOutput)"
    } catch {
        return Write-ProbeRefusal $Cmdlet $Run.Machine $Credential "$_"
    }

    $json = $output -split '\r?\n' | Where-Object { $_ -like '{"v":1,*' } | Select-Object -First 1
    if (-not $json) { return Write-ProbeRefusal $Cmdlet $Run.Machine $Credential $output.Trim() }
    $result = ConvertFrom-Json $json
    $result.PSObject.TypeNames.Insert(0, 'TimerProbe.Probe')
    Add-Member -InputObject $result -MemberType NoteProperty -Name VM -Value $Run.Machine
    Add-Member -InputObject $result -MemberType ScriptMethod -Name ToJson -Value { $json }.GetNewClosure()
    $result
}

function Write-ProbeRefusal($Cmdlet, $Machine, [pscredential] $Credential, [string] $Said) {
    $id, $category, $why = switch -Regex ($Said) {
        'VMware Tools do not run' { 'NoTools', 'ResourceUnavailable', 'VMware Tools do not run in it.'; break }
        'Failed to authenticate|InvalidGuestLogin|guest user name or password|cannot log in' { 'GuestLogin', 'AuthenticationError', "the guest does not let $($Credential.UserName) in: check -GuestCredential."; break }
        'not recognized|not found' { 'NoPowerShell', 'NotInstalled', 'there is no PowerShell in it: read its vmware.log with timerprobe log.'; break }
        default { 'ProbeFailed', 'NotSpecified', $(if ($Said) { $Said } else { 'the probe printed nothing.' }) }
    }
    Write-Failure $Cmdlet "$($Machine.Name): $why" $id $category $Machine.Name
}
