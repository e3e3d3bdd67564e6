function Get-TimerProbeFinding {
    <#
    .SYNOPSIS
    Lists what checks, scans and runs of sql found, with evidence and remedies.
    .DESCRIPTION
    Takes the objects of the other functions, or files that timerprobe wrote with --output json. Each finding has the remedies that timerprobe proposes, the
    safest first.
    .EXAMPLE
    Get-TimerProbeFinding -Document scan.json -Severity critical

    What is critical in a file.
    .EXAMPLE
    Get-VM db* | Get-TimerProbeFinding -Document $scan

    What was found about these machines of PowerCLI.
    .EXAMPLE
    (Get-TimerProbeFinding -Document $scan -Rule TP201 | Select-Object -First 1).remedies[0].steps | Format-List

    The commands of the safest remedy.
    #>
    [CmdletBinding(DefaultParameterSetName = 'Document')]
    [OutputType('TimerProbe.Finding')]
    param(
        # Documents: objects of the other functions, files, latest, or ids of the store.
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true, ParameterSetName = 'Document')]
        [Parameter(Mandatory = $true, Position = 0, ParameterSetName = 'Machine')] [object[]] $Document,
        # Only what is about these virtual machines: their names (* and ? are wildcards), their ids, or what PowerCLI gives.
        [Parameter(Mandatory = $true, ValueFromPipeline = $true, ParameterSetName = 'Machine')] [object[]] $VM,
        # Only findings of these severities.
        [ValidateSet('critical', 'warning', 'info')] [string[]] $Severity,
        <# Only findings of these rules; * is a wildcard. #> [string[]] $Rule
    )

    begin { $machines = @() }
    process {
        $machines += @($VM)
        if ($PSCmdlet.ParameterSetName -eq 'Document') { Find-InDocument $PSCmdlet $Document { $true } $Severity $Rule }
    }
    end {
        if ($PSCmdlet.ParameterSetName -eq 'Machine') {
            Find-InDocument $PSCmdlet $Document { $finding = $_; @($machines | Where-Object { Test-Subject $finding $_ }) } $Severity $Rule
        }
    }
}

function Find-InDocument([Management.Automation.PSCmdlet] $Cmdlet, $Documents, $IsAbout, [string[]] $Severity, [string[]] $Rule) {
    foreach ($document in Read-Document $Cmdlet $Documents) {
        Get-Part $document 'findings' | Where-Object $IsAbout | Where-Object {
            $finding = $_
            (-not $Severity -or $finding.severity -in $Severity) -and (-not $Rule -or @($Rule | Where-Object { $finding.rule -like $_ }))
        }
    }
}

# Whether a finding is about a machine: PowerCLI's ids have their type in front.
function Test-Subject($Finding, $Machine) {
    $subject = $Finding.subject
    if ($subject.kind -ne 'virtualMachine') {
        $false
    } elseif ($Machine -is [string]) {
        $subject.name -like $Machine -or $subject.id -eq $Machine
    } else {
        $Machine.Name -eq $subject.name -and $Machine.Id -eq "VirtualMachine-$($subject.id)"
    }
}
