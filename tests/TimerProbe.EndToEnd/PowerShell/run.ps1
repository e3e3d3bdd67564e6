# Runs the tests of Pester in NAME.Tests.ps1 beside this file and writes how each ended.
param([Parameter(Mandatory)] [string] $Name, [Parameter(Mandatory)] [string] $Results)

$ErrorActionPreference = 'Stop'
Import-Module $env:TEST_PESTER
$configuration = New-PesterConfiguration
$configuration.Run.Path = Join-Path $PSScriptRoot "$Name.Tests.ps1"
$configuration.Run.PassThru = $true
$configuration.Output.Verbosity = 'None'
$run = Invoke-Pester -Configuration $configuration

function Format-Error($Errors) { if ($Errors) { ($Errors | ForEach-Object { "$_ $(($_.ScriptStackTrace -split "`n" -like "*$PSScriptRoot*")[0])" }) -join "`n" } }

$ended = @(foreach ($test in $run.Tests) {
        $failed = $test.Result -ne 'Passed'
        $block = $test.Block
        $errors = @($test.ErrorRecord) + @(while ($block) { $block.ErrorRecord; $block = $block.Parent }) | Where-Object { $_ }
        [pscustomobject] @{ Name = $test.Name; Error = if ($failed) { "$($test.ExpandedName): $($test.Result): $(Format-Error $errors)" } }
    })
$ended += @($run.Containers | Where-Object { $_.Result -eq 'Failed' -and -not $_.Blocks } | ForEach-Object {
        [pscustomobject] @{ Name = "$($_.Item)"; Error = Format-Error $_.ErrorRecord } })
ConvertTo-Json -InputObject $ended -Depth 3 | Set-Content -LiteralPath $Results
