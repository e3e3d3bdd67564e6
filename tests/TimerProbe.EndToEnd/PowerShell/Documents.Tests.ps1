# What the module makes of documents, with the program itself, a simulated vCenter and a model of a SQL Server.
BeforeAll {
    Import-Module "$env:TEST_ROOT/src/TimerProbe.PowerShell/TimerProbe.psd1" -Force
    $script:sample = "$env:TEST_ROOT/docs/samples/scan.json"
    $script:credential = [pscredential]::new($env:TEST_VCENTER_USER, (ConvertTo-SecureString $env:TEST_VCENTER_PASSWORD -AsPlainText -Force))
    $script:scan = Invoke-TimerProbeScan -Server $env:TEST_VCENTER -Credential $credential -CaFile $env:TEST_VCENTER_CA -WarningAction SilentlyContinue
    function Get-Temporary { @(Get-ChildItem ([IO.Path]::GetTempPath()) -Filter 'tmp*.tmp').Count }
}

Describe 'A check' {
    It 'is an object, and a screen of what matters' {
        $check = Invoke-TimerProbeCheck
        $check.schema | Should -Be 'timerprobe.check/1'
        $check.machine.name | Should -Not -BeNullOrEmpty
        $shown = $check | Out-String
        $shown | Should -Match "Verdict : $($check.verdict.state)"
        $shown | Should -Match "Subject : $($check.machine.name)"
        $shown | Should -Not -Match 'schema'
    }
}

Describe 'A scan' {
    It 'has its machines, each a row' {
        $scan.PSObject.TypeNames[0] | Should -Be 'TimerProbe.Scan'
        $scan.Machines.Count | Should -Be $scan.vcenters[0].virtualMachines.Count
        ($scan | Out-String) | Should -Match 'Machines : .*\d+ away'
        ($scan.Machines | Select-Object -First 3 | Out-String) | Should -Match '^\s*Name +Cluster +Placement'
    }

    It 'is of the machines alone that PowerCLI names, and says how far it is' {
        Mock Write-Progress -ModuleName TimerProbe { }
        $one = $scan.Machines | Where-Object placement -EQ away | Select-Object -First 1
        $again = [pscustomobject] @{ Name = $one.name; Id = "VirtualMachine-$($one.id)" } |
            Invoke-TimerProbeScan -Server $env:TEST_VCENTER -Credential $credential -CaFile $env:TEST_VCENTER_CA -WarningAction SilentlyContinue
        $again.Machines.name | Should -Be $one.name
        Should -Invoke Write-Progress -ModuleName TimerProbe -Times 1 -Exactly -ParameterFilter { $Status -eq "logging in to $env:TEST_VCENTER..." }
    }

    It 'of a server that is away is an error of a connection' {
        Invoke-TimerProbeScan -Server 127.0.0.1:1 -Credential $credential -ErrorAction SilentlyContinue -ErrorVariable failed | Should -BeNullOrEmpty
        $failed[0].CategoryInfo.Category | Should -Be 'ConnectionError'
    }
}

Describe 'Findings' {
    It 'are those of documents and of files, each a row' {
        $found = Get-TimerProbeFinding $scan
        $found.Count | Should -Be $scan.findings.Count
        ($found | Select-Object -First 1 | Out-String) | Should -Match '^\s*Severity +Rule +Subject +Confidence +Title'
        (Get-Item $sample | Get-TimerProbeFinding).Count | Should -Be (Get-TimerProbeFinding $sample).Count
        ($scan, $scan | Get-TimerProbeFinding).Count | Should -Be (2 * $found.Count)
    }

    It 'are chosen by severity and rule' {
        (Get-TimerProbeFinding $sample -Severity critical).severity | Select-Object -Unique | Should -Be 'critical'
        (Get-TimerProbeFinding $sample -Rule TP201, 'TP20?').rule | Where-Object { $_ -notlike 'TP20?' } | Should -BeNullOrEmpty
        Get-TimerProbeFinding $sample -Severity critical -Rule TP202 | Should -BeNullOrEmpty
    }

    It 'are chosen by machine: <how>' -ForEach @(
        @{ How = 'its name'; Machine = 'away-vm-migrated'; Count = 1 }, @{ How = 'a wildcard'; Machine = 'away-vm-mig*'; Count = 1 }, @{ How = 'its id'; Machine = 'vm-135'; Count = 1 },
        @{ How = 'an object of PowerCLI'; Machine = [pscustomobject] @{ Name = 'away-vm-migrated'; Id = 'VirtualMachine-vm-135' }; Count = 1 },
        @{ How = 'another machine of its name'; Machine = [pscustomobject] @{ Name = 'away-vm-migrated'; Id = 'VirtualMachine-vm-136' }; Count = 0 }) {
        @($machine | Get-TimerProbeFinding -Document $sample -Rule TP201).Count | Should -Be $count
    }

    It 'of a file that is no document are an error' {
        Get-TimerProbeFinding "$env:TEST_ROOT/README.md" -ErrorAction SilentlyContinue -ErrorVariable failed | Should -BeNullOrEmpty
        $failed[0].CategoryInfo.Category | Should -Be 'InvalidArgument'
    }
}

Describe 'A plan' {
    It 'is made of a scan in hand, and leaves no file behind' {
        $before = Get-Temporary
        $plan = $scan | New-TimerProbePlan home
        $plan.kind | Should -Be 'home'
        $plan.moves[0].machine | Should -BeIn $scan.Machines.name
        ($plan | Out-String) | Should -Match "Plan +: home[^:]*\r?\n(.*\r?\n)?Answer +: $($plan.home.broughtHome) of $($plan.home.slowNow) slow VMs can be made fast by vMotion"
        ($plan.moves | Out-String -Width 200) | Should -Match 'Wave +Machine +From +To'
        Get-Temporary | Should -Be $before
    }

    It 'shows what it answers, not how many moves it has' {
        (New-TimerProbePlan rules -Document $sample | Out-String) | Should -Match 'Answer +: \d+ DRS rules in \d+ clusters'
        (New-TimerProbePlan rules -Document $sample | Out-String) | Should -Not -Match 'Moves'
        (New-TimerProbePlan evacuate -Document $sample -VMHost esx01 | Out-String) | Should -Match 'Answer +: \d+ of 27 running VMs can leave'
    }

    It 'takes hosts by wildcards, and none of no host' {
        (New-TimerProbePlan evacuate -Document $sample -VMHost esx0[12]*).evacuation.hosts | Should -Be 'esx01.lab.example', 'esx02.lab.example'
        New-TimerProbePlan evacuate -Document $sample -VMHost none* -ErrorAction SilentlyContinue -ErrorVariable failed | Should -BeNullOrEmpty
        "$failed" | Should -Be 'No host of the scans is named none*.'
    }

    It 'takes the hosts of PowerCLI' {
        (New-TimerProbePlan evacuate -Document $sample -VMHost ([pscustomobject] @{ Name = 'esx01.lab.example' }), esx02).kind | Should -Be 'evacuate'
    }
}

Describe 'A saved document' {
    It 'is what the function gave that made it' {
        $read = Import-TimerProbeDocument $sample
        $read.PSObject.TypeNames[0] | Should -Be 'TimerProbe.Scan'
        $read.Machines.Count | Should -BeGreaterThan 50
        (Import-TimerProbeDocument "$env:TEST_ROOT/docs/samples/s*l.json").verdict.state | Should -Be 'slow'
        (Get-Item $sample | Import-TimerProbeDocument).id | Should -Be $read.id
    }

    It 'that is none is an error' {
        Import-TimerProbeDocument "$env:TEST_ROOT/README.md" -ErrorAction SilentlyContinue -ErrorVariable failed | Should -BeNullOrEmpty
        $failed[0].CategoryInfo.Category | Should -Be 'InvalidArgument'
    }

    It 'has rows that Export-Csv can print' {
        $lines = @($scan.Machines | ConvertTo-Csv) + @($scan.findings | ConvertTo-Csv) + @(($scan | New-TimerProbePlan home).moves | ConvertTo-Csv)
        $lines | Where-Object { $_ -match 'System\.Object|@\{|PSCustomObject' } | Should -BeNullOrEmpty
        ($scan.findings | ConvertTo-Csv | ConvertFrom-Csv)[0].subject | Should -Be $scan.findings[0].subject.name
    }
}

Describe 'What is written' {
    It 'is not written with -WhatIf: <line>' -ForEach @(
        @{ Line = 'ConvertTo-TimerProbeReport $sample -Path TestDrive:/r.md -Remedies TestDrive:/r.ps1' }, @{ Line = 'Invoke-TimerProbeSql -Server 127.0.0.1,1' },
        @{ Line = 'Invoke-TimerProbeCheck -Publish' }) {
        & ([scriptblock]::Create("$line -WhatIf -ErrorVariable failed")) | Should -BeNullOrEmpty
        $failed | Should -BeNullOrEmpty
        Get-ChildItem TestDrive:/ -Filter r.* | Should -BeNullOrEmpty
    }
}

Describe 'A report' {
    It 'is text, or the file that was written, wherever PowerShell stands' {
        Push-Location TestDrive:\
        $file = $scan | ConvertTo-TimerProbeReport -Path report.md
        Pop-Location
        $file.FullName | Should -Be "$TestDrive/report.md"
        ($scan | ConvertTo-TimerProbeReport -As markdown)[0] | Should -Be (Get-Content $file -TotalCount 1)
        @($scan | ConvertTo-TimerProbeReport -As csv | ConvertFrom-Csv).Count | Should -Be $scan.Machines.Count
    }

    It 'is of the newest run of a store too' {
        $check = Invoke-TimerProbeCheck -Save -Store TestDrive:\runs.db
        (ConvertTo-TimerProbeReport latest -As json -Store TestDrive:\runs.db | Out-String | ConvertFrom-Json).id | Should -Be $check.id
    }
}

Describe 'A run of sql' {
    It 'is of the server, with its login' {
        $login = [pscredential]::new('probe', (ConvertTo-SecureString $env:TEST_SQL_PASSWORD -AsPlainText -Force))
        $run = Invoke-TimerProbeSql -Server $env:TEST_SQL -Credential $login -TrustServerCertificate -Workload primality, setControl -Argument 1000003 -Yes -WarningAction SilentlyContinue
        $run.workloads.name | Should -Contain 'primality'
        ($run | Out-String) | Should -Match "Verdict : $($run.verdict.state)"
    }
}

Describe 'Tab completion' {
    It 'has what the program takes: <line>' -ForEach @(
        @{ Line = 'ConvertTo-TimerProbeReport -As m'; Values = 'markdown' }, @{ Line = 'ConvertTo-TimerProbeReport -Detail '; Values = 'full', 'summary' },
        @{ Line = 'Invoke-TimerProbeSql -Workload clock'; Values = 'clockCalls' }, @{ Line = 'New-TimerProbePlan ru'; Values = 'rules' },
        @{ Line = 'Get-TimerProbeFinding -Severity c'; Values = 'critical' },
        @{ Line = 'New-TimerProbePlan evacuate -Document $scanned -VMHost esx01'; Values = '''esx01.lab.example''' }) {
        $global:scanned = $scan
        [Management.Automation.CommandCompletion]::CompleteInput($line, $line.Length, $null).CompletionMatches.CompletionText | Should -Be $values
        Remove-Variable scanned -Scope Global
    }
}

Describe 'What Windows PowerShell reads of a large document' {
    It 'is what ConvertFrom-Json does' {
        $json = Get-Content $sample -Raw
        $read = & (Get-Module TimerProbe) { param($read) ConvertFrom-Dictionary $read } (ConvertFrom-Json $json -AsHashtable)
        ConvertTo-Json $read -Depth 50 -Compress | Should -BeExactly (ConvertTo-Json (ConvertFrom-Json $json) -Depth 50 -Compress)
    }
}
