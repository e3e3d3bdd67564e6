# What a run that gave no document says by its exit code: docs/exit-codes.md.
$Failures = @{
    1   = @{ Category = 'NotSpecified'; Meaning = 'a bug in timerprobe' }
    2   = @{ Category = 'InvalidArgument'; Meaning = 'what was asked for, a file or a password is wrong' }
    3   = @{ Category = 'ResourceUnavailable'; Meaning = 'not possible here' }
    4   = @{ Category = 'ConnectionError'; Meaning = 'no target could be reached, or all refused' }
    6   = @{ Category = 'ResourceBusy'; Meaning = 'another process has it' }
    130 = @{ Category = 'OperationStopped'; Meaning = 'cancelled' }
}
$Partial = 5
$Found = 10

# How long a program that is stopped may take to end in good order, in milliseconds.
$Grace = 10000

function Get-Program {
    if ($env:TIMERPROBE) { return $env:TIMERPROBE }
    $name = 'timerprobe'
    if ([Environment]::OSVersion.Platform -eq 'Win32NT') { $name = 'timerprobe.exe' }
    $module = Split-Path $PSScriptRoot
    # Beside the module, or where an archive has both.
    foreach ($folder in $module, (Join-Path $module '../..')) {
        $beside = Join-Path $folder $name
        if (Test-Path -LiteralPath $beside -PathType Leaf) { return $beside }
    }

    $found = Get-Command -Name $name -CommandType Application -ErrorAction Ignore | Select-Object -First 1
    if (-not $found) { throw "There is no $name beside the module or on the PATH: install it, or set TIMERPROBE to its file." }
    $found.Source
}

# As CommandLineToArgvW reads it, and .NET elsewhere: ArgumentList is not there in Windows PowerShell.
function ConvertTo-CommandLine([string[]] $Arguments) {
    @($Arguments | ForEach-Object { '"' + ($_ -replace '(\\*)"', '$1$1\"' -replace '(\\+)$', '$1$1') + '"' }) -join ' '
}

# Runs the program; what it wrote, and nothing where it failed: then an error of the cmdlet says why. A secret goes by standard input.
function Invoke-Program([Management.Automation.PSCmdlet] $Cmdlet, [string[]] $Arguments, [pscredential] $Credential) {
    $line = ConvertTo-CommandLine $Arguments
    $start = New-Object Diagnostics.ProcessStartInfo -Property @{
        FileName               = Get-Program
        Arguments              = $line
        UseShellExecute        = $false
        RedirectStandardInput  = $true
        RedirectStandardOutput = $true
        RedirectStandardError  = $true
        StandardOutputEncoding = [Text.Encoding]::UTF8
        WorkingDirectory       = (Get-Location -PSProvider FileSystem).ProviderPath
    }
    $start.EnvironmentVariables['TIMERPROBE_PROGRESS'] = '1'
    Write-Verbose "$($start.FileName) $line"
    $activity = "timerprobe $($Arguments[0])"
    $said = New-Object Collections.Generic.List[string]
    $process = $null
    try {
        try {
            $process = [Diagnostics.Process]::Start($start)
        } catch [ComponentModel.Win32Exception] {
            $why = $_.Exception.GetBaseException().Message
            Write-Failure $Cmdlet "$($start.FileName) cannot be run: $why" 'ProgramNotRun' 'ResourceUnavailable'
            return
        }

        Send-Password $process $Credential
        $output = $process.StandardOutput.ReadToEndAsync()
        while ($null -ne ($each = Read-Line $process.StandardError)) {
            if ($each -match '^(?!timerprobe: ).*\.\.\.$') {
                Write-Progress -Activity $activity -Status $each
            } else {
                $said.Add((ConvertTo-Parameter $Cmdlet ($each -replace '^timerprobe: ')))
            }
        }

        $text = $output.Result
        $process.WaitForExit()
        $code = $process.ExitCode
    } finally {
        # A pipeline may be stopped as soon as the program has started. Ctrl+C reaches it too, and it ends in good order.
        if ($process) {
            if (-not $process.WaitForExit($Grace)) { $process.Kill() }
            $process.Dispose()
            Write-Progress -Activity $activity -Completed
        }
    }

    if ($code -notin 0, $Partial, $Found) {
        $failure = $Failures[$code]
        if (-not $failure) { $failure = $Failures[1] }
        $said.Add("(exit code ${code}: $($failure.Meaning))")
        Write-Failure $Cmdlet ($said -join [Environment]::NewLine) "ExitCode$code" $failure.Category
        return
    }

    if ($code -eq $Partial -and -not $said.Count) { $said.Add('done in part: the document says what could not be read') }

    $said | ForEach-Object { Write-Warning $_ }
    $text
}

# WaitAny does not throw: even an error that is caught would stand in the caller's -ErrorVariable and $Error, before the one that says why.
function Send-Password($Process, [pscredential] $Credential) {
    $pipe = $Process.StandardInput.BaseStream
    if ($Credential) {
        $bytes = [Text.Encoding]::UTF8.GetBytes($Credential.GetNetworkCredential().Password + "`n")
        $writing = $pipe.WriteAsync($bytes, 0, $bytes.Length)
        $null = [Threading.Tasks.Task]::WaitAny($writing)
        if ($writing.IsFaulted) { Write-Verbose "It did not read the password: $($writing.Exception.InnerException.Message)" }
    }

    try { $pipe.Close() } catch [IO.IOException] { Write-Verbose 'It has closed its input.' }
}

# In pieces, so that a pipeline can be stopped meanwhile.
function Read-Line($Reader) {
    $reading = $Reader.ReadLineAsync()
    while (-not $reading.Wait(200)) { }
    $reading.Result
}

function New-Failure([string] $Message, [string] $Id, [string] $Category, $Target) {
    New-Object Management.Automation.ErrorRecord (New-Object InvalidOperationException $Message), "TimerProbe.$Id", $Category, $Target
}

function Write-Failure([Management.Automation.PSCmdlet] $Cmdlet, [string] $Message, [string] $Id, [string] $Category, $Target) {
    $Cmdlet.WriteError((New-Failure $Message $Id $Category $Target))
}

# What the program completes.
function Get-OptionValue([string] $Option, [string] $Word) {
    $line = "timerprobe $Option "
    & (Get-Program) "[suggest:$($line.Length)]" $line 2>$null | Where-Object { $_ -like "$Word*" }
}
