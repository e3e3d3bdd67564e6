function ConvertTo-TimerProbeReport {
    <#
    .SYNOPSIS
    Renders checks, scans, runs of sql and plans in any format, to a file or as text.
    .DESCRIPTION
    Runs timerprobe report. With -Path it gives the file that was written, else the text.
    .EXAMPLE
    $scan | ConvertTo-TimerProbeReport -Path report.html

    A page to share; the ending of the file chooses the format.
    .EXAMPLE
    $scan | ConvertTo-TimerProbeReport -As csv | ConvertFrom-Csv | Group-Object placement -NoElement

    A row for each machine.
    .EXAMPLE
    ConvertTo-TimerProbeReport -Document scan.json -Remedies moves.ps1 -Path report.md

    A report, and the moves as a script of PowerCLI, which changes nothing until it is told to.
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    [OutputType([string], [IO.FileInfo])]
    param(
        # Objects of the other functions, files, latest, or ids of the store.
        [Parameter(Mandatory = $true, Position = 0, ValueFromPipeline = $true)] [object[]] $Document,
        <# The format; without it the ending of -Path chooses, else it is text. #> [string] $As,
        <# Write to this file. #> [string] $Path,
        <# Write a script of the proposed changes: .ps1 for PowerCLI, .sh for govc. #> [string] $Remedies,
        <# How much detail text has: summary, or full with the commands and caveats of each remedy. #> [string] $Detail,
        <# Replace names, addresses and UUIDs with pseudonyms. #> [switch] $Anonymize,
        <# Read this configuration file. #> [string] $Config,
        <# The file of the store. #> [string] $Store
    )

    process {
        $options = @(ConvertTo-Option $PSCmdlet 'Document', 'As', 'Path')
        if ($As) { $options += "--output=$As" }
        if ($Path) { $options += "--out=$(Resolve-File $PSCmdlet $Path)" }
        $files = @($Path, $Remedies | Where-Object { $_ }) -join ', '
        foreach ($each in $Document) {
            if ($files -and -not $PSCmdlet.ShouldProcess($files, 'Write')) { continue }
            $text = Invoke-WithDocument $PSCmdlet (@('report') + $options) $each
            # No text comes of a run that failed, and an empty one where it went to a file.
            if ($null -ne $text -and $Path) {
                Get-Item -LiteralPath $Path
            } elseif ($text) {
                $text -split "`r?`n" | Select-Object -SkipLast 1
            }
        }
    }
}
