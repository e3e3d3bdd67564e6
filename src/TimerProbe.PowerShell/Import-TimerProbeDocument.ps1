function Import-TimerProbeDocument {
    <#
    .SYNOPSIS
    Reads saved checks, scans, runs of sql and plans as the objects that the other functions give.
    .DESCRIPTION
    Runs timerprobe report on files that timerprobe wrote with --output json, or that hold what ToJson() of an object gave.
    .EXAMPLE
    $scan = Import-TimerProbeDocument scan.json
    $scan.Machines | Where-Object placement -eq away | Export-Csv away.csv

    The machines of a saved scan that are away, for Excel.
    .EXAMPLE
    Import-TimerProbeDocument results\*.json | Where-Object { $_.verdict.state -eq 'slow' }

    The slow ones of many checks.
    #>
    [CmdletBinding()]
    [OutputType('TimerProbe.Check', 'TimerProbe.Scan', 'TimerProbe.Sql', 'TimerProbe.Plan')]
    param(
        # Files, * and ? are wildcards; latest, or ids of the store.
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true)] [object[]] $Path,
        <# Read this configuration file. #> [string] $Config,
        <# The file of the store. #> [string] $Store
    )

    process {
        $options = @(ConvertTo-Option $PSCmdlet 'Path')
        foreach ($each in $Path) {
            if ($each -is [string] -and [Management.Automation.WildcardPattern]::ContainsWildcardCharacters($each)) {
                $provider = $null
                $each = @($PSCmdlet.SessionState.Path.GetResolvedProviderPathFromPSPath($each, [ref] $provider))
            }

            foreach ($file in $each) { ConvertFrom-Document (Invoke-WithDocument $PSCmdlet (@('report', '--output=json') + $options) $file) }
        }
    }
}
