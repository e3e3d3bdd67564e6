@{
    RootModule           = 'TimerProbe.psm1'
    # .ci/release writes the version.
    ModuleVersion        = '0.0.0'
    GUID                 = 'd9b2a6c4-8f13-4c57-9a0e-1e6b7d3f5a28'
    Author               = 'TimerProbe contributors'
    Copyright            = 'TimerProbe contributors. MIT license.'
    Description          = 'Finds out whether virtual machines are slow because of their clocks: runs timerprobe, which has to be installed, and gives what it found as objects.'
    PowerShellVersion    = '5.1'
    CompatiblePSEditions = @('Desktop', 'Core')
    FormatsToProcess     = @('TimerProbe.Format.ps1xml')
    FunctionsToExport    = @(
        'ConvertTo-TimerProbeReport', 'Get-TimerProbeFinding', 'Import-TimerProbeDocument', 'Invoke-TimerProbeCheck', 'Invoke-TimerProbeGuestProbe',
        'Invoke-TimerProbeScan', 'Invoke-TimerProbeSql', 'New-TimerProbePlan')
    CmdletsToExport      = @()
    AliasesToExport      = @()
    VariablesToExport    = @()
    PrivateData          = @{ PSData = @{ Tags = @('VMware', 'SQLServer', 'TSC', 'clock'); Prerelease = '' } }
}
