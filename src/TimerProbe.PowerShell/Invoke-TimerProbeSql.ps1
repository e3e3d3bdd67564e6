function Invoke-TimerProbeSql {
    <#
    .SYNOPSIS
    Measures what the clock costs a SQL Server, beside controls: is it the clock, the CPU or the storage?
    .DESCRIPTION
    Runs timerprobe sql, which makes a function or procedures for its workloads and drops them, and gives its document as an object, one for each server. A SQL
    login's password goes to timerprobe by its standard input; without -Credential the Windows account logs in. A parameter is the option of timerprobe sql
    that has its name.
    .EXAMPLE
    Invoke-TimerProbeSql -Server DB01 -Quick

    An instance with the Windows account, in some seconds.
    .EXAMPLE
    Invoke-TimerProbeSql -Server DB01 -Credential $credential -Workload primality, setControl -Yes

    Two workloads with a SQL login, however long they take.
    .EXAMPLE
    'DB01', 'DB02' | Invoke-TimerProbeSql -Quick | Get-TimerProbeFinding

    What was found on several instances, one after the other.
    #>
    [CmdletBinding(SupportsShouldProcess = $true)]
    [OutputType('TimerProbe.Sql')]
    param(
        # The instance: NAME, NAME,PORT or NAME\INSTANCE; without it the one of this machine.
        [Parameter(Position = 0, ValueFromPipeline = $true, ValueFromPipelineByPropertyName = $true)]
        [Alias('ServerInstance')]
        [string[]] $Server = '(local)',
        # A SQL login.
        [Management.Automation.Credential()] [pscredential] $Credential,
        <# Run in this database; in tempdb no commit waits, so storage is not tested. #> [string] $Database,
        <# Run only these workloads. #> [string[]] $Workload,
        <# The number to test; a prime takes longest. #> [long] $Argument,
        <# Choose a number whose test takes about a second. #> [switch] $Quick,
        <# Measured runs, after one to warm up. #> [int] $Repeat,
        <# Time limit for one run, such as 2m. #> [string] $Timeout,
        <# Run without asking, however long it takes. #> [switch] $Yes,
        <# Skip certificate verification: exposes the password to anyone in between. #> [switch] $TrustServerCertificate,
        <# Replace names with pseudonyms. #> [switch] $Anonymize,
        <# Read this configuration file. #> [string] $Config,
        <# Save the run in the store. #> [switch] $Save,
        <# The file of the store. #> [string] $Store,
        <# Further options, as timerprobe sql has them. #> [string[]] $ArgumentList = @()
    )

    process {
        $options = @(ConvertTo-Option $PSCmdlet 'Server', 'Credential', 'ArgumentList') + @(ConvertTo-Login $Credential)
        foreach ($each in $Server) {
            if (-not $PSCmdlet.ShouldProcess($each, 'Make functions or procedures, run them and drop them')) { continue }
            $arguments = @('sql', '--output=json', '--fail-on=never', "--server=$each") + $options + $ArgumentList
            ConvertFrom-Document (Invoke-Program $PSCmdlet $arguments $Credential)
        }
    }
}
