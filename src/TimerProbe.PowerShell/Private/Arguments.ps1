$Paths = 'CaFile', 'Config', 'GuestResults', 'Out', 'Remedies', 'Store', 'SubmitTokenFile', 'VmLogs'

# The option of a parameter has its name: -CaFile FILE is --ca-file=FILE.
function ConvertTo-Option([Management.Automation.PSCmdlet] $Cmdlet, [string[]] $Except) {
    $bound = $Cmdlet.MyInvocation.BoundParameters
    foreach ($name in $bound.Keys) {
        if ($name -in $Except -or $name -in ([Management.Automation.PSCmdlet]::CommonParameters + [Management.Automation.PSCmdlet]::OptionalCommonParameters)) { continue }
        $option = '--' + ($name -creplace '(?<=.)([A-Z])', '-$1').ToLowerInvariant()
        foreach ($value in $bound[$name]) {
            if ($value -is [switch]) {
                if ($value) { $option }
            } elseif ($name -in $Paths) {
                "$option=$(Resolve-File $Cmdlet $value)"
            } else {
                "$option=$value"
            }
        }
    }
}

# In whole: the program does not know the folders and drives of PowerShell.
function Resolve-File([Management.Automation.PSCmdlet] $Cmdlet, [string] $Path) {
    $Cmdlet.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Path)
}

# What the program says, with the names that its options have here.
function ConvertTo-Parameter([Management.Automation.PSCmdlet] $Cmdlet, [string] $Message) {
    $known = $Cmdlet.MyInvocation.MyCommand.Parameters
    [regex]::Replace($Message, '(?<![\w-])--([a-z][a-z-]+)', {
            param($option)
            $name = $option.Groups[1].Value -replace '-'
            $name = switch -Regex ($name) { '^(user|password.*)$' { 'Credential' } '^from$' { 'Document' } '^name$' { 'VM' } '^out$' { 'Path' } '^output$' { 'As' } default { $name } }
            $parameter = $known.Keys | Where-Object { $_ -eq $name }
            if ($parameter) { "-$parameter" } else { $option.Value }
        })
}

# What a login takes.
function ConvertTo-Login([pscredential] $Credential) {
    if ($Credential) {
        "--user=$($Credential.UserName)"
        '--password-stdin'
    }
}

# What something is called that is given by its name or as an object of PowerCLI.
function ConvertTo-Name($Thing) {
    if ($Thing -is [string]) { $Thing } else { $Thing.Name }
}
