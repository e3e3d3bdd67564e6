function New-TimerProbePlan {
    <#
    .SYNOPSIS
    Tells from scans what a change would do to clocks, before it is made.
    .DESCRIPTION
    Runs timerprobe plan, which changes nothing, and gives its document as an object. The kinds are: evacuate hosts; bring machines home; DRS
    rules.
    .EXAMPLE
    $scan | New-TimerProbePlan evacuate -VMHost esx01

    What emptying a host does: who stays fast, and where to.
    .EXAMPLE
    (New-TimerProbePlan home -Document scan.json).moves

    The fewest moves that bring machines home.
    .EXAMPLE
    $scan | New-TimerProbePlan rules | ConvertTo-TimerProbeReport -Remedies rules.ps1

    The DRS rules as a script of PowerCLI, which changes nothing until it is told to.
    #>
    [CmdletBinding()]
    [OutputType('TimerProbe.Plan')]
    param(
        # What is planned.
        [Parameter(Mandatory = $true, Position = 0)]
        [ValidateSet('evacuate', 'home', 'rules')] [string] $Kind,
        # Scans: objects of Invoke-TimerProbeScan, files, latest, or ids of the store.
        [Parameter(Mandatory = $true, ValueFromPipeline = $true)] [object[]] $Document,
        <# evacuate: the hosts, by name (* and ? are wildcards) or as PowerCLI gives them. #> [object[]] $VMHost = @(),
        <# evacuate, home: fill no host beyond this share of its memory or CPU in per cent. #> [int] $Fill,
        <# evacuate, home: the most moves at once. #> [int] $Wave,
        <# Replace names and addresses with pseudonyms. #> [switch] $Anonymize,
        <# Read this configuration file. #> [string] $Config,
        <# The file of the store. #> [string] $Store
    )

    begin { $documents = @() }
    process { $documents += $Document }

    end {
        $options = @(ConvertTo-Option $PSCmdlet 'Kind', 'Document', 'VMHost')
        $hosts = @($VMHost | ForEach-Object { ConvertTo-Name $_ } | ForEach-Object {
                if ([Management.Automation.WildcardPattern]::ContainsWildcardCharacters($_)) { Get-ScannedHost (Read-Document $PSCmdlet $documents) $_ } else { $_ }
            } | Select-Object -Unique)
        if ($VMHost -and -not $hosts) {
            return Write-Failure $PSCmdlet "No host of the scans is named $VMHost." 'NoHost' 'ObjectNotFound' "$VMHost"
        }

        ConvertFrom-Document (Invoke-WithDocument $PSCmdlet (@('plan', $Kind, '--output=json') + $options) $documents $hosts)
    }
}
