function Invoke-TimerProbeCheck {
    <#
    .SYNOPSIS
    Measures this machine's clocks: verdict, cause, remedies.
    .DESCRIPTION
    Runs timerprobe check on the machine that PowerShell runs on, in well under a second, and gives its document as an object. A parameter is the option of
    timerprobe check that has its name: -NoStub is --no-stub.
    .EXAMPLE
    Invoke-TimerProbeCheck

    The verdict, its cause and what to do first.
    .EXAMPLE
    (Invoke-TimerProbeCheck).verdict.state

    One word: healthy, slow or unclear.
    .EXAMPLE
    Invoke-TimerProbeCheck | ConvertTo-TimerProbeReport -Path ticket.md

    The result for a ticket.
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    [OutputType('TimerProbe.Check')]
    param(
        <# Measure each processor. #> [switch] $PerProcessor,
        <# Measure all processors at once. #> [switch] $Scaling,
        <# Compare the time with this NTP server. #> [string] $Reference,
        <# Do not allocate executable memory: RDTSC is then not measured on its own. #> [switch] $NoStub,
        <# Replace names and UUIDs with pseudonyms. #> [switch] $Anonymize,
        <# Also leave the result with the hypervisor, where a scan finds it. #> [switch] $Publish,
        <# Read this configuration file. #> [string] $Config,
        <# Save the run in the store. #> [switch] $Save,
        <# The file of the store. #> [string] $Store,
        <# Further options, as timerprobe check has them. #> [string[]] $ArgumentList = @()
    )

    if ($Publish -and -not $PSCmdlet.ShouldProcess('this virtual machine', 'Measure, and leave the result with the hypervisor')) { return }
    $options = @(ConvertTo-Option $PSCmdlet 'ArgumentList')
    ConvertFrom-Document (Invoke-Program $PSCmdlet (@('check', '--output=json', '--fail-on=never') + $options + $ArgumentList))
}
