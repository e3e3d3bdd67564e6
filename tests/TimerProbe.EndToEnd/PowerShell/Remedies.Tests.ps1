# The scripts of remedies in PowerCLI, from the sample, in a whole PowerShell: which cmdlets they would call, and in which order.
BeforeAll {
    Import-Module "$env:TEST_ROOT/src/TimerProbe.PowerShell/TimerProbe.psd1" -Force
    # The scripts ask for PowerCLI's module by its name.
    $null = New-Item -ItemType Directory "$TestDrive/VMware.VimAutomation.Core"
    Copy-Item "$PSScriptRoot/PowerCli.psm1" "$TestDrive/VMware.VimAutomation.Core/VMware.VimAutomation.Core.psm1"
    Import-Module "$TestDrive/VMware.VimAutomation.Core" -Force
    $script:sample = "$env:TEST_ROOT/docs/samples/scan.json"
    $script:scan = ConvertFrom-Json (Get-Content $sample -Raw)
    $script:report = "$TestDrive/report.ps1"
    $null = ConvertTo-TimerProbeReport $sample -Remedies $report -WarningAction SilentlyContinue
    function Get-Change { Get-Call | Where-Object { $_ -like '! *' } | ForEach-Object { $_.Substring(2) } }
    function Invoke-Script([string] $Script, [hashtable] $Switches = @{}) {
        Connect-Scan $scan
        $said = & $Script @Switches -WarningVariable warned -WarningAction SilentlyContinue
        $warned | Should -BeNullOrEmpty
        $said
    }
    function Get-Moved($Calls) { $Calls | Where-Object { $_ -like '*Move-VM *' } | ForEach-Object { ($_ -split ' ')[-2] -replace '^VirtualMachine-' } }
}

Describe 'The script of a report' {
    It 'says in a sentence that PowerCLI is missing' {
        $shell = [powershell]::Create()
        $null = $shell.AddScript("& '$report'").Invoke()
        "$($shell.Streams.Error)" | Should -BeLike '*the following modules * are missing: *VMware.VimAutomation.Core*'
        $shell.Dispose()
    }

    It 'moves one machine at a time, each looked up before and awaited after' {
        $said = Invoke-Script $report @{ Apply = $true; Moves = $true }
        $calls = Get-Call
        @(Get-Moved $calls).Count | Should -Be 14
        for ($at = 0; $at -lt $calls.Count; $at += 4) {
            $machine, $destination = ($calls[$at + 2] -split ' ')[2, 3]
            $calls[$at..($at + 3)] | Should -Be "Get-VM $machine", "Get-VMHost $destination", "! Move-VM $machine $destination", "Wait-Task $machine"
        }
        $said[-1] | Should -Be '14 changed, 0 already set, 0 to change, 0 left for the next batch, 0 failed.'
    }

    It 'makes groups before the rule between them' {
        $null = Invoke-Script $report @{ Apply = $true; DrsRules = $true }
        $made = @(Get-Change)
        $rules = @(0..($made.Count - 1) | Where-Object { $made[$_] -like 'New-DrsVMHostRule *' })
        $rules.Count | Should -BeGreaterThan 1
        foreach ($at in $rules) {
            $name = $made[$at] -replace '^New-DrsVMHostRule (.*) ShouldRunOn$', '$1'
            $made[$at - 2] | Should -BeLike "New-DrsClusterGroup $name hosts *"
            $made[$at - 1] | Should -BeLike "New-DrsClusterGroup $name VMs *"
        }
    }

    It 'asks each time with -Confirm, as PowerShell does' {
        (Get-Command $report).Parameters.Keys | Should -Contain 'Confirm'
        (Get-Command $report).Parameters.Keys | Should -Contain 'WhatIf'
        Invoke-Script $report @{ Apply = $true; Moves = $true; WhatIf = $true }
        Get-Change | Should -BeNullOrEmpty
    }
}

Describe 'The script of a plan' {
    It 'makes the moves of the plan, wave by wave, in its order' {
        $plan = New-TimerProbePlan home -Document $sample
        $null = $plan | ConvertTo-TimerProbeReport -Remedies "$TestDrive/plan.ps1" -WarningAction SilentlyContinue
        $null = Invoke-Script "$TestDrive/plan.ps1" @{ Apply = $true; Moves = $true }
        Get-Moved (Get-Call) | Should -Be $plan.moves.machineId
        # No move of a wave begins before the last of the wave before has ended.
        $calls = Get-Call
        $first = $plan.moves | Where-Object wave -EQ 1 | ForEach-Object { [array]::IndexOf($calls, "Wait-Task VirtualMachine-$($_.machineId)") } | Measure-Object -Maximum
        $second = $plan.moves | Where-Object wave -EQ 2 | ForEach-Object { [array]::FindIndex($calls, [Predicate[string]] { $args[0] -like "! Move-VM VirtualMachine-$($_.machineId) *" }) } | Measure-Object -Minimum
        $first.Maximum | Should -BeLessThan $second.Minimum
    }
}
