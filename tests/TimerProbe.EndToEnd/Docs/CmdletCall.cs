using System.Text.RegularExpressions;

namespace TimerProbe.EndToEnd.Docs;

/// <summary>A command of the form Verb-Noun and the parameters it is given by name.</summary>
internal sealed partial record CmdletCall(string Name, IReadOnlyList<string> Parameters)
{
    private static readonly string[] Common = ["ErrorAction", "ErrorVariable", "Confirm", "WhatIf", "Verbose"];

    // The parameters that the samples use, each looked up in the cmdlet's published reference (PowerShell 5.1, Windows Server 2022,
    // PowerCLI 13).
    private static readonly Dictionary<string, string[]> Published = new(StringComparer.Ordinal)
    {
        ["Connect-VIServer"] = [],
        ["ConvertFrom-Json"] = [],
        ["Copy-Item"] = ["LiteralPath", "Destination", "ToSession", "FromSession"],
        ["Copy-VMGuestFile"] = ["VM", "Source", "Destination", "LocalToGuest", "GuestToLocal", "GuestCredential", "Force"],
        ["Export-Csv"] = ["LiteralPath", "NoTypeInformation", "Encoding"],
        ["ForEach-Object"] = [],
        ["Format-Table"] = [],
        ["Get-ADComputer"] = ["Filter"],
        ["Get-Content"] = ["Raw", "LiteralPath", "Tail", "Encoding"],
        ["Get-Credential"] = [],
        ["Get-ScheduledTaskInfo"] = ["TaskPath", "TaskName"],
        ["Get-VM"] = ["Location"],
        ["Import-Csv"] = [],
        ["Invoke-Command"] = ["Session", "ScriptBlock", "ArgumentList"],
        ["Invoke-VMScript"] = ["VM", "ScriptType", "ScriptText", "GuestCredential"],
        ["Join-Path"] = [],
        ["Move-Item"] = ["LiteralPath", "Destination", "Force"],
        ["New-Item"] = ["ItemType", "Path", "Force"],
        ["New-Object"] = [],
        ["New-PSSession"] = ["ComputerName", "SessionOption", "ThrottleLimit", "UseSSL", "Credential"],
        ["New-PSSessionOption"] = ["NoMachineProfile", "OpenTimeout", "OperationTimeout"],
        ["New-ScheduledTaskPrincipal"] = ["UserId", "LogonType"],
        ["New-SmbShare"] = ["Name", "Path", "FullAccess", "ChangeAccess", "ReadAccess", "FolderEnumerationMode", "CachingMode", "EncryptData"],
        ["Out-String"] = [],
        ["Register-ScheduledTask"] = ["TaskPath", "TaskName", "Xml"],
        ["Remove-Item"] = ["LiteralPath", "Recurse", "Force"],
        ["Remove-PSSession"] = ["Session"],
        ["Resolve-Path"] = ["LiteralPath"],
        ["Select-Object"] = ["First"],
        ["Set-ScheduledTask"] = ["TaskPath", "TaskName", "Principal"],
        ["Sort-Object"] = ["Unique"],
        ["Start-ScheduledTask"] = ["TaskPath", "TaskName"],
        ["Test-Path"] = ["LiteralPath"],
        ["Unregister-ScheduledTask"] = ["TaskPath", "TaskName"],
        ["Where-Object"] = [],
        ["Write-Progress"] = ["Activity", "Status", "PercentComplete", "Completed"],
        ["Write-Verbose"] = [],
    };

    /// <summary>The calls in code without quotes and comments.</summary>
    public static IReadOnlyList<CmdletCall> In(string code) =>
        [.. Command().Matches(code).Select(match => new CmdletCall(match.Value, ParametersFrom(code, match.Index + match.Length)))];

    /// <summary>What no reference knows of this call; empty when all is known.</summary>
    /// <param name="own">Functions and scripts of the samples, with their parameters.</param>
    public IEnumerable<string> Unknown(IReadOnlyDictionary<string, string[]> own) =>
        own.TryGetValue(Name, out var parameters) || Published.TryGetValue(Name, out parameters)
            ? Parameters.Except(parameters, StringComparer.OrdinalIgnoreCase).Except(Common).Select(parameter => $"{Name} -{parameter}")
            : [Name];

    private static List<string> ParametersFrom(string code, int index)
    {
        var found = new List<string>();
        for (var depth = 0; index < code.Length && depth >= 0; index++)
        {
            depth += "([{".Contains(code[index], StringComparison.Ordinal) ? 1 : ")]}".Contains(code[index], StringComparison.Ordinal) ? -1 : 0;
            if (depth == 0 && "|;\n".Contains(code[index], StringComparison.Ordinal))
            {
                break;
            }

            if (depth == 0 && Parameter().Match(code, index) is { Success: true } match)
            {
                found.Add(match.Groups["name"].Value);
            }
        }

        return found;
    }

    [GeneratedRegex(@"(?<![\w$-])[A-Z][A-Za-z]+-[A-Z]\w+(?:\.ps1)?", RegexOptions.None, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Command();

    [GeneratedRegex(@"\G(?<= )-(?<name>[A-Z]\w+)", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Parameter();
}
