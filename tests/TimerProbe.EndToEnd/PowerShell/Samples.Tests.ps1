# The scripts of docs/collecting.md and the pieces of PowerShell on it: they are read without an error, and call what there is.
BeforeDiscovery {
    $page = (Get-Content "$env:TEST_ROOT/docs/collecting.md" -Raw) -replace "`r"
    $number = 0
    $pieces = @(Get-ChildItem "$env:TEST_ROOT/docs/samples/collecting" -Filter *.ps1 | ForEach-Object { @{ Piece = $_.Name; Text = Get-Content $_ -Raw } })
    $pieces += [regex]::Matches($page, '(?ms)^```powershell\n(.*?)^```$') | ForEach-Object { $number++; @{ Piece = "piece $number of the page"; Text = $_.Groups[1].Value } }
}

BeforeAll {
    # The parameters that the samples use, each looked up in the cmdlet's published reference (PowerShell 5.1, Windows Server 2022, PowerCLI 13).
    $script:known = @{
        'Connect-VIServer' = @(); 'ConvertFrom-Json' = @(); 'Copy-Item' = 'LiteralPath', 'Destination', 'ToSession', 'FromSession'
        'Copy-VMGuestFile' = 'VM', 'Source', 'Destination', 'LocalToGuest', 'GuestToLocal', 'GuestCredential', 'Force'
        'Export-Csv' = 'LiteralPath', 'NoTypeInformation', 'Encoding'; 'ForEach-Object' = @(); 'Format-Table' = @(); 'Get-ADComputer' = 'Filter'
        'Get-Content' = 'Raw', 'LiteralPath', 'Tail', 'Encoding'; 'Get-Credential' = @(); 'Get-ScheduledTaskInfo' = 'TaskPath', 'TaskName'; 'Get-VM' = 'Location'
        'Import-Csv' = @(); 'Invoke-Command' = 'Session', 'ScriptBlock', 'ArgumentList'; 'Invoke-VMScript' = 'VM', 'ScriptType', 'ScriptText', 'GuestCredential'
        'Join-Path' = @(); 'Move-Item' = 'LiteralPath', 'Destination', 'Force'; 'New-Item' = 'ItemType', 'Path', 'Force'; 'New-Object' = @()
        'New-PSSession' = 'ComputerName', 'SessionOption', 'ThrottleLimit', 'UseSSL', 'Credential'; 'New-PSSessionOption' = 'NoMachineProfile', 'OpenTimeout', 'OperationTimeout'
        'New-ScheduledTaskPrincipal' = 'UserId', 'LogonType'; 'Out-String' = @(); 'Register-ScheduledTask' = 'TaskPath', 'TaskName', 'Xml'
        'New-SmbShare' = 'Name', 'Path', 'FullAccess', 'ChangeAccess', 'ReadAccess', 'FolderEnumerationMode', 'CachingMode', 'EncryptData'
        'Remove-Item' = 'LiteralPath', 'Recurse', 'Force'; 'Remove-PSSession' = 'Session'; 'Resolve-Path' = 'LiteralPath'; 'Select-Object' = 'First'
        'Set-ScheduledTask' = 'TaskPath', 'TaskName', 'Principal'; 'Sort-Object' = 'Unique'; 'Start-ScheduledTask' = 'TaskPath', 'TaskName'; 'Test-Path' = 'LiteralPath'
        'Unregister-ScheduledTask' = 'TaskPath', 'TaskName'; 'Where-Object' = @(); 'Write-Progress' = 'Activity', 'Status', 'PercentComplete', 'Completed'; 'Write-Verbose' = @()
    }
    $script:common = 'ErrorAction', 'ErrorVariable', 'Confirm', 'WhatIf', 'Verbose'
    function Read-Piece([string] $Text) {
        $errors = $null
        $read = [Management.Automation.Language.Parser]::ParseInput($Text, [ref] $null, [ref] $errors)
        $errors | Should -BeNullOrEmpty
        $read
    }

    Get-ChildItem "$env:TEST_ROOT/docs/samples/collecting" -Filter *.ps1 |
        ForEach-Object { $known[$_.Name] = (Read-Piece (Get-Content $_ -Raw)).ParamBlock.Parameters.Name.VariablePath.UserPath }
}

Describe 'A sample' {
    It 'is read and calls what there is: <piece>' -ForEach $pieces {
        $read = Read-Piece $text
        $functions = $read.FindAll({ $args[0] -is [Management.Automation.Language.FunctionDefinitionAst] }, $true).Name
        foreach ($call in $read.FindAll({ $args[0] -is [Management.Automation.Language.CommandAst] }, $true)) {
            $name = "$($call.GetCommandName())" -split '[\\/]' | Select-Object -Last 1
            if ($name -notmatch '^[A-Z][A-Za-z]+-[A-Z]\w+(\.ps1)?$' -or $name -in $functions) { continue }
            $known.Keys | Should -Contain $name
            $call.CommandElements | Where-Object { $_ -is [Management.Automation.Language.CommandParameterAst] } | ForEach-Object { $_.ParameterName } |
                Where-Object { $_ -notin @($known[$name]) + $common } | Should -BeNullOrEmpty -Because $name
        }
    }

    It 'has a script for many machines, and how many at once' {
        $known['Invoke-TimerProbe.ps1'] | Should -Contain 'ThrottleLimit'
    }
}
