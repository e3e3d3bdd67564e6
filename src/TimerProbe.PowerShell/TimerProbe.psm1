Set-StrictMode -Version 3.0

foreach ($script in Get-ChildItem -Path "$PSScriptRoot/Private/*.ps1", "$PSScriptRoot/*-TimerProbe*.ps1") { . $script.FullName }

# What the program itself completes: the values of an option are listed there alone.
$Completed = @{
    'ConvertTo-TimerProbeReport As'     = 'report --output'
    'ConvertTo-TimerProbeReport Detail' = 'report --detail'
    'Invoke-TimerProbeSql Workload'     = 'sql --workload'
}
foreach ($pair in $Completed.Keys) {
    $function, $parameter = -split $pair
    Register-ArgumentCompleter -CommandName $function -ParameterName $parameter -ScriptBlock {
        param($function, $parameter, $word)
        Get-OptionValue $Completed["$function $parameter"] $word
    }
}

# And hosts that stand in the scans which are given.
Register-ArgumentCompleter -CommandName New-TimerProbePlan -ParameterName VMHost -ScriptBlock {
    param($function, $parameter, $word, $syntax, $bound)
    Get-ScannedHost $bound['Document'] "$word*" | ForEach-Object { "'$($_ -replace "'", "''")'" }
}
