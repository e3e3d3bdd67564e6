function Invoke-TimerProbeScan {
    <#
    .SYNOPSIS
    Reads vCenters and finds the virtual machines that are away from the frequency they were powered on at.
    .DESCRIPTION
    Runs timerprobe scan, which only reads, and gives its document as an object; its Machines are all virtual machines that were read. The password goes to
    timerprobe by its standard input. A parameter is the option of timerprobe scan that has its name: -CaFile is --ca-file.
    .EXAMPLE
    Invoke-TimerProbeScan -Server vc1.example.org -Credential scan@vsphere.local

    Asks for the password, and shows how many machines are slow or expected to be.
    .EXAMPLE
    Get-VM db* | Invoke-TimerProbeScan -Server vc1.example.org -Credential $credential | Get-TimerProbeFinding

    What is wrong with some machines that PowerCLI names.
    .EXAMPLE
    $scan = Invoke-TimerProbeScan -Server vc1.example.org -Credential $credential -Cluster prod
    $scan.Machines | Where-Object placement -eq away

    The machines of a cluster that are away from home.
    #>
    [CmdletBinding()]
    [OutputType('TimerProbe.Scan')]
    param(
        # vCenters or single ESXi hosts, as HOST or HOST:PORT; without it those of the configuration.
        [Parameter(Position = 0)] [string[]] $Server = @(),
        # Who logs in; without it the configuration or Windows Credential Manager has to know.
        [Management.Automation.Credential()] [pscredential] $Credential,
        # Read only these virtual machines, by name or as PowerCLI gives them.
        [Parameter(ValueFromPipeline = $true)] [object[]] $VM,
        <# Read only these datacenters; * and ? are wildcards in all filters. #> [string[]] $Datacenter,
        <# Read only these clusters. #> [string[]] $Cluster,
        <# Read only these folders of virtual machines. #> [string[]] $Folder,
        <# A folder of check documents from the guests. #> [string] $GuestResults,
        <# A folder of vmware.log files. #> [string] $VmLogs,
        <# Fetch the vmware.log of some machines where that decides it. #> [switch] $ReadLogs,
        <# Also read CPU ready, co-stop, usage and limits. #> [switch] $Performance,
        <# Trust certificates issued by the authorities in this PEM file. #> [string] $CaFile,
        <# Trust the certificate with this SHA-256 thumbprint; of several servers HOST=SHA256. #> [string[]] $Thumbprint,
        <# Skip certificate verification: exposes the password to anyone in between. #> [switch] $Insecure,
        <# Replace names, addresses and UUIDs with pseudonyms. #> [switch] $Anonymize,
        <# Read this configuration file. #> [string] $Config,
        <# Save the run in the store. #> [switch] $Save,
        <# The file of the store. #> [string] $Store,
        <# Further options, as timerprobe scan has them. #> [string[]] $ArgumentList = @()
    )

    begin {
        $options = @(ConvertTo-Option $PSCmdlet 'Server', 'Credential', 'VM', 'ArgumentList') + @(ConvertTo-Login $Credential)
        $piped = $PSCmdlet.MyInvocation.ExpectingInput
        $names = @()
    }

    process {
        $names += @($VM | Where-Object { $null -ne $_ } | ForEach-Object { "--name=$(ConvertTo-Name $_)" })
    }

    end {
        # Of no machine is not of all.
        if ($piped -and -not $names) { return }
        $arguments = @('scan', '--output=json', '--fail-on=never') + $options + $names + $ArgumentList
        if ($Server) { $arguments += @('--') + $Server }
        ConvertFrom-Document (Invoke-Program $PSCmdlet $arguments $Credential)
    }
}
