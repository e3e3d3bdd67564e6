# The module as a whole: what it gives, what it says of itself, and that Windows PowerShell 5.1 can read it.
BeforeDiscovery {
    Import-Module "$env:TEST_ROOT/src/TimerProbe.PowerShell/TimerProbe.psd1" -Force
    $functions = @(Get-Command -Module TimerProbe | ForEach-Object { @{ Function = $_.Name } })
    $sources = @(Get-ChildItem "$env:TEST_ROOT/src/TimerProbe.PowerShell" -Recurse -Include *.ps1, *.psm1, *.psd1 | ForEach-Object { @{ Source = $_.FullName } })
    # Those of guests are run beside PowerCLI: Probe.Tests.ps1.
    $examples = @(foreach ($command in Get-Command -Module TimerProbe | Where-Object Name -ne Invoke-TimerProbeGuestProbe) {
            # Up to the blank line: Get-Help takes all lines but the first for what is said of them.
            [regex]::Matches($command.Definition, '(?s)\.EXAMPLE\s+(.+?)\r?\n\s*\n') | ForEach-Object { @{ Code = $_.Groups[1].Value } }
        })
}

BeforeAll {
    Import-Module "$env:TEST_ROOT/src/TimerProbe.PowerShell/TimerProbe.psd1" -Force
}

Describe 'The module' {
    It 'has eight functions and nothing else' {
        Test-ModuleManifest "$env:TEST_ROOT/src/TimerProbe.PowerShell/TimerProbe.psd1" | Should -Not -BeNullOrEmpty
        (Get-Module TimerProbe).ExportedFunctions.Keys | Sort-Object | Should -Be 'ConvertTo-TimerProbeReport', 'Get-TimerProbeFinding', 'Import-TimerProbeDocument',
        'Invoke-TimerProbeCheck', 'Invoke-TimerProbeGuestProbe', 'Invoke-TimerProbeScan', 'Invoke-TimerProbeSql', 'New-TimerProbePlan'
        (Get-Module TimerProbe).ExportedVariables.Count + (Get-Module TimerProbe).ExportedAliases.Count | Should -Be 0
    }

    It 'tells of <function> and of each of its parameters' -ForEach $functions {
        $help = Get-Help $function -Full
        $help.Synopsis | Should -Not -BeLike "*$function*"
        $help.description.Text | Should -Not -BeNullOrEmpty
        @($help.examples.example).Count | Should -BeGreaterOrEqual 2
        $help.parameters.parameter | Where-Object { -not $_.description.Text -and $_.name -notin 'WhatIf', 'Confirm' } | ForEach-Object name | Should -BeNullOrEmpty
    }

    It 'has of <function> parameters that are options of the program' -ForEach @($functions | Where-Object { $_.Function -ne 'Invoke-TimerProbeGuestProbe' }) {
        $own = 'ArgumentList', 'As', 'Credential', 'Document', 'Kind', 'Path', 'Rule', 'Severity', 'VM', 'VMHost'
        $command = @{ 'ConvertTo-TimerProbeReport' = 'report'; 'Invoke-TimerProbeCheck' = 'check'; 'Import-TimerProbeDocument' = 'report'; 'Invoke-TimerProbeScan' = 'scan'; 'Invoke-TimerProbeSql' = 'sql' }[$function]
        $help = if ($command) { & $env:TIMERPROBE $command --help } else { 'home', 'evacuate' | ForEach-Object { & $env:TIMERPROBE plan $_ --help } }
        $options = [regex]::Matches($help -join "`n", '--[a-z-]+').Value
        $parameters = (Get-Command $function).Parameters.Keys | Where-Object { $_ -notin $own -and $_ -notin [Management.Automation.PSCmdlet]::CommonParameters -and $_ -notin 'WhatIf', 'Confirm' }
        if ($function -eq 'Invoke-TimerProbeScan') { $parameters = $parameters -ne 'Server' }
        $parameters | ForEach-Object { '--' + ($_ -creplace '(?<=.)([A-Z])', '-$1').ToLowerInvariant() } | Where-Object { $_ -notin $options } | Should -BeNullOrEmpty
    }
}

Describe 'The help' {
    BeforeAll {
        $script:credential = [pscredential]::new($env:TEST_VCENTER_USER, (ConvertTo-SecureString $env:TEST_VCENTER_PASSWORD -AsPlainText -Force))
        $script:login = [pscredential]::new('probe', (ConvertTo-SecureString $env:TEST_SQL_PASSWORD -AsPlainText -Force))
        $script:trust = @{ CaFile = $env:TEST_VCENTER_CA; WarningAction = 'SilentlyContinue' }
        $script:scan = Invoke-TimerProbeScan -Server $env:TEST_VCENTER -Credential $credential @trust
        Push-Location $TestDrive
        Copy-Item "$env:TEST_ROOT/docs/samples/scan.json" $TestDrive
        $null = New-Item -ItemType Directory results
        Copy-Item "$env:TEST_ROOT/docs/samples/sql.json" results
        function Get-VM($Name) { $scan.Machines | Select-Object -First 2 | ForEach-Object { [pscustomobject] @{ Name = $_.name; Id = "VirtualMachine-$($_.id)" } } }
    }

    AfterAll {
        Pop-Location
    }

    It 'has an example that runs: <code>' -ForEach $examples {
        # What stands for a vCenter, its login and SQL Servers here.
        $code = $code -replace 'vc1\.example\.org', '$env:TEST_VCENTER @trust' -replace 'scan@vsphere\.local', '$credential' -replace '\\', '/'
        if ($code -match 'Invoke-TimerProbeSql') {
            $code = $code -replace '-Credential \$credential' -replace '-Quick', '-Workload setControl' -replace "'?DB0\d'?", '$env:TEST_SQL' `
                -replace 'Invoke-TimerProbeSql', 'Invoke-TimerProbeSql -Credential $login -Argument 1000003 -TrustServerCertificate -WarningAction SilentlyContinue'
        }
        $shown = & ([scriptblock]::Create("`$ErrorActionPreference = 'Stop'; $code")) | Out-String
        # Nothing is found on the model of a healthy server.
        if ($code -notmatch 'Sql.*\| Get-TimerProbeFinding|Export-Csv') { $shown | Should -Not -BeNullOrEmpty }
    }
}

Describe 'Windows PowerShell 5.1' {
    BeforeAll {
        # Cmdlets with the parameters that their references for 5.1 have.
        $script:known = @{
            'Add-Member' = 'InputObject', 'MemberType', 'Name', 'Value', 'Force', 'PassThru'; 'Add-Type' = 'AssemblyName', 'TypeDefinition'; 'ConvertFrom-Json' = @(); 'ConvertTo-Json' = 'Compress'; 'Get-CimInstance' = 'Property'; 'Get-Content' = 'ErrorAction'
            'Copy-VMGuestFile' = 'Source', 'Destination', 'VM', 'LocalToGuest', 'GuestCredential', 'ErrorAction'; 'Get-VM' = 'Server', 'Id', 'ErrorAction'
            'Invoke-VMScript' = 'VM', 'ScriptText', 'ScriptType', 'GuestCredential', 'RunAsync', 'ErrorAction'; 'Wait-Task' = 'Task', 'ErrorAction'
            'ForEach-Object' = @()
            'Get-ChildItem' = 'Path'; 'Get-Command' = 'Name', 'CommandType', 'ErrorAction'; 'Get-Item' = 'LiteralPath'; 'Get-Location' = 'PSProvider'; 'Join-Path' = @()
            'New-Object' = 'Property'; 'Register-ArgumentCompleter' = 'CommandName', 'ParameterName', 'ScriptBlock'; 'Select-Object' = 'First', 'SkipLast', 'Unique'
            'Set-StrictMode' = 'Version'; 'Split-Path' = @(); 'Test-Path' = 'LiteralPath', 'PathType'; 'Where-Object' = @(); 'Write-Progress' = 'Activity', 'Status', 'Completed'
            'Write-Verbose' = @(); 'Write-Warning' = @()
        }
        $script:later = @('TernaryExpressionAst', 'PipelineChainAst')
        $script:operators = @('QuestionQuestion', 'QuestionQuestionEquals', 'QuestionDot', 'QuestionLBracket', 'AndAnd', 'OrOr', 'QuestionMark', 'Clean')
    }

    It 'reads <source>' -ForEach $sources {
        $text = [IO.File]::ReadAllText($source)
        $tokens = $errors = $null
        $syntax = [Management.Automation.Language.Parser]::ParseInput($text, [ref] $tokens, [ref] $errors)
        $errors | Should -BeNullOrEmpty
        # It would take another encoding for the code page of the system.
        $text | Should -Not -Match '[^\x00-\x7F]'
        $syntax.FindAll({ $args[0].GetType().Name -in $later -or $args[0].NullConditional }, $true) | Should -BeNullOrEmpty
        $tokens | Where-Object { $_.Kind -in $operators } | Should -BeNullOrEmpty
        $text | Should -Not -Match '\$Is(Windows|Linux|MacOS|CoreCLR)\b|\.ArgumentList\.|Kill\(\$true\)'
        $functions = $syntax.FindAll({ $args[0] -is [Management.Automation.Language.FunctionDefinitionAst] }, $true).Name
        foreach ($call in $syntax.FindAll({ $args[0] -is [Management.Automation.Language.CommandAst] }, $true)) {
            $name = $call.GetCommandName()
            if (-not $name -or $name -in $functions -or (& (Get-Module TimerProbe) { param($name) Test-Path "function:$name" } $name)) { continue }
            $known.Keys | Should -Contain $name
            $call.CommandElements | Where-Object { $_ -is [Management.Automation.Language.CommandParameterAst] } | ForEach-Object { $_.ParameterName } |
                Where-Object { $_ -notin $known[$name] } | Should -BeNullOrEmpty -Because $name
        }
    }
}
