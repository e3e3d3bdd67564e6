# Windows PowerShell's ConvertFrom-Json takes 2,097,152 characters at most.
$JsonOfConvert = 2000000

# The object of a document, which knows what it was read from.
function ConvertFrom-Document([string] $Json) {
    if (-not $Json) { return }
    if ($PSVersionTable.PSEdition -eq 'Core' -or $Json.Length -lt $JsonOfConvert) {
        $document = ConvertFrom-Json $Json
    } else {
        Add-Type -AssemblyName System.Web.Extensions
        $reader = New-Object Web.Script.Serialization.JavaScriptSerializer -Property @{ MaxJsonLength = [int]::MaxValue }
        $document = ConvertFrom-Dictionary $reader.DeserializeObject($Json)
    }

    $kind = $document.schema -replace '^timerprobe\.(.*)/\d+$', '$1'
    $document.PSObject.TypeNames.Insert(0, "TimerProbe.$($kind.Substring(0, 1).ToUpperInvariant())$($kind.Substring(1))")
    $document.PSObject.TypeNames.Insert(1, 'TimerProbe.Document')
    # A method, so that nothing prints it.
    Add-Member -InputObject $document -MemberType ScriptMethod -Name ToJson -Value { $Json }.GetNewClosure()
    Add-TypeName 'TimerProbe.Finding' (Get-Part $document 'findings')
    Add-TypeName 'TimerProbe.Move' (Get-Part $document 'moves')
    if ($kind -eq 'scan') {
        $machines = { $this.vcenters | ForEach-Object { $_.virtualMachines } }
        Add-Member -InputObject $document -MemberType ScriptProperty -Name Machines -Value $machines
        Add-TypeName 'TimerProbe.Machine' $document.Machines
    }

    $document
}

function ConvertFrom-Dictionary($Value) {
    if ($Value -is [Collections.IDictionary]) {
        $members = New-Object Collections.Specialized.OrderedDictionary ([StringComparer]::Ordinal)
        foreach ($entry in $Value.GetEnumerator()) { $members[$entry.Key] = ConvertFrom-Dictionary $entry.Value }
        [pscustomobject] $members
    } elseif ($Value -is [Collections.IList]) {
        , @(foreach ($each in $Value) { ConvertFrom-Dictionary $each })
    } else {
        $Value
    }
}

# The entries of a list that not every kind of document has.
function Get-Part($Document, [string] $Name) {
    if ($Document -and $Document.PSObject.Properties[$Name]) { $Document.$Name }
}

# Rows of a table. What is nested in one is text where it is printed, as by Export-Csv.
function Add-TypeName([string] $Name, $Things) {
    foreach ($thing in $Things) {
        $thing.PSObject.TypeNames.Insert(0, $Name)
        foreach ($member in $thing.PSObject.Properties) {
            if ($member.Value -isnot [Collections.IList] -and $member.Value -isnot [Management.Automation.PSCustomObject]) { continue }
            # Through the member itself the value would lose what is added to it.
            $thing.($member.Name) = Add-Member -InputObject $member.Value -MemberType ScriptMethod -Name ToString -Value { Format-Nested $this } -Force -PassThru
        }
    }
}

function Format-Nested($Value) {
    if ($Value -is [Collections.IList]) {
        @($Value | ForEach-Object { Format-Nested $_ }) -join '; '
    } elseif ($Value -isnot [Management.Automation.PSCustomObject]) {
        "$Value"
    } elseif ($known = @('name', 'action', 'title', 'says', 'state' | ForEach-Object { Get-Part $Value $_ } | Where-Object { $_ })) {
        "$($known[0])"
    } else {
        @($Value.PSObject.Properties | ForEach-Object { $_.Value } | Where-Object { $_ -is [string] -or $_ -is [ValueType] }) -join ' '
    }
}

# Documents that are in hand, and those of files.
function Read-Document([Management.Automation.PSCmdlet] $Cmdlet, $Documents) {
    foreach ($document in $Documents) {
        if ($document.PSObject.TypeNames -contains 'TimerProbe.Document') { $document }
        else { ConvertFrom-Document (Invoke-WithDocument $Cmdlet 'report', '--output=json' $document) }
    }
}

# The name that --from takes: a file as it is; of a document, a file that only its user may read, which the caller deletes.
function Save-Document([Management.Automation.PSCmdlet] $Cmdlet, $Document, [Collections.Generic.List[string]] $Made) {
    if ($Document.PSObject.TypeNames -contains 'TimerProbe.Document') {
        $file = [IO.Path]::GetTempFileName()
        $Made.Add($file)
        [IO.File]::WriteAllText($file, $Document.ToJson())
        return $file
    }

    # Windows PowerShell makes the name alone of a file.
    if ($Document -is [IO.FileInfo]) { return $Document.FullName }
    $path = Resolve-File $Cmdlet $Document
    # Else the newest run of the store, or the id of one.
    if (Test-Path -LiteralPath $path) { $path } else { $Document }
}

# Runs a command on documents: its output.
function Invoke-WithDocument($Cmdlet, [string[]] $Arguments, $Documents, [string[]] $Positional = @()) {
    $made = New-Object Collections.Generic.List[string]
    try {
        $from = @($Documents | ForEach-Object { "--from=$(Save-Document $Cmdlet $_ $made)" })
        if ($Positional) { $Positional = @('--') + $Positional }
        Invoke-Program $Cmdlet ($Arguments + $from + $Positional)
    } finally {
        $made | ForEach-Object { [IO.File]::Delete($_) }
    }
}

# Names of the hosts of scans that match.
function Get-ScannedHost($Scans, [string] $Pattern) {
    foreach ($scan in $Scans) {
        foreach ($vcenter in Get-Part $scan 'vcenters') { $vcenter.hosts | ForEach-Object name | Where-Object { $_ -like $Pattern } }
    }
}
