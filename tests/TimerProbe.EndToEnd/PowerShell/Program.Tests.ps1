# How the module runs the program: a script that notes what it was given stands for it.
BeforeAll {
    Import-Module "$env:TEST_ROOT/src/TimerProbe.PowerShell/TimerProbe.psd1" -Force
    $script:real = $env:TIMERPROBE
    $script:fake = Join-Path $TestDrive 'timerprobe'
    $script:noted = Join-Path $TestDrive 'noted'
    $script:sample = "$env:TEST_ROOT/docs/samples/sql.json"

    function Set-Fake([string] $Script) {
        [IO.File]::WriteAllText($fake, "#!/bin/sh`nexport LC_ALL=C`nprintf '%s\n' `"`$@`" >'$noted.arguments'`nenv >'$noted.environment'`n$Script`n")
        chmod 755 $fake
    }

    function New-Credential([string] $Password, [string] $User = 'scan@vsphere.local') {
        [pscredential]::new($User, (ConvertTo-SecureString $Password -AsPlainText -Force))
    }

    $env:TIMERPROBE = $fake
}

AfterAll {
    $env:TIMERPROBE = $real
}

Describe 'A password' {
    It 'goes by standard input, and is in no argument and no variable' {
        Set-Fake "head -n 1 >'$noted.input'; cat '$sample'"
        $password = 'p''ä "; ßecret'
        Invoke-TimerProbeScan -Server vc1 -Credential (New-Credential $password) | Should -Not -BeNullOrEmpty
        Get-Content "$noted.input" | Should -BeExactly $password
        Get-Content "$noted.arguments", "$noted.environment" -Raw | Should -Not -BeLike '*ßecret*'
        Get-Content "$noted.arguments" | Should -Be 'scan', '--output=json', '--fail-on=never', '--user=scan@vsphere.local', '--password-stdin', '--', 'vc1'
    }

    It 'is for each server of a pipeline' {
        Set-Fake "head -n 1 >>'$noted.inputs'; cat '$sample'"
        @('DB01', 'DB02' | Invoke-TimerProbeSql -Credential (New-Credential 'secret' 'sa')).Count | Should -Be 2
        Get-Content "$noted.inputs" | Should -Be 'secret', 'secret'
        Get-Content "$noted.arguments" | Should -Contain '--server=DB02'
    }

    It 'that the program does not wait for is no error of its own' {
        Set-Fake "exec <&-; echo 'timerprobe: it is wrong' >&2; exit 2"
        Invoke-TimerProbeScan -Server vc1 -Credential (New-Credential ('ß' * 60000)) -ErrorAction SilentlyContinue -ErrorVariable failed
        $failed.FullyQualifiedErrorId | Should -BeLike 'TimerProbe.ExitCode2,*'
        $failed.Count | Should -Be 1
    }
}

Describe 'Arguments' {
    It 'arrive as they are: <value>' -ForEach @(
        @{ Value = 'a "quoted" name' }, @{ Value = 'C:\folder\' }, @{ Value = 'back\\slashes\"' }, @{ Value = '' }, @{ Value = '$HOME `x` *' },
        @{ Value = 'ümlaut 名' }, @{ Value = '--insecure' }, @{ Value = '@file' }) {
        Set-Fake "cat '$sample'"
        $null = Invoke-TimerProbeScan -Server vc1 -Cluster $value
        Get-Content "$noted.arguments" | Should -Contain "--cluster=$value"
    }

    It 'are options of the names that parameters have' {
        Set-Fake "cat '$sample'"
        Push-Location $TestDrive
        $null = Invoke-TimerProbeSql -Server 'DB01\SALES' -Workload primality, setControl -Argument 1000000000000037 -Quick -Yes:$false -Store runs.db
        Pop-Location
        Get-Content "$noted.arguments" | Sort-Object | Should -Be (@('sql', '--output=json', '--fail-on=never', '--server=DB01\SALES', '--workload=primality',
                '--workload=setControl', '--argument=1000000000000037', '--quick', "--store=$TestDrive/runs.db") | Sort-Object)
    }

    It 'name the machines of PowerCLI, and a pipeline of none asks for nothing' {
        Set-Fake "cat '$sample'"
        $null = [pscustomobject] @{ Name = 'db 01'; Id = 'VirtualMachine-vm-1' }, 'db02' | Invoke-TimerProbeScan -Server vc1
        Get-Content "$noted.arguments" | Where-Object { $_ -like '--name*' } | Should -Be '--name=db 01', '--name=db02'
        Remove-Item "$noted.arguments"
        @() | Invoke-TimerProbeScan -Server vc1 | Should -BeNullOrEmpty
        "$noted.arguments" | Should -Not -Exist
    }
}

Describe 'What it says' {
    It 'is progress while it runs, and a warning otherwise' {
        Mock Write-Progress -ModuleName TimerProbe { }
        Set-Fake "[ `"`$TIMERPROBE_PROGRESS`" = 1 ] && echo 'logging in to vc1...' >&2; echo 'timerprobe: waits...' >&2; cat '$sample'"
        $null = Invoke-TimerProbeScan -Server vc1 -WarningVariable warned -WarningAction SilentlyContinue
        $warned | Should -Be 'waits...'
        Should -Invoke Write-Progress -ModuleName TimerProbe -Times 1 -Exactly -ParameterFilter { $Status -eq 'logging in to vc1...' -and $Activity -eq 'timerprobe scan' }
        Should -Invoke Write-Progress -ModuleName TimerProbe -Times 1 -Exactly -ParameterFilter { $Completed }
    }

    It 'names parameters, not options' {
        Set-Fake "echo 'timerprobe: no password: give --password-stdin or --user, --ca-file FILE, or --fail-on' >&2; exit 2"
        Invoke-TimerProbeScan -Server vc1 -ErrorAction SilentlyContinue -ErrorVariable failed
        "$($failed[0])" | Should -BeLike 'no password: give -Credential or -Credential, -CaFile FILE, or --fail-on*'
    }

    It 'is an error with the meaning of exit code <code>' -ForEach @(
        @{ Code = 1; Category = 'NotSpecified'; Meaning = 'a bug' }, @{ Code = 2; Category = 'InvalidArgument'; Meaning = 'wrong' },
        @{ Code = 3; Category = 'ResourceUnavailable'; Meaning = 'not possible here' }, @{ Code = 4; Category = 'ConnectionError'; Meaning = 'no target' },
        @{ Code = 6; Category = 'ResourceBusy'; Meaning = 'another process' }, @{ Code = 130; Category = 'OperationStopped'; Meaning = 'cancelled' },
        @{ Code = 139; Category = 'NotSpecified'; Meaning = 'a bug' }) {
        Set-Fake "echo 'timerprobe: it went wrong' >&2; exit $code"
        Invoke-TimerProbeCheck -ErrorAction SilentlyContinue -ErrorVariable failed | Should -BeNullOrEmpty
        $failed.Count | Should -Be 1
        "$($failed[0])" | Should -BeLike "it went wrong*(exit code ${code}: *$meaning*"
        $failed[0].CategoryInfo.Category | Should -Be $category
        { Invoke-TimerProbeCheck -ErrorAction Stop } | Should -Throw -ErrorId "TimerProbe.ExitCode$code,Invoke-TimerProbeCheck"
    }

    It 'is a warning beside the document where it was done in part' {
        Set-Fake "cat '$sample'; exit 5"
        (Invoke-TimerProbeSql -WarningVariable warned -WarningAction SilentlyContinue).schema | Should -Be 'timerprobe.sql/1'
        $warned | Should -BeLike 'done in part*'
    }

    It 'is no error where there are findings' {
        Set-Fake "cat '$sample'; exit 10"
        (Invoke-TimerProbeSql -ErrorAction Stop).verdict.state | Should -Be 'slow'
    }
}

Describe 'The program' {
    It 'that is not there is an error with its name' {
        $env:TIMERPROBE = '/nowhere/timerprobe'
        Invoke-TimerProbeCheck -ErrorAction SilentlyContinue -ErrorVariable failed
        $env:TIMERPROBE = $fake
        "$($failed[-1])" | Should -BeLike '/nowhere/timerprobe cannot be run: *'
    }

    It 'is that of the variable, then that beside the module, then that of the archive around it, then that of the path' {
        Set-Fake 'true'
        $name = 'timerprobe'
        $module = New-Item -ItemType Directory "$TestDrive/archive/powershell/TimerProbe"
        Copy-Item "$env:TEST_ROOT/src/TimerProbe.PowerShell/*" $module -Recurse
        $path = $env:PATH
        $env:TIMERPROBE = ''
        try {
            $imported = Import-Module "$module/TimerProbe.psd1" -PassThru -Prefix Other
            $env:PATH = $TestDrive
            $found = @(& $imported { Get-Program })
            foreach ($place in "$TestDrive/archive/$name", "$module/$name") {
                [IO.File]::WriteAllText($place, '')
                $found += [IO.Path]::GetFullPath((& $imported { Get-Program }))
            }
            $env:TIMERPROBE = 'named'
            $found += & $imported { Get-Program }
            $found | Should -Be $fake, "$TestDrive/archive/$name", "$module/$name", 'named'
            Remove-Item "$TestDrive/archive/$name", "$module/$name"
            $env:TIMERPROBE = ''
            $env:PATH = '/nowhere'
            { & $imported { Get-Program } } | Should -Throw '*beside the module or on the PATH*'
        } finally {
            $env:PATH = $path
            $env:TIMERPROBE = $fake
            Remove-Module $imported
        }
    }

    It 'ends when the pipeline is stopped, be it the moment it has started' -ForEach @(1..8) {
        $id = "$noted.id$_"
        Set-Fake "echo `$`$ >'$id'; exec sleep 600"
        $shell = [powershell]::Create()
        $null = $shell.AddScript("Import-Module '$env:TEST_ROOT/src/TimerProbe.PowerShell/TimerProbe.psd1'; & (Get-Module TimerProbe) { `$script:Grace = 50 }; Invoke-TimerProbeCheck")
        $null = $shell.BeginInvoke()
        while (-not [IO.File]::Exists($id) -or -not [IO.File]::ReadAllText($id)) {
            if ($shell.InvocationStateInfo.State -ne 'Running') { throw "it did not start: $($shell.Streams.Error)" }
        }

        $shell.Stop()
        $process = Get-Process -Id ([IO.File]::ReadAllText($id)) -ErrorAction Ignore
        -not $process -or $process.WaitForExit(10000) | Should -BeTrue
        $shell.Dispose()
    }
}
