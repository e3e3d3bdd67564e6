# The script that measures a clock without the program, in a PowerShell of its own, and how it is brought into guests.
BeforeAll {
    Import-Module "$env:TEST_ROOT/src/TimerProbe.PowerShell/TimerProbe.psd1" -Force
    Import-Module "$PSScriptRoot/PowerCli.psm1" -Force
    $script:probe = "$env:TEST_ROOT/src/TimerProbe.PowerShell/Probe/clock-probe.ps1"
    $script:credential = [pscredential]::new('root', (ConvertTo-SecureString 'secret' -AsPlainText -Force))
    $script:bin = Join-Path $TestDrive 'bin'
    $null = New-Item -ItemType Directory $bin
    [IO.File]::WriteAllText("$bin/pwsh", "#!/bin/sh`nexec dotnet '$PSHOME/pwsh.dll' `"`$@`"`n")
    chmod 755 "$bin/pwsh"
    $script:path = $env:PATH
    $env:NO_COLOR = '1'
    $env:PATH = "${bin}:$path"
    $script:scan = ConvertFrom-Json (Get-Content "$env:TEST_ROOT/docs/samples/scan.json" -Raw)

    function Invoke-Probe([string[]] $Arguments, [string] $Clock) {
        if ($Clock) {
            $env:SLOW_CLOCK = "precise=$Clock counter=$Clock"
            $env:LD_PRELOAD = "$env:TEST_ROOT/tests/lab/slow-clock/bin/libslowclock.so"
        }
        try { pwsh -NoProfile -NonInteractive -File $probe @Arguments 2>&1 } finally { Remove-Item env:SLOW_CLOCK, env:LD_PRELOAD -ErrorAction Ignore }
    }
}

AfterAll {
    Remove-Item env:NO_COLOR
    $env:PATH = $path
}

Describe 'The probe' {
    It 'calls a clock of <cost> ns more <states>' -ForEach @(
        @{ Cost = 400; States = 'suspicious', 'unclear' }, @{ Cost = 1200; States = 'slow', 'unclear' }, @{ Cost = 3000; States = 'slow', 'unclear' }) {
        $result = Invoke-Probe '-Json' $cost | ConvertFrom-Json
        $result.state | Should -BeIn $states
        $result.cause | Should -Be 'unknown'
        $result.ns.precise | Should -BeGreaterThan $cost
    }

    It 'says of this machine what it costs, on one screen and in one line' {
        $said = Invoke-Probe
        $said[0] | Should -Match '^Reading the clock is (HEALTHY|CHECK|UNCLEAR) on .+: \d+ ns a call, [\d.]+ million calls a second\.$'
        $said.Count | Should -BeLessThan 10
        $said | ForEach-Object { $_.Length | Should -BeLessOrEqual 110 }
        $line = @(Invoke-Probe '-Json')
        $line.Count | Should -Be 1
        (ConvertFrom-Json $line[0]).machine.processors | Should -Be ([Environment]::ProcessorCount)
    }

    It 'leaves with the hypervisor what it printed' {
        [IO.File]::WriteAllText("$bin/vmtoolsd", "#!/bin/sh`nprintf '%s\n' `"`$@`" >'$TestDrive/published'`n")
        chmod 755 "$bin/vmtoolsd"
        $line = Invoke-Probe '-Json', '-Publish', '-ToolsProgram', "$bin/vmtoolsd"
        Get-Content "$TestDrive/published" | Should -Be '--cmd', "info-set guestinfo.timerprobe.check $line"
        $line.Length | Should -BeLessOrEqual 1000
    }

    It 'says what refused to take it' {
        [IO.File]::WriteAllText("$bin/vmtoolsd", "#!/bin/sh`necho 'Permission denied' >&2; exit 1`n")
        Invoke-Probe '-Publish', '-ToolsProgram', "$bin/vmtoolsd" | Should -Contain 'WARNING: Not published: VMware Tools or the hypervisor refused. Permission denied'
    }

    It 'says where it may not measure' {
        $said = pwsh -NoProfile -NonInteractive -Command "`$ExecutionContext.SessionState.LanguageMode = 'ConstrainedLanguage'; & '$probe'" 2>&1
        "$said" | Should -BeLike 'WARNING: PowerShell is held to a constrained language here*timerprobe log instead.'
    }

    It 'is short enough to be read before it is run' {
        @(Get-Content $probe).Count | Should -BeLessOrEqual 120
    }
}

Describe 'Guests' {
    BeforeEach {
        Connect-Scan $scan
        $script:machines = @(Get-VM -Server $scan.vcenters[0].server -Id ($scan.vcenters[0].virtualMachines[0..2] | ForEach-Object { "VirtualMachine-$($_.id)" }))
    }

    It 'are measured by a file that is removed' {
        $results = @($machines | Invoke-TimerProbeGuestProbe -GuestCredential $credential -ThrottleLimit 2)
        $results.Count | Should -Be 3
        $results.VM.Name | Should -Be $machines.Name
        $results[0].PSObject.TypeNames | Should -Contain 'TimerProbe.Probe'
        $results | ForEach-Object { $_.state | Should -BeIn 'healthy', 'check', 'unclear' }
        (ConvertFrom-Json $results[0].ToJson()).id | Should -Be $results[0].id
        $files = @(Get-Call | Where-Object { $_ -like '! Copy*' } | ForEach-Object { ($_ -split ' ')[-1] })
        $files | ForEach-Object { $_ | Should -Not -Exist }
        # The runs of a group begin before the first is awaited.
        @(Get-Call | ForEach-Object { ($_ -replace '^! ' -split ' ')[0] })[1..7] | Should -Be 'Copy-VMGuestFile', 'Invoke-VMScript', 'Copy-VMGuestFile', 'Invoke-VMScript', 'Wait-Task', 'Wait-Task', 'Copy-VMGuestFile'
    }

    It 'with Windows run Windows PowerShell' {
        $machines[0].ExtensionData.Guest.GuestFamily = 'windowsGuest'
        ($machines[0] | Invoke-TimerProbeGuestProbe -GuestCredential $credential -Publish).state | Should -Be 'slow'
        Get-Call | Where-Object { $_ -like '! Invoke*' } |
            Should -Match ' Bat powershell\.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File (C:\\Windows\\Temp\\timerprobe-\w+\.ps1) -Json -Publish & del \1$'
    }

    It 'are those that a scan names, and no others' {
        $names = $scan.vcenters[0].classes.settleBy | Where-Object kind -eq guest | ForEach-Object machine | Select-Object -Unique
        $names | Should -Not -BeNullOrEmpty
        $results = @(Invoke-TimerProbeGuestProbe -Settle "$env:TEST_ROOT/docs/samples/scan.json" -GuestCredential $credential)
        $results.VM.Name | Should -Be $names
    }

    It 'have examples that run' {
        $definition = (Get-Command Invoke-TimerProbeGuestProbe).Definition
        $examples = [regex]::Matches($definition, '(?s)\.EXAMPLE\s+(.+?)\r?\n\s*\n') | ForEach-Object { $_.Groups[1].Value }
        $examples.Count | Should -Be 3
        $guest = $credential
        $results = New-Item -ItemType Directory "$TestDrive/results"
        function Get-VM([string] $Name, $Server, $Id, $ErrorAction) { $machines[0] }
        Push-Location $TestDrive
        Copy-Item "$env:TEST_ROOT/docs/samples/scan.json" $TestDrive
        $examples | ForEach-Object { $null = & ([scriptblock]::Create("`$ErrorActionPreference = 'Stop'; $_")) }
        Pop-Location
        (Get-Content "$results/probes.jsonl" | ConvertFrom-Json).tool | Should -Be 'clock-probe'
    }

    It 'are left alone with -WhatIf' {
        $machines | Invoke-TimerProbeGuestProbe -GuestCredential $credential -WhatIf | Should -BeNullOrEmpty
        Get-Call | Where-Object { $_ -like '! *' } | Should -BeNullOrEmpty
    }

    It 'that refuse are named with the reason, and the others go on' {
        $machines[0].ExtensionData.Guest.ToolsRunningStatus = 'guestToolsNotRunning'
        $env:PATH = '/usr/bin:/bin'
        try {
            $machines | Invoke-TimerProbeGuestProbe -GuestCredential $credential -ErrorAction SilentlyContinue -ErrorVariable failed
        } finally {
            $env:PATH = "${bin}:$path"
        }
        $ids = $failed | Where-Object FullyQualifiedErrorId -like 'TimerProbe.*' | ForEach-Object { ($_.FullyQualifiedErrorId -split ',')[0] }
        $ids | Should -Be 'TimerProbe.NoTools', 'TimerProbe.NoPowerShell', 'TimerProbe.NoPowerShell'
        $nobody = [pscredential]::new('nobody', $credential.Password)
        $machines[1] | Invoke-TimerProbeGuestProbe -GuestCredential $nobody -ErrorAction SilentlyContinue -ErrorVariable failed
        $failed[-1].FullyQualifiedErrorId | Should -BeLike 'TimerProbe.GuestLogin*'
        "$($failed[-1])" | Should -Be "$($machines[1].Name): the guest does not let nobody in: check -GuestCredential."
    }

    It 'are out of reach without PowerCLI' {
        Remove-Module PowerCli
        try {
            { Invoke-TimerProbeGuestProbe -VM 'db01' -GuestCredential $credential } | Should -Throw 'This needs VMware PowerCLI*Connect-VIServer.'
        } finally {
            Import-Module "$PSScriptRoot/PowerCli.psm1" -Force
        }
    }
}
