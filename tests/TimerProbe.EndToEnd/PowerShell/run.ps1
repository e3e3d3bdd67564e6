# Runs the tests of Pester beside this file, says each that ended, and writes how.
param([Parameter(Mandatory)] [string] $Results)

$ErrorActionPreference = 'Stop'
Import-Module $env:TEST_PESTER
$configuration = New-PesterConfiguration
$configuration.Run.Path = $PSScriptRoot
$configuration.Run.PassThru = $true
$configuration.Output.Verbosity = 'Detailed'
$run = Invoke-Pester -Configuration $configuration

function Format-Error($Errors) { if ($Errors) { ($Errors | ForEach-Object { "$_ $(($_.ScriptStackTrace -split "`n" -like "*$PSScriptRoot*")[0])" }) -join "`n" } }

$ended = @(foreach ($test in $run.Tests) {
        $failed = $test.Result -ne 'Passed'
        $block = $test.Block
        $errors = @($test.ErrorRecord) + @(while ($block) { $block.ErrorRecord; $block = $block.Parent }) | Where-Object { $_ }
        [pscustomobject] @{ File = (Get-Item $test.ScriptBlock.File).Name.Split('.')[0]; Name = $test.Name; Error = if ($failed) { "$($test.ExpandedName): $($test.Result): $(Format-Error $errors)" } }
    })
$ended += @($run.Containers | Where-Object { $_.Result -eq 'Failed' -and -not $_.Blocks } | ForEach-Object {
        [pscustomobject] @{ File = $_.Item.Name.Split('.')[0]; Name = "$($_.Item)"; Error = Format-Error $_.ErrorRecord } })
ConvertTo-Json -InputObject $ended -Depth 3 | Set-Content -LiteralPath $Results
