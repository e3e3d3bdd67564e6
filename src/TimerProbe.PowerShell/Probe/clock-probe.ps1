<#
.SYNOPSIS
Measures in a second what reading the clock costs on this machine: slow, healthy or unclear. Changes nothing and needs no administrator.
.DESCRIPTION
For machines on which nothing may be installed: paste it into Windows PowerShell 5.1 or later, or run it as a file. Add-Type compiles the C# below, for which
it writes files to this user's temporary folder and removes them. The script opens no connection and reads nothing but the clock and who this machine is.
It has neither RDTSC nor CPUID, so of the causes it names only a platform timer: timerprobe check names the others.
.PARAMETER Json
Print one line of JSON, which timerprobe scan --guest-results reads, instead of the screen.
.PARAMETER Publish
Also leave the result with the hypervisor, by VMware Tools: timerprobe scan finds it there.
.PARAMETER ToolsProgram
The whole path of vmtoolsd or rpctool, where VMware Tools are not in their own folder.
#>
param([switch] $Json, [switch] $Publish, [string] $ToolsProgram = '')

& {
    if ($ExecutionContext.SessionState.LanguageMode -ne 'FullLanguage') {
        Write-Warning 'PowerShell is held to a constrained language here, as WDAC and AppLocker do: the clock cannot be measured by a script. Read the vmware.log of this VM with timerprobe log instead.'
        return
    }

    Set-StrictMode -Version 2.0; $ErrorActionPreference = 'Stop'
    $windows = [Environment]::OSVersion.Platform -eq 'Win32NT'
    $source = @'
using System; using System.Diagnostics; using System.Runtime.InteropServices; using System.Security;
[SuppressUnmanagedCodeSecurity] public static class TimerProbeClock
{
    struct Time { public IntPtr Seconds, Nanoseconds; }
    [DllImport("kernel32")] static extern void GetSystemTimePreciseAsFileTime(out long time);
    [DllImport("kernel32")] static extern void GetSystemTimeAsFileTime(out long time);
    [DllImport("kernel32")] static extern int QueryPerformanceCounter(out long count);
    [DllImport("libc")] static extern int clock_gettime(int clock, out Time time);

    static double Nanoseconds(int what, bool windows, int calls)
    {
        long start = Stopwatch.GetTimestamp(), time; Time linux; ulong x = 1;
        int clock = what == 0 ? 0 : what == 1 ? 5 : 1; // CLOCK_REALTIME, CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC
        if (what == 3) for (int i = 0; i < calls; i++) x = x * 6364136223846793005 + 1442695040888963407;
        else if (!windows) for (int i = 0; i < calls; i++) clock_gettime(clock, out linux);
        else if (what == 0) for (int i = 0; i < calls; i++) GetSystemTimePreciseAsFileTime(out time);
        else if (what == 1) for (int i = 0; i < calls; i++) GetSystemTimeAsFileTime(out time);
        else for (int i = 0; i < calls; i++) QueryPerformanceCounter(out time);
        return x == 0 ? 0 : (Stopwatch.GetTimestamp() - start) * 1e9 / Stopwatch.Frequency;
    }

    // Of precise time, coarse time, the counter and arithmetic: nine batches of at least 200 us, in turns; nanoseconds a call, cheapest first.
    public static double[][] Measure(bool windows)
    {
        var calls = new int[4]; var costs = new double[4][];
        for (int what = 0; what < 4; what++)
        {
            costs[what] = new double[9];
            Nanoseconds(what, windows, 5000);
            for (calls[what] = 16; Math.Min(Nanoseconds(what, windows, calls[what]), Nanoseconds(what, windows, calls[what])) < 200000; ) calls[what] *= 2;
        }
        for (int i = 0; i < 9; i++) for (int what = 0; what < 4; what++) costs[what][i] = Nanoseconds(what, windows, calls[what]) / calls[what];
        foreach (var row in costs) Array.Sort(row); return costs;
    }
}
'@
    try { if (-not ('TimerProbeClock' -as [type])) { Add-Type -TypeDefinition $source } } catch {
        Write-Warning "The C# that measures cannot be compiled or loaded here: $($_.Exception.Message) Read the vmware.log of this VM with timerprobe log instead."
        return
    }

    $precise, $coarse, $counter, $control = [TimerProbeClock]::Measure($windows)

    # The limits of timerprobe's verdict: docs/measuring.md.
    $bands = 'healthy', 'check', 'suspicious', 'slow'
    function Get-Band([double] $Nanoseconds) { @(100, 300, 600 | Where-Object { $Nanoseconds -gt $_ }).Count }
    $state = $bands[(Get-Band $precise[4])]
    $why = ''; $slowed = $control[4] / $control[0]
    if ((Get-Band $precise[7]) - (Get-Band $precise[1]) -gt 1) { $state = 'unclear'; $why = 'It changed while it was measured: run this again.' }
    if ($state -ne 'healthy' -and $slowed -ge 1.5 -and $precise[4] / 40 -le 2 * $slowed) { $state = 'unclear'; $why = 'The processor was too busy to tell: run this again.' }

    $cause = 'unknown'
    # The frequencies of acpi_pm and HPET.
    if ($state -eq 'healthy') { $cause = 'none' } elseif ($state -ne 'unclear' -and [Diagnostics.Stopwatch]::Frequency -in 3579545, 14318180) { $cause = 'platformTimer' }

    $uuid = $boot = $null
    if ($windows) {
        try {
            $uuid = (Get-CimInstance Win32_ComputerSystemProduct -Property UUID).UUID
            $boot = (Get-CimInstance Win32_OperatingSystem -Property LastBootUpTime).LastBootUpTime.ToUniversalTime()
        } catch { Write-Verbose "WMI does not answer: $_" }
    } else {
        $boot = [DateTime]::UtcNow.AddSeconds(-[double] ((Get-Content /proc/uptime) -split ' ')[0])
        $uuid = Get-Content /sys/class/dmi/id/product_uuid -ErrorAction SilentlyContinue
    }

    $machine = [ordered] @{ name = [Environment]::MachineName; uuid = $uuid; processors = [Environment]::ProcessorCount; boot = $(if ($boot) { $boot.ToString('s') + 'Z' }) }
    $result = [ordered] @{ v = 1; t = [DateTime]::UtcNow.ToString('s') + 'Z'; id = [Guid]::NewGuid(); state = $state; cause = $cause; ns = @{ precise = [Math]::Round($precise[4], 1) }; tool = 'clock-probe'; machine = $machine }
    if ($cause -eq 'platformTimer') { $result.conf = 'inferred' }
    $line = [regex]::Replace((ConvertTo-Json $result -Compress), '[^ -~]', { param($match) '\u{0:x4}' -f [int] $match.Value[0] })

    if ($Publish) {
        $folder = "$env:ProgramFiles\VMware\VMware Tools"
        $tools = @($ToolsProgram, "$folder\vmtoolsd.exe", "$folder\rpctool.exe", '/usr/bin/vmtoolsd', '/usr/bin/vmware-rpctool' | Where-Object { $_ -and (Test-Path -LiteralPath $_) })
        if (-not $tools) { Write-Warning 'Not published: VMware Tools are not installed here.' } else {
            $set = '"info-set guestinfo.timerprobe.check {0}"' -f ($line -replace '"', '\"')
            if ($tools[0] -match 'vmtoolsd') { $set = "--cmd $set" }
            $process = [Diagnostics.Process]::Start((New-Object Diagnostics.ProcessStartInfo $tools[0], $set -Property @{ UseShellExecute = $false; RedirectStandardOutput = $true; RedirectStandardError = $true }))
            $refusal = $process.StandardError.ReadToEnd()
            $process.WaitForExit()
            if ($process.ExitCode -ne 0) { Write-Warning "Not published: VMware Tools or the hypervisor refused. $refusal" }
        }
    }

    if ($Json) { return $line }
    'Reading the clock is {0} on {1}: {2:n0} ns a call, {3:n2} million calls a second.' -f $state.ToUpperInvariant(), $machine.name, $precise[4], (1000 / $precise[4])
    if ($why) { $why }
    '  precise time  {0,8:n1} ns   healthy up to 100 ns, slow above 600 ns' -f $precise[4]
    '  coarse time   {0,8:n1} ns   reads no hardware' -f $coarse[4]
    '  counter       {0,8:n1} ns   at {1:n0} Hz' -f $counter[4], [Diagnostics.Stopwatch]::Frequency
    '  arithmetic    {0,8:n1} ns   reads no clock' -f $control[4]
    '  {0} processors, started {1}, UUID {2}' -f $machine.processors, $machine.boot, $uuid
    if ($cause -eq 'platformTimer') { 'Windows reads a platform timer, not the TSC: timerprobe rules explain TP102.' }
    if ($cause -eq 'unknown' -and $state -ne 'unclear') { 'A script cannot tell why: run timerprobe check here, or timerprobe log on the vmware.log of this VM.' }
}
