using System.Globalization;
using System.Text;
using static TimerProbe.Core.Advice.Remedies.ShellQuoting;

namespace TimerProbe.Reporting.Remedies;

/// <summary>The changes as a PowerCLI script. Names stand in comments only: the script asks vCenter for them by id.</summary>
internal static class PowerShellScript
{
    private const char ByteOrderMark = '\uFEFF';

    public static string Write(ProposedChanges changes) => ByteOrderMark + ScriptTemplate.Fill("remedies.ps1", changes.Heading, Changes(changes));

    private static string Changes(ProposedChanges changes)
    {
        var script = new StringBuilder();
        if (changes.Anonymized)
        {
            script.Append("throw 'This comes from an anonymized scan: its servers are pseudonyms, so it cannot be run.'\n\n");
        }

        script.Append("# 1. With -Moves: vMotion back to a host with the home frequency, one at a time\n");
        script.Append("if ($Moves) {\n");
        foreach (var move in changes.Moves)
        {
            var machine = move.Machine;
            script.Append(CultureInfo.InvariantCulture, $"\n    # Name: {machine.Name}\n    # Evidence: {machine.Evidence}\n    # To: {move.Destination}\n");
            script.Append(CultureInfo.InvariantCulture, $"    Move-Back -Server {PowerShell(machine.Server)} -Id {PowerShell(machine.Id)} -InstanceUuid {PowerShell(machine.InstanceUuid)} `\n");
            script.Append(CultureInfo.InvariantCulture, $"        -HostId {PowerShell(move.HostId)} -DestinationId {PowerShell(move.DestinationId)}\n");
        }

        script.Append("}\n\n# 2. Next restart of the guest\n");
        script.Append(CultureInfo.InvariantCulture, $"# Away from home: {changes.PowerCycles.Count:#,0}. Left out, because they were measured healthy or already have the setting: {changes.LeftOut:#,0}.\n");
        foreach (var machine in changes.PowerCycles)
        {
            script.Append(CultureInfo.InvariantCulture, $"\n# Name: {machine.Name}\n# Evidence: {machine.Evidence}\n");
            script.Append(CultureInfo.InvariantCulture, $"Set-PowerCycleAtRestart -Server {PowerShell(machine.Server)} -Id {PowerShell(machine.Id)}");
            script.Append(CultureInfo.InvariantCulture, $" -InstanceUuid {PowerShell(machine.InstanceUuid)}\n");
        }

        script.Append("\n# 3. With -DrsGroups: the hosts of each frequency of a mixed cluster, and the virtual machines at home there\n");
        script.Append("if ($DrsGroups) {\n");
        foreach (var group in changes.Groups)
        {
            script.Append(CultureInfo.InvariantCulture, $"\n    # Cluster: {group.Cluster}\n");
            script.Append(CultureInfo.InvariantCulture, $"    New-FrequencyGroup -Server {PowerShell(group.Server)} -ClusterId {PowerShell(group.ClusterId)}");
            script.Append(CultureInfo.InvariantCulture, $" -Label {PowerShell(group.Label)} `\n");
            script.Append(CultureInfo.InvariantCulture, $"        -HostId {List(group.HostIds)} `\n        -MachineId {List(group.MachineIds)}\n");
        }

        return script.Append("}\n").ToString();
    }

    private static string List(IReadOnlyList<string> ids) => $"@({string.Join(", ", ids.Select(PowerShell))})";
}
