#Requires -Version 5.1
<#
.SYNOPSIS
Runs "timerprobe check" on many Windows guests by PowerShell remoting and gathers their documents.
.DESCRIPTION
Writes one file a guest, named by it, into -OutputFolder, and failures.csv with the guests that gave none. What it puts on a
guest is one folder below C:\Windows\Temp that only administrators can open; it is removed in the end, after Ctrl+C too.
.PARAMETER ComputerName
Names of guests as WinRM knows them: host names or full DNS names, no addresses.
.PARAMETER Executable
timerprobe.exe here; it is copied to each guest.
.PARAMETER InstalledAt
The path of timerprobe.exe on the guests, where it is there already: nothing is copied.
.PARAMETER Credential
Another account than the one you are logged on with; an administrator of the guests.
.PARAMETER ThrottleLimit
How many guests at once.
.EXAMPLE
.\Invoke-TimerProbe.ps1 -ComputerName (Get-Content .\guests.txt) -Executable .\timerprobe.exe -OutputFolder .\guest-results
.EXAMPLE
.\Invoke-TimerProbe.ps1 -ComputerName DB01, DB02 -InstalledAt 'C:\Program Files\TimerProbe\timerprobe.exe' -OutputFolder .\guest-results
#>
[CmdletBinding(DefaultParameterSetName = 'Copy')]
param(
    [Parameter(Mandatory = $true)] [string[]] $ComputerName,
    [Parameter(Mandatory = $true, ParameterSetName = 'Copy')] [string] $Executable,
    [Parameter(Mandatory = $true, ParameterSetName = 'Installed')] [string] $InstalledAt,
    [Parameter(Mandatory = $true)] [string] $OutputFolder,
    [pscredential] $Credential,
    [switch] $UseSSL,
    [ValidateRange(1, 128)] [int] $ThrottleLimit = 32
)

$ErrorActionPreference = 'Stop'
$output = (New-Item -ItemType Directory -Path $OutputFolder -Force).FullName
$failureFile = Join-Path $output 'failures.csv'
$failures = New-Object 'System.Collections.Generic.List[object]'
$gathered = 0
$leaf = 'timerprobe-' + [guid]::NewGuid().ToString('n')

# -NoMachineProfile: else the first logon of an account leaves its profile folder on the guest.
$connection = @{
    SessionOption = New-PSSessionOption -NoMachineProfile -OpenTimeout 30000 -OperationTimeout 120000
    ThrottleLimit = $ThrottleLimit
    UseSSL        = $UseSSL
}
if ($Credential) { $connection.Credential = $Credential }

# A spreadsheet takes a cell that begins with one of these for a formula.
function ConvertTo-Cell([string] $Text) {
    $line = ($Text -replace '\s+', ' ').Trim()
    if ($line -match '^[=+@-]') { "'" + $line } else { $line }
}

function Add-Failure([string] $Name, [string] $Step, [string] $Why) {
    $failures.Add([pscustomobject]@{ ComputerName = ConvertTo-Cell $Name; Step = $Step; Why = ConvertTo-Cell $Why })
}

function Save-Failures {
    if ($failures.Count -gt 0) { $failures | Export-Csv -LiteralPath $failureFile -NoTypeInformation -Encoding UTF8 }
    else { Remove-Item -LiteralPath $failureFile -ErrorAction SilentlyContinue }
}

function Save-Document([string] $Name, [string] $Text) {
    $file = Join-Path $output ($Name + '.json')
    [System.IO.File]::WriteAllText($file + '.tmp', $Text, (New-Object System.Text.UTF8Encoding $false))
    Move-Item -LiteralPath ($file + '.tmp') -Destination $file -Force
}

# What a broken session does not answer is missing in what this gives.
function Invoke-OnGuests([object[]] $Session, [scriptblock] $Script, [object[]] $Arguments) {
    if (-not $Session) { return }
    try { Invoke-Command -Session $Session -ScriptBlock $Script -ArgumentList $Arguments -ErrorAction SilentlyContinue }
    catch { Write-Verbose "$_" }
}

# These three run on the guests.
$prepare = {
    param($Leaf)
    $folder = Join-Path $env:SystemRoot ('Temp\' + $Leaf)
    $rights = New-Object System.Security.AccessControl.DirectorySecurity
    $rights.SetSecurityDescriptorSddlForm('D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)')
    [void] [System.IO.Directory]::CreateDirectory($folder, $rights)
    $folder
}
$measure = {
    param($Leaf, $Program)
    $folder = Join-Path $env:SystemRoot ('Temp\' + $Leaf)
    $document = Join-Path $folder 'check.json'
    if (-not $Program) { $Program = Join-Path $folder 'timerprobe.exe' }
    try {
        $said = & $Program check --output json --out $document --fail-on never 2>&1 | Out-String
        if ($LASTEXITCODE -ne 0) { throw "exit code $LASTEXITCODE, $said" }
        [pscustomobject]@{ Document = [System.IO.File]::ReadAllText($document); Why = '' }
    }
    catch {
        [pscustomobject]@{ Document = ''; Why = "$_" }
    }
}
$clean = {
    param($Leaf)
    $folder = Join-Path $env:SystemRoot ('Temp\' + $Leaf)
    Remove-Item -LiteralPath $folder -Recurse -Force -ErrorAction SilentlyContinue
    [pscustomobject]@{ Left = Test-Path -LiteralPath $folder }
}

$names = @($ComputerName | ForEach-Object { $_.Trim() } | Where-Object { $_ } | Sort-Object -Unique)
foreach ($name in @($names | Where-Object { $_ -notmatch '^[A-Za-z0-9][A-Za-z0-9._-]*$' })) { Add-Failure $name 'name' 'this is no computer name' }
$names = @($names | Where-Object { $_ -match '^[A-Za-z0-9][A-Za-z0-9._-]*$' })

for ($first = 0; $first -lt $names.Count; $first += $ThrottleLimit) {
    $batch = @($names[$first..([Math]::Min($first + $ThrottleLimit, $names.Count) - 1)])
    Write-Progress -Activity 'timerprobe check' -Status "$first of $($names.Count)" -PercentComplete (100 * $first / $names.Count)
    $sessions = @()
    try {
        $sessions = @(New-PSSession -ComputerName $batch @connection -ErrorAction SilentlyContinue -ErrorVariable refused)
        foreach ($name in @($batch | Where-Object { $sessions.ComputerName -notcontains $_ })) {
            $why = $refused | Where-Object { $_.TargetObject.ConnectionInfo.ComputerName -eq $name } | Select-Object -First 1
            Add-Failure $name 'connect' "no session; $why"
        }

        $ready = @()
        foreach ($session in $sessions) {
            try {
                $folder = Invoke-Command -Session $session -ScriptBlock $prepare -ArgumentList $leaf
                if ($Executable) { Copy-Item -LiteralPath $Executable -Destination (Join-Path $folder 'timerprobe.exe') -ToSession $session }
                $ready += $session
            }
            catch { Add-Failure $session.ComputerName 'copy' "$_" }
        }

        $answers = @(Invoke-OnGuests $ready $measure @($leaf, $InstalledAt))
        foreach ($answer in $answers) {
            if ($answer.Document) { Save-Document $answer.PSComputerName $answer.Document; $gathered++ }
            else { Add-Failure $answer.PSComputerName 'check' $answer.Why }
        }
        foreach ($session in @($ready | Where-Object { $answers.PSComputerName -notcontains $_.ComputerName })) {
            Add-Failure $session.ComputerName 'check' 'the session broke before the answer came'
        }
    }
    finally {
        if ($sessions.Count -gt 0) {
            $gone = @(Invoke-OnGuests $sessions $clean @($leaf) | Where-Object { -not $_.Left } | ForEach-Object { $_.PSComputerName })
            foreach ($session in @($sessions | Where-Object { $gone -notcontains $_.ComputerName })) {
                Add-Failure $session.ComputerName 'clean up' "remove C:\Windows\Temp\$leaf by hand"
            }
            Remove-PSSession -Session $sessions
        }
        Save-Failures
    }
}

Write-Progress -Activity 'timerprobe check' -Completed
Save-Failures
[pscustomobject]@{ Guests = $names.Count; Gathered = $gathered; Failures = $failures.Count; FailureFile = $failureFile }
