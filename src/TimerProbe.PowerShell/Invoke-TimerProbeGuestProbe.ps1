function Invoke-TimerProbeGuestProbe {
    <#
    .SYNOPSIS
    Measures the clock inside virtual machines through VMware Tools, with nothing installed in them.
    .DESCRIPTION
    Copies the script clock-probe.ps1 into each guest with PowerCLI, runs it there, removes it, and gives what it measured as objects. It takes a second a
    guest, needs no administrator there, and PowerShell in the guest. Connect-VIServer comes first. A guest that cannot be measured is an error that says why;
    the others go on.
    .EXAMPLE
    Invoke-TimerProbeGuestProbe -Settle scan.json -GuestCredential $guest -Publish

    Measures the machines that a scan names to decide what is undecided, and leaves the results where the next scan finds them.
    .EXAMPLE
    Get-VM sql* | Invoke-TimerProbeGuestProbe -GuestCredential $guest | Where-Object state -ne healthy

    Which of these machines read a slow clock.
    .EXAMPLE
    Get-VM sql* | Invoke-TimerProbeGuestProbe -GuestCredential $guest | ForEach-Object ToJson | Set-Content results/probes.jsonl

    A file for timerprobe scan --guest-results results.
    #>
    [CmdletBinding(SupportsShouldProcess = $true, DefaultParameterSetName = 'VM')]
    [OutputType('TimerProbe.Probe')]
    param(
        # The virtual machines, as PowerCLI gives them.
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ParameterSetName = 'VM')] [object[]] $VM,
        # The machines that a scan names to decide what is undecided, and no others: an object of Invoke-TimerProbeScan, or its file.
        [Parameter(Mandatory = $true, ParameterSetName = 'Settle')] [object] $Settle,
        # Who signs in to the guests.
        [Parameter(Mandatory = $true)] [Management.Automation.Credential()] [pscredential] $GuestCredential,
        # How many guests measure at once.
        [ValidateRange(1, 64)] [int] $ThrottleLimit = 8,
        # Also leave each result with the hypervisor, where a scan finds it.
        [switch] $Publish
    )

    begin {
        foreach ($name in 'Get-VM', 'Copy-VMGuestFile', 'Invoke-VMScript') {
            if (Get-Command $name -ErrorAction Ignore) { continue }
            $PSCmdlet.ThrowTerminatingError((New-Failure 'This needs VMware PowerCLI, which is not installed here: Install-Module VCF.PowerCLI, then Connect-VIServer.' 'NoPowerCLI' 'NotInstalled' $null))
        }

        $machines = @()
    }

    process { if ($VM) { $machines += $VM } }

    end {
        if ($Settle) { $machines = @(Get-SettlingMachine $PSCmdlet $Settle) }
        $machines = @($machines | Where-Object { $PSCmdlet.ShouldProcess($_.Name, 'Copy clock-probe.ps1 into the guest, run it and remove it') })
        for ($first = 0; $first -lt $machines.Count; $first += $ThrottleLimit) {
            $last = [Math]::Min($first + $ThrottleLimit, $machines.Count) - 1
            # All of a group measure at once: their tasks are begun first.
            $runs = @($machines[$first..$last] | ForEach-Object { Start-Probe $PSCmdlet $_ $GuestCredential $Publish })
            $runs | ForEach-Object { Receive-Probe $PSCmdlet $_ $GuestCredential }
        }
    }
}
