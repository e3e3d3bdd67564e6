function New-TimerProbePlan {
    <#
    .SYNOPSIS
    Tells from scans what a change would do to clocks, before it is made.
    .DESCRIPTION
    Runs timerprobe plan, which changes nothing, and gives its document as an object. The kinds are: evacuate hosts; bring machines home; add hosts to a cluster;
    merge two clusters; DRS rules; verify what became of a plan.
    .EXAMPLE
    $scan | New-TimerProbePlan evacuate -VMHost esx01

    What emptying a host does: who stays fast, and where to.
    .EXAMPLE
    (New-TimerProbePlan home -Document scan.json).moves

    The fewest moves that bring machines home.
    .EXAMPLE
    $scan | New-TimerProbePlan rules | ConvertTo-TimerProbeReport -Remedies rules.ps1

    The DRS rules as a script of PowerCLI, which changes nothing until it is told to.
    .EXAMPLE
    New-TimerProbePlan add -Document $scan -Cluster prod -Hosts 2 -Mhz 2593.905

    Before hosts are bought.
    #>
    [CmdletBinding()]
    [OutputType('TimerProbe.Plan')]
    param(
        # What is planned.
        [Parameter(Mandatory = $true, Position = 0)]
        [ValidateSet('evacuate', 'home', 'add', 'merge', 'rules', 'verify')] [string] $Kind,
        # Scans: objects of Invoke-TimerProbeScan, files, latest, or ids of the store.
        [Parameter(Mandatory = $true, ValueFromPipeline = $true)] [object[]] $Document,
        <# evacuate: the hosts, by name or as PowerCLI gives them. #> [object[]] $VMHost = @(),
        <# add: the cluster. merge: the two clusters. #> [object[]] $Cluster = @(),
        <# add: how many hosts. #> [int] $Hosts,
        <# add: their TSC frequency in MHz. #> [double] $Mhz,
        <# add: their processor as vSphere Client names it. #> [string] $Processor,
        <# evacuate, home: fill no host beyond this share of its memory or CPU in per cent. #> [int] $Fill,
        <# evacuate, home: the most moves at once. #> [int] $Wave,
        <# verify: the plan, as an object or a file. #> [object] $Plan,
        <# Replace names and addresses with pseudonyms. #> [switch] $Anonymize,
        <# Read this configuration file. #> [string] $Config,
        <# The file of the store. #> [string] $Store
    )

    begin { $documents = @() }
    process { $documents += $Document }

    end {
        $options = @(ConvertTo-Option $PSCmdlet 'Kind', 'Document', 'VMHost', 'Cluster', 'Plan')
        $clusters = @($Cluster | ForEach-Object { ConvertTo-Name $_ })
        $positional = @($VMHost | ForEach-Object { ConvertTo-Name $_ })
        if ($Kind -eq 'merge') {
            $positional += $clusters
        } else {
            $options += @($clusters | ForEach-Object { "--cluster=$_" })
        }

        ConvertFrom-Document (Invoke-WithDocument $PSCmdlet (@('plan', $Kind, '--output=json') + $options) $documents $positional $Plan)
    }
}
