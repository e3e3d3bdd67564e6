using static TimerProbe.Core.Advice.Remedies.ShellQuoting;

namespace TimerProbe.Reporting.Remedies;

/// <summary>The changes as a PowerCLI script. Names stand in comments only: the script asks vCenter for them by id.</summary>
internal static class PowerShellScript
{
    private const char ByteOrderMark = '\uFEFF';

    public static void Write(ProposedChanges changes, TextWriter output)
    {
        output.Write(ByteOrderMark);
        ScriptTemplate.Write(output, "remedies.ps1", changes.Heading, () => WriteChanges(changes, output));
    }

    private static void WriteChanges(ProposedChanges changes, TextWriter output)
    {
        if (changes.Anonymized)
        {
            output.WriteLine("throw 'This comes from an anonymized scan: its servers are pseudonyms, so it cannot be run.'");
            output.WriteLine();
        }

        output.WriteLine($"Write-Output {PowerShell(changes.Totals)}");
        output.WriteLine();
        output.WriteLine("# 1. With -Moves: vMotion back to a host with the home frequency, one at a time");
        output.WriteLine("if ($Moves -or -not $Apply) {");
        foreach (var move in changes.Moves)
        {
            var machine = move.Machine;
            output.WriteLine();
            output.WriteLine($"    # Name: {machine.Name}");
            output.WriteLine($"    # Evidence: {machine.Evidence}");
            output.WriteLine($"    # To: {move.Destination}");
            output.WriteLine($"    Move-Back -Server {PowerShell(machine.Server)} -Id {PowerShell(machine.Id)} -InstanceUuid {PowerShell(machine.InstanceUuid)} `");
            output.WriteLine($"        -HostId {PowerShell(move.HostId)} -DestinationId {PowerShell(move.DestinationId)}");
        }

        output.WriteLine("}");
        output.WriteLine();
        output.WriteLine("# 2. Next restart of the guest, of those that have no host to be moved to");
        foreach (var machine in changes.PowerCycles)
        {
            output.WriteLine();
            output.WriteLine($"# Name: {machine.Name}");
            output.WriteLine($"# Evidence: {machine.Evidence}");
            output.WriteLine($"Set-PowerCycleAtRestart -Server {PowerShell(machine.Server)} -Id {PowerShell(machine.Id)} -InstanceUuid {PowerShell(machine.InstanceUuid)}");
        }

        output.WriteLine();
        output.WriteLine("# 3. With -DrsGroups: the hosts of each frequency of a mixed cluster, and the running virtual machines that belong there");
        output.WriteLine("if ($DrsGroups -or $DrsRules) {");
        foreach (var group in changes.Groups)
        {
            output.WriteLine();
            output.WriteLine($"    # Cluster: {group.Cluster}");
            output.WriteLine($"    New-FrequencyGroup -Server {PowerShell(group.Server)} -ClusterId {PowerShell(group.ClusterId)} -Label {PowerShell(group.Label)} `");
            output.WriteLine($"        -HostId {List(group.HostIds)} `");
            output.WriteLine($"        -MachineId {List(group.MachineIds)}");
        }

        output.WriteLine("}");
    }

    private static string List(IReadOnlyList<string> ids) => $"@({string.Join(", ", ids.Select(PowerShell))})";
}
